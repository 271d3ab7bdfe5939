"""Scores link checkers on the labelled links of data/check: how many of their verdicts are right, by category.

Usage: check-peers.py NAPKIN [NAME=COMMAND]..., where NAME is lychee, linkinator or linkchecker. Start with `main`; check-peers.sh installs
the programs. NAPKIN_PARTS is `folders`, `server` or both. The folders are written to a temporary folder and checked one after the other; the
server's targets are linked from one page.
A verdict of `skipped` has no peer's equivalent and is left out. All verdicts that fail a check count as one.
"""
import base64, collections, csv, http.server, io, json, os, re, subprocess, sys, tempfile, threading, time, tomllib
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
GOOD = {'ok', 'redirect-permanent', 'redirect-temporary'}
ENV = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}


def data(name):
    with open(f'{HERE}/../data/check/{name}.toml', 'rb') as file:
        return tomllib.load(file)


# ---- the labelled folders

def put(root, name, content):
    path = os.path.join(root, name.rstrip('/'))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if content.startswith('-> '):
        os.symlink(content[3:], path)
    elif name.endswith('/'):
        os.makedirs(path, exist_ok=True)
    else:
        with open(path, 'wb') as file:
            file.write(as_bytes(content))


def as_bytes(content):
    if content.startswith('base64:'):
        return base64.b64decode(content[7:])
    if content.startswith('utf-16:'):
        return ('\ufeff' + content[7:]).encode('utf-16-le')
    return content.encode().replace(b'\\xe9', b'\xe9')


def expectations(case):
    return [link.split(' ', 1) for link in case.get('expect', case['links'])]


def write_case(case, folder):
    """Writes the folder of a case, and returns its root and the document with the links."""
    root, name = os.path.join(folder, 'site'), case.get('in', 'page.html')
    for file, content in case.get('files', {}).items():
        put(root, file, content)
    written = ''.join(case.get('write', '<a href="{}"></a>').replace('{}', link.split(' ', 1)[1]) for link in case['links'])
    put(root, name, case.get('head', '') + written)
    return root, name


def run(command, folder, seconds=240):
    """Returns what a command prints; nothing if it does not end in time."""
    try:
        return subprocess.run(command, cwd=folder, env=ENV, capture_output=True, timeout=seconds).stdout.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return ''


# ---- the checkers: each returns pairs of a URL and whether it is good

def napkin(program, document, root, case):
    """The links of a document in their order, as napkin lists them."""
    options = ['--offline', '--json', '--root', root, '--slugs', case.get('slugs', 'github')]
    for key, option in (('base', '--base'), ('index_files', '--index-files'), ('fallback_extensions', '--fallback-extensions')):
        if key in case:
            options += [option, case[key] if key == 'base' else ','.join(case[key])]
    out = run([*program, '-q', 'check', *options, os.path.join(root, document)], root)
    return [json.loads(line) for line in out.splitlines()]


def lychee(program, document, root, case, pages=()):
    options = ['--format', 'json', '-v', '--include-fragments=full', '--include-mail', '--no-progress']
    if not pages:
        options += ['--offline', '--root-dir', root]
        for key in ('index_files', 'fallback_extensions'):
            if key in case:
                options += ['--' + key.replace('_', '-'), ','.join(case[key])]
    out = run([*program, *options, *(pages or [document])], root)
    try:
        report = json.loads(out)
    except ValueError:
        return []
    found = []
    for key in ('success_map', 'redirect_map', 'error_map', 'timeout_map'):
        for links in report.get(key, {}).values():
            for link in links:
                text = link['url'] if link['url'] != 'error:' else link['status']['text']
                found.append((text, key in ('success_map', 'redirect_map')))
    return found


def linkinator(program, document, root, case, pages=()):
    options = ['--format', 'json', '--check-fragments', '--check-css', '--retry', '--retry-errors']
    place = pages or [document, '--server-root', root, '--markdown', '--skip', r'^https?://(?!localhost|127\.)']
    out = run([*program, *place, *options], root)
    try:
        links = json.loads(out[out.index('{'):])['links']
    except (ValueError, KeyError):
        return []
    return [(link['url'], link['state'] == 'OK') for link in links if link['state'] != 'SKIPPED']


def linkchecker(program, document, root, case, pages=()):
    with tempfile.NamedTemporaryFile('w', suffix='.conf') as config:
        config.write('[AnchorCheck]\n')
        config.flush()
        os.chmod(config.name, 0o644)
        options = ['--config', config.name, '--no-status', '-r1', '-v', '-o', 'csv']
        out = run([*program, *options, *(pages or [document])], root, 600)
    lines = [line for line in out.splitlines() if not line.startswith('#')]
    found = []
    for row in csv.DictReader(io.StringIO('\n'.join(lines)), delimiter=';'):
        if row.get('parentname') and row.get('warningstring') is not None and row.get('base') not in ('ignored', 'filtered'):
            found.append((row['url'] or row['urlname'], row['valid'] == 'True' and 'not found' not in row['warningstring']))
    return found


PEERS = {'lychee': lychee, 'linkinator': linkinator, 'linkchecker': linkchecker}


# ---- comparing

def key(url, root):
    """A URL as checkers have in common: without its origin, and without the folder of the case."""
    url = re.sub(r'^(file|https?)://(localhost|127\.[0-9.]+)?(:\d+)?(?=/|$)', '', url.replace('file:///', 'file://localhost/'))
    url = url.removeprefix(root).removeprefix(quote(root))
    return '/' + url.lstrip('/') if not re.match(r'[a-z]+:', url) else url


def judged(url, raw, found, root, by_page):
    """What a checker says about a link: True, False, or None if it does not list it."""
    exact = [good for text, good in found if url and key(text, root) == key(url, root)]
    if not exact and url:
        exact = [good for text, good in found if unquote(key(text, root)) == unquote(key(url, root))]
    if not exact and url is None and len(raw.strip()) > 3:
        exact = [good for text, good in found if raw.strip() in text]
    if not exact and by_page and url and '#' in url:
        # It lists only the page of a good fragment.
        exact = [good for text, good in found if key(text, root) == key(url.split('#')[0], root)]
    return all(exact) if exact else None


class Scores:
    def __init__(self):
        self.counts = collections.defaultdict(collections.Counter)

    def add(self, category, expected, said):
        kind = 'unseen' if said is None else 'right' if said == expected else 'wrong'
        self.counts[category][kind] += 1
        self.counts[category]['false alarms'] += said is False and expected
        self.counts[category]['links'] += 1

    def total(self):
        return sum(self.counts.values(), collections.Counter())


def own(scores, category, verdict, reference, link):
    """Counts a verdict of napkin, and says if it is wrong."""
    if link['verdict'] != verdict:
        print(f"{category}: expected {verdict} {reference}, found {link['verdict']}: {link['reason']}", file=sys.stderr)
    scores.add(category, verdict in GOOD, link['verdict'] in GOOD if link['verdict'] == verdict else verdict not in GOOD)


def folders(program, peers, scores):
    for case in data('folder')['case']:
        expected = expectations(case)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            root, name = write_case(case, folder)
            listed = napkin(program, name, root, case)
            if len(listed) != len(expected):
                print(f"{case['category']}: expected {len(expected)} links, found {len(listed)}", file=sys.stderr)
            found = {peer: PEERS[peer](command, name, root, case) for peer, command in peers.items()}
            for (verdict, raw), link in zip(expected, listed):
                if verdict == 'skipped':
                    continue
                own(scores['napkin'], case['category'], verdict, raw, link)
                for peer in peers:
                    said = judged(link['absolute'], link['raw'], found[peer], root, peer == 'linkinator')
                    scores[peer].add(case['category'], verdict in GOOD, said)


# ---- the labelled server

class Targets:
    """Answers as the targets say, and counts requests."""

    def __init__(self, targets):
        self.targets, self.asked, self.log = targets, collections.Counter(), []
        self.lock, self.flying, self.peak = threading.Lock(), 0, 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.answer(self, False)

            def do_HEAD(self):
                outer.answer(self, True)

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *arguments):
                pass

        self.server = Server(('127.0.0.1', 0), Handler)
        self.host = '127.0.0.1:%d' % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def find(self, path):
        for target in self.targets:
            wanted = quote(target['path'], safe="/?&=%#:~!$'()*+,;@[]")
            if path == wanted or ('grows' in target and path.split('?')[0] == wanted):
                return target
        return None

    def answer(self, handler, is_head):
        with self.lock:
            self.flying += 1
            self.peak = max(self.peak, self.flying)
            name = ('HEAD ' if is_head else '') + handler.path
            self.asked[name] += 1
            count = self.asked[name]
        status = self.send(handler, is_head, count)
        with self.lock:
            self.flying -= 1
            self.log.append((time.monotonic(), name, status))

    def send(self, handler, is_head, count):
        handler.close_connection = True
        if handler.path == '/page.html':
            return self.write(handler, 200, {}, self.page.encode(), is_head)
        target = self.find(handler.path)
        if target is None:
            return self.write(handler, 404, {}, b'', is_head)
        statuses = target.get('statuses', [200])
        status = statuses[min(count, len(statuses)) - 1]
        if 'with_cookie' in target and handler.headers.get('Cookie'):
            status = target['with_cookie']
        if is_head and 'head' in target:
            status = target['head']
        if status == 0:
            return status
        if 'raw' in target:
            handler.wfile.write(base64.b64decode(target['raw']))
            return status
        body = base64.b64decode(target['body64']) if 'body64' in target else as_bytes(target.get('body', '<p>'))
        fields = {name: value.replace('{host}', self.host).replace('{count}', str(count)) for name, value in target.get('fields', {}).items()}
        return self.write(handler, status, fields, b'' if status == 204 else body, is_head, target.get('sends'))

    def write(self, handler, status, fields, body, is_head, sends=None):
        head = f'HTTP/1.1 {status} X\r\nConnection: close\r\n'
        for name, value in ({'Content-Type': 'text/html'} | fields | {'Content-Length': str(len(body))}).items():
            head += f'{name}: {value}\r\n' if value or name != 'Content-Type' else ''
        handler.wfile.write(head.encode() + b'\r\n' + (b'' if is_head else body[:sends]))
        return status


def politeness(server, seconds):
    """What a run cost its server: requests, HEADs, the most at a time and in a second, repeated requests, 429s."""
    times = [when for when, _, _ in server.log]
    first = collections.Counter(int(when - times[0]) for when in times) if times else {}
    repeated = sum(count - 1 for name, count in server.asked.items() if not name.startswith('HEAD ') and count > 1)
    heads = sum(name.startswith('HEAD ') for _, name, _ in server.log)
    limited = sum(status == 429 for _, _, status in server.log)
    return [len(times), heads, server.peak, max(first.values(), default=0), repeated, limited, round(seconds, 1)]


def served(program, peers, scores):
    """Each checker gets a server of its own, so that counted answers begin anew."""
    targets, costs = data('server')['target'], {}
    for name in ['napkin', *peers]:
        servers = {target.get('host', ''): None for target in targets}
        servers = {host: Targets(targets) for host in servers}
        expected = []
        for target in targets:
            host = target.get('user', '') and target['user'] + '@'
            for link in target['links']:
                verdict, fragment = link.split(' ', 1)
                expected.append((target['category'], verdict, f"http://{host}{servers[target.get('host', '')].host}{target['path']}{fragment}"))
        # Other checkers wait for ever where a server never stops limiting them.
        urls = [url for _, _, url in expected if name == 'napkin' or servers[''].host in url]
        servers[''].page = ''.join(f'<a href="{url}"></a>' for url in urls)
        page, begun = f"http://{servers[''].host}/page.html", time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            if name == 'napkin':
                out = run([*program, '-q', 'check', '--allow-private', '--json', page], folder, 600)
                listed = [json.loads(line) for line in out.splitlines()]
                if len(listed) != len(expected):
                    print(f'server: expected {len(expected)} links, found {len(listed)}', file=sys.stderr)
                for (category, verdict, url), link in zip(expected, listed):
                    own(scores[name], category, verdict, url, link)
            else:
                found = PEERS[name](peers[name], None, folder, {}, [page])
                for category, verdict, url in expected:
                    if verdict != 'skipped':
                        scores[name].add(category, verdict in GOOD, judged(url, url, found, folder, name == 'linkinator'))
        costs[name] = politeness(servers[''], time.monotonic() - begun)
    return costs


# ---- the tables

def table(title, scores):
    names = list(scores)
    print(f'\n## {title}\n\n| checker | right | wrong | unseen | false alarms |\n|---|--:|--:|--:|--:|')
    for name in names:
        total = scores[name].total()
        print(f"| {name} | {total['right']} of {total['links']} ({100 * total['right'] / max(total['links'], 1):.1f} %) | {total['wrong']} | {total['unseen']} | {total['false alarms']} |")
    print(f"\nRight by category:\n\n| category | links | {' | '.join(names)} |\n|---|--:|{'--:|' * len(names)}")
    for category, count in sorted(scores['napkin'].counts.items()):
        print(f"| {category} | {count['links']} | {' | '.join(str(scores[name].counts[category]['right']) for name in names)} |")


def main():
    program, peers = [sys.argv[1]], {}
    for argument in sys.argv[2:]:
        name, command = argument.split('=', 1)
        peers[name] = command.split()
    parts, wrong = os.environ.get('NAPKIN_PARTS', 'folders server').split(), 0
    for part in parts:
        scores = {name: Scores() for name in ['napkin', *peers]}
        costs = (folders if part == 'folders' else served)(program, peers, scores)
        table(part.capitalize(), scores)
        total = scores['napkin'].total()
        wrong += total['links'] - total['right']
        if costs:
            print('\n| checker | requests | HEAD | most in flight | most in a second | repeated | 429s | s |\n|---|--:|--:|--:|--:|--:|--:|--:|')
            for name, cost in costs.items():
                print(f"| {name} | {' | '.join(map(str, cost))} |")
    sys.exit(wrong > 0)


main()
