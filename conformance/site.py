# The links of a site, as `napkin links --json` lists them: each leads to a file, and each fragment to an element.
import functools, json, os, re, sys
from urllib.parse import unquote, urlsplit


@functools.cache
def ids(path):
    with open(path, encoding='utf-8', errors='replace') as page:
        return set(re.findall(r'\b(?:id|name)="([^"]*)"', page.read()))


count, broken = 0, []
for line in sys.stdin:
    link = json.loads(line)
    url = urlsplit(link['absolute'] or '')
    if not link['ok'] or url.scheme != 'file':
        broken += [] if link['ok'] else [f"{link['source']}: {link['raw']} is not valid"]
        continue
    count += 1
    path, fragment = unquote(url.path), unquote(url.fragment)
    if os.path.isdir(path):
        path = os.path.join(path, 'index.html')
    if not os.path.isfile(path) or (fragment and fragment not in ids(path)):
        broken.append(f"{link['source']}:{link['line']}: {link['raw']}")
print(f'{count} links within the site, {len(broken)} of them broken')
print('\n'.join(broken))
sys.exit(bool(broken) or count < 500)
