// Real servers of Debian's on the loopback interface, for the scripts that drive a Chromium: each answers with its port, and all have
// the same files but the one of news. They are those of crates/napkin-retrieve/tests/it/real.rs.
import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync} from 'node:fs';
import {createSocket} from 'node:dgram';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

const isRoot = process.getuid() === 0;
const nobody = isRoot ? {uid: 65534, gid: 65534} : {};
const env = {PATH: process.env.PATH + ':/usr/sbin'};
const running = [], folders = [];

export const listening = server => new Promise(done => server.listen(0, '127.0.0.1', () => done(server.address().port)));

// A folder of its own that everybody may read.
export function folder() {
    const made = mkdtempSync(join(tmpdir(), 'napkin-servers-'));
    chmodSync(made, 0o755);
    folders.push(made);
    return made;
}

export function write(path, content) {
    mkdirSync(dirname(path), {recursive: true, mode: 0o755});
    writeFileSync(path, content, {mode: 0o644});
}

// Whether a server that only root can start can be; if not, says so.
function mayStart(name) {
    if (!isRoot) console.log(`skipped: only root can start ${name}`);
    return isRoot;
}

// Runs a program for each connection, as inetd does.
const inetd = (command, user = {}) => listening(createServer({pauseOnConnect: true}, socket => {
    const [program, ...options] = command(socket.localPort);
    const child = spawn(program, options, {stdio: [socket, socket, 'ignore'], env, ...user});
    child.on('exit', () => socket.destroy());
}));

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// A port of TCP, or of UDP, that was free a moment ago.
async function free(isUdp) {
    if (isUdp) {
        const socket = createSocket('udp4');
        const port = await new Promise(done => socket.bind(0, '127.0.0.1', () => done(socket.address().port)));
        await new Promise(done => socket.close(done));
        return port;
    }
    const server = createServer();
    const port = await listening(server);
    await new Promise(done => server.close(done));
    return port;
}

// Whether a process has a socket that listens at a port of this machine (proc(5)).
function hasPort(pid, port, isUdp) {
    const local = '0100007F:' + port.toString(16).toUpperCase().padStart(4, '0');
    const rows = readFileSync(`/proc/net/${isUdp ? 'udp' : 'tcp'}`, 'utf8').split('\n').map(line => line.trim().split(/\s+/));
    const row = rows.find(row => row[1] === local && row[3] === (isUdp ? '07' : '0A'));
    if (!row) return false;
    try {
        return readdirSync(`/proc/${pid}/fd`).some(file => {
            try {
                return readlinkSync(`/proc/${pid}/fd/${file}`) === `socket:[${row[9]}]`;
            } catch {
                return false;
            }
        });
    } catch {
        return false;
    }
}

// Starts a program that listens by itself at a port that is free, of which `command` is told, and waits until a socket of its own has the
// port: others may have it first, who would then be asked in its place. Then it is started anew, with another.
async function start(command, isUdp = false) {
    let program, options;
    for (let turn = 0; turn < 5; turn++) {
        const port = await free(isUdp);
        [program, ...options] = command(port);
        const server = spawn(program, options, {stdio: 'ignore', env});
        let hasEnded = false;
        server.on('exit', () => { hasEnded = true; });
        server.on('error', () => { hasEnded = true; });
        running.push(server);
        for (let look = 0; look < 1500 && !hasEnded; look++) {
            await pause(20);
            if (hasPort(server.pid, port, isUdp)) return port;
        }
    }
    throw new Error(`${program} does not start`);
}

// It refuses to be root.
export const gophernicus = root => inetd(port => ['gophernicus', '-nu', '-nv', '-h', '127.0.0.1', '-p', String(port), '-r', root], nobody);

export function vsftpd(root) {
    if (!mayStart('vsftpd')) return undefined;
    const apart = folder();
    mkdirSync(join(apart, 'empty'));
    write(join(apart, 'conf'), `listen=NO\nanonymous_enable=YES\nlocal_enable=NO\nanon_root=${root}\nftp_username=daemon\nsecure_chroot_dir=${join(apart, 'empty')}\nseccomp_sandbox=NO\nxferlog_enable=NO\n`);
    return inetd(() => ['vsftpd', join(apart, 'conf')]);
}

// The machine's own Python: Debian's package is no other's.
export const pyftpdlib = root =>
    start(port => ['/usr/bin/python3', '-W', 'ignore', '-m', 'pyftpdlib', '-i', '127.0.0.1', '-p', String(port), '-d', root]);

export function nginx(root) {
    const apart = folder();
    const configuration = port => `daemon off; master_process off; pid ${apart}/pid; error_log ${apart}/errors; events {}
        http { access_log off; types { text/html html htm; text/css css; image/gif gif; image/png png; image/svg+xml svg; application/xhtml+xml xhtml; text/markdown md; text/xml xml; text/plain txt; } client_body_temp_path ${apart}/1; proxy_temp_path ${apart}/2;
        fastcgi_temp_path ${apart}/3; uwsgi_temp_path ${apart}/4; scgi_temp_path ${apart}/5; server { listen 127.0.0.1:${port}; root ${root}; } }`;
    return start(port => {
        write(join(apart, 'conf'), configuration(port));
        return ['nginx', '-c', join(apart, 'conf'), '-e', join(apart, 'errors')];
    });
}

// The server in Python's library.
export const python = root => start(port => ['/usr/bin/python3', '-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root]);

export async function tftpd(root) {
    if (!mayStart('in.tftpd')) return undefined;
    return start(port => ['in.tftpd', '--listen', '--foreground', '--user', 'nobody', '--address', `127.0.0.1:${port}`, '--secure', root], true);
}

// leafnode, which has its places compiled in, in a root of its own: a group pub.menu of articles, each an array of its identifier, its
// further header fields and its text.
export function leafnode(articles) {
    if (!mayStart('leafnode')) return undefined;
    const NEWS = 9;
    const root = folder(), spool = join(root, 'var/spool/news'), program = '/usr/sbin/leafnode';
    const linked = execFileSync('ldd', [program]).toString().split(/\s+/).filter(word => word.startsWith('/'));
    for (const file of [...linked, program]) {
        mkdirSync(dirname(join(root, file)), {recursive: true});
        copyFileSync(file, join(root, file));
    }
    write(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnews:x:9:9::/:/bin/sh\n');
    write(join(root, 'etc/group'), 'root:x:0:\nnews:x:9:\n');
    // It looks its visitors' names up, which takes its time where nobody answers.
    write(join(root, 'etc/nsswitch.conf'), 'hosts: files\n');
    write(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
    // It refuses names that are evidently examples; nothing is asked for this one.
    write(join(root, 'etc/news/leafnode/config'), 'server = news.kim-and-sam-pub.org\nexpire = 20\nhostname = news.kim-and-sam-pub.org\n');
    for (const name of ['failed.postings', 'interesting.groups', 'leaf.node', 'out.going', 'temp.files', 'pub/menu', 'message.id']) {
        mkdirSync(join(spool, name), {recursive: true});
    }
    write(join(spool, 'leaf.node/groupinfo'), `pub.menu ${articles.length} 1 1000000000 The menu\n`);
    articles.forEach(([id, fields, text], before) => {
        const path = join(spool, 'pub/menu', String(before + 1));
        write(path, `Path: pub.example!kim\nFrom: Kim <kim@pub.example>\nNewsgroups: pub.menu\n${fields}\nDate: Mon, 02 Nov 2026 10:00:00 GMT\nMessage-ID: <${id}>\nXref: pub.example pub.menu:${before + 1}\n\n${text}\n`);
        chownSync(path, NEWS, NEWS);
        // It looks an article up in one of a thousand folders by a sum of its own, so that each has it.
        for (let sum = 0; sum < 1000; sum++) {
            const made = join(spool, 'message.id', String(sum).padStart(3, '0'));
            mkdirSync(made, {recursive: true});
            linkSync(path, join(made, `<${id}>`));
        }
    });
    for (const name of ['', 'pub', 'pub/menu', 'leaf.node', 'leaf.node/groupinfo', 'message.id', 'temp.files', 'out.going', 'interesting.groups', 'failed.postings']) {
        chownSync(join(spool, name), NEWS, NEWS);
    }
    return inetd(() => ['chroot', root, program]);
}

// Ends what was started, and removes what was made.
export function end() {
    running.forEach(server => server.kill());
    folders.forEach(made => rmSync(made, {recursive: true, force: true}));
}
