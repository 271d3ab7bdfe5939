#!/usr/bin/env python3
"""Ten thousand connections at `napkin serve`, and slow clients on all of them: what is answered meanwhile, what memory it takes, and
that all of them are gone afterwards; and that each above a limit is told so. Fails where something is not answered or not ended.

usage: connections.py [NAPKIN] [COUNT]      (the command, else the release build; else 10000). Needs `ulimit -n` above COUNT.
"""
import atexit, os, re, resource, socket, subprocess, sys, time, urllib.request

here = os.path.dirname(os.path.abspath(__file__))
napkin = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, '../target/release/napkin')
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

class Server:
    def __init__(self, *options):
        arguments = [napkin, 'serve', '--listen', '127.0.0.1:0', *options]
        self.process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.port = int(re.search(r':(\d+)/', self.process.stderr.readline()).group(1))
        self.host = f'Host: 127.0.0.1:{self.port}\r\n'

    def connect(self):
        stream = socket.create_connection(('127.0.0.1', self.port))
        stream.settimeout(60)
        return stream

    def resident(self):
        with open(f'/proc/{self.process.pid}/status') as status:
            return int(re.search(r'VmRSS:\s+(\d+)', status.read()).group(1)) // 1024

    def metric(self, name):
        with urllib.request.urlopen(f'http://127.0.0.1:{self.port}/metrics') as answer:
            return int(re.search(rf'^napkin_{name} (\d+)$', answer.read().decode(), re.M).group(1))

    def expect_open(self, count):
        """Waits until so many connections are open, and that which asks."""
        begun = time.monotonic()
        while (found := self.metric('connections_open')) != count + 1:
            assert time.monotonic() - begun < 30, f'{found} connections are open'
            time.sleep(0.1)

    def asked(self):
        """The slowest of a hundred requests on connections of their own, in milliseconds."""
        slowest = 0
        for _ in range(100):
            begun = time.monotonic()
            with self.connect() as stream:
                stream.sendall(f'GET /get/data:,napkin HTTP/1.1\r\n{self.host}Connection: close\r\n\r\n'.encode())
                assert whole(stream).endswith(b'napkin')
            slowest = max(slowest, time.monotonic() - begun)
        return slowest * 1000

    def end(self):
        self.process.terminate()
        return self.process.wait()

def whole(stream):
    pieces = []
    try:
        while piece := stream.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b''.join(pieces)

def row(what, *figures):
    print('|', what, '|', ' | '.join(str(figure) for figure in figures), '|', flush=True)

print(f'| {count} connections | answer | resident, MiB |\n|---|--:|--:|')
server = Server('--max-connections', str(count + 100), '--header-timeout', '40', '--max-retrievals', '64')
row('none yet: the slowest of 100 requests', f'{server.asked():.1f} ms', server.resident())
begun = time.monotonic()
streams = [server.connect() for _ in range(count)]
for stream in streams:
    stream.sendall(f'GET /get/data:,napkin HTTP/1.1\r\n{server.host}'.encode())
row('all with half a request: the slowest of 100 others', f'{server.asked():.1f} ms', server.resident())

half = count // 2
for stream in streams[:half]:
    stream.sendall(b'Connection: close\r\n\r\n')
answered = sum(whole(stream).endswith(b'napkin') for stream in streams[:half])
row('half of them send the rest: answered', answered, server.resident())
assert answered == half
# The others send a byte now and then, which does not keep them.
cut = 0
pending = streams[half:]
while pending:
    left = []
    for stream in pending:
        try:
            stream.send(b'x')
            left.append(stream)
        except (BrokenPipeError, ConnectionResetError):
            cut += 1
    pending = left
    time.sleep(1)
    assert time.monotonic() - begun < 120, f'{len(pending)} clients are kept for ever'
row('the others send a byte a second: cut off', cut, server.resident())
for stream in streams:
    stream.close()
assert cut == count - half
server.expect_open(0)
row('afterwards: the slowest of 100 requests', f'{server.asked():.1f} ms', server.resident())
assert server.end() == 0

# Where there is a limit, each above it is told so at once, whether it has asked for something or not; who has a place keeps it.
limit = 1024
server = Server('--max-connections', str(limit), '--header-timeout', '600')
places = [server.connect() for _ in range(limit)]
beyond = [server.connect() for _ in range(count - limit)]
for stream in beyond[::2]:
    try:
        stream.sendall(f'GET /get/data:,napkin HTTP/1.1\r\n{server.host}Connection: close\r\n\r\n'.encode())
    except (BrokenPipeError, ConnectionResetError):
        pass
told = sum(whole(stream).startswith(b'HTTP/1.1 503 ') for stream in beyond)
row(f'a limit of {limit}: of the others turned away', told, server.resident())
assert told == len(beyond)
kept = 0
for stream in places:
    stream.sendall(f'GET /get/data:,napkin HTTP/1.1\r\n{server.host}Connection: close\r\n\r\n'.encode())
    kept += whole(stream).endswith(b'napkin')
row('who has a place: answered', kept, server.resident())
assert kept == limit
server.expect_open(0)
assert server.metric('connections_turned_away_total') == len(beyond)
assert server.end() == 0
