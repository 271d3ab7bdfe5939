"""Reads URLs with the class URL of Chromium. README.md says how it is spoken to; CHROMIUM names the browser."""

import html
import os
import re
import subprocess
import sys
import tempfile

PAGE = """<!doctype html><meta charset=utf-8><pre id=out></pre><script>
const text = (digits) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16)));
function read(reference, base) {
  try {
    const url = new URL(reference, base);
    return { scheme: url.protocol.slice(0, -1), host: url.hostname, port: url.port === '' ? null : Number(url.port), path: url.pathname };
  } catch (error) {
    return { refused: String(error.message) };
  }
}
const ascii = (json) => json.replace(/[^ -~]/g, (unit) => '\\\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'));
out.textContent = LINES.map((line) => ascii(JSON.stringify(read(...line.split(' ').map(text))))).join('\\n');
</script>"""


def main():
    browser = os.environ.get("CHROMIUM", "chromium")
    lines = [line for line in sys.stdin.read().split("\n") if line]
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(PAGE.replace("LINES", repr(lines)))
        # No sandbox, because a container's root has none to offer, and all that is read here is our own.
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", f"--user-data-dir={folder}/profile"]
        run = lambda *more: subprocess.run([*command, *more], capture_output=True, check=True, timeout=300).stdout.decode()
        version = re.search(r"[A-Za-z]+ [0-9.]+", run("--version"))
        dump = run("--dump-dom", f"file://{page}")
    answers = re.search(r"<pre id=\"out\">(.*?)</pre>", dump, re.DOTALL)
    print('{"version": "%s"}' % version.group())
    print(html.unescape(answers.group(1)))


main()
