// Real servers of Debian's on the loopback interface, for the scripts that drive a Chromium: each answers with its port, and all have
// the same files but the one of news. They are those of crates/napkin-retrieve/tests/protocols/real.rs.
import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createSocket} from 'node:dgram';
import {connect, createServer} from 'node:net';
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

// Starts a program that listens by itself, and waits until it does.
async function start(port, program, ...options) {
    running.push(spawn(program, options, {stdio: 'ignore', env}));
    for (let turn = 0; turn < 200; turn++) {
        await new Promise(done => setTimeout(done, 50));
        const isUp = await new Promise(done => {
            const socket = connect(port, '127.0.0.1', () => { socket.destroy(); done(true); });
            socket.on('error', () => done(false));
        });
        if (isUp) return port;
    }
    throw new Error(`${program} does not start`);
}

async function free() {
    const server = createServer();
    const port = await listening(server);
    await new Promise(done => server.close(done));
    return port;
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
export async function pyftpdlib(root) {
    const port = await free();
    return start(port, '/usr/bin/python3', '-W', 'ignore', '-m', 'pyftpdlib', '-i', '127.0.0.1', '-p', String(port), '-d', root);
}

export async function nginx(root) {
    const port = await free(), apart = folder();
    write(join(apart, 'conf'), `daemon off; master_process off; pid ${apart}/pid; error_log ${apart}/errors; events {}
        http { access_log off; types { text/html html; text/css css; image/gif gif; } client_body_temp_path ${apart}/1; proxy_temp_path ${apart}/2;
        fastcgi_temp_path ${apart}/3; uwsgi_temp_path ${apart}/4; scgi_temp_path ${apart}/5; server { listen 127.0.0.1:${port}; root ${root}; } }`);
    return start(port, 'nginx', '-c', join(apart, 'conf'), '-e', join(apart, 'errors'));
}

export async function tftpd(root) {
    if (!mayStart('in.tftpd')) return undefined;
    const socket = createSocket('udp4');
    const port = await new Promise(done => socket.bind(0, '127.0.0.1', () => done(socket.address().port)));
    await new Promise(done => socket.close(done));
    running.push(spawn('in.tftpd', ['--listen', '--foreground', '--user', 'nobody', '--address', `127.0.0.1:${port}`, '--secure', root], {stdio: 'ignore', env}));
    return port;
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
