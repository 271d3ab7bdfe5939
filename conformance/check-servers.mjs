// The labelled links of data/check on real servers: see check-servers.sh. Each folder is served by nginx and by Python at the root of an
// origin of its own, and its document is checked there. Files are served by vsftpd and gophernicus too, and articles by leafnode.
import {execFile, execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {end, folder, gophernicus, leafnode, nginx, python, vsftpd} from './servers.mjs';

const [napkin] = process.argv.slice(2);
const read = "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))";
const data = new URL('../data/check/folder.toml', import.meta.url).pathname;
const {case: cases} = JSON.parse(execFileSync('python3', ['-c', read, data], {maxBuffer: 1 << 26}));

function bytes(content) {
    if (content.startsWith('base64:')) return Buffer.from(content.slice(7), 'base64');
    if (content.startsWith('utf-16:')) return Buffer.from('\ufeff' + content.slice(7), 'utf16le');
    const [before, ...behind] = content.split('\\xe9');
    return Buffer.concat([Buffer.from(before), ...behind.flatMap(text => [Buffer.from([0xe9]), Buffer.from(text)])]);
}

// Writes a file, or a folder if the name ends with a slash, or a symbolic link.
function put(root, name, content) {
    const path = join(root, name.replace(/\/$/, ''));
    mkdirSync(dirname(path), {recursive: true});
    if (content.startsWith('-> ')) symlinkSync(content.slice(3), path);
    else if (name.endsWith('/')) mkdirSync(path, {recursive: true});
    else writeFileSync(path, bytes(content));
}

function site({files = {}, links, in: name = 'page.html', head = '', write = '<a href="{}"></a>'}) {
    const root = join(folder(), 'site');
    for (const [file, content] of Object.entries(files)) put(root, file, content);
    put(root, name, head + links.map(link => write.replaceAll('{}', () => link.slice(link.indexOf(' ') + 1))).join(''));
    return {root, name};
}

let right = 0;
const wrong = [];

// The command, while the servers of this program answer.
const run = options => new Promise(done => execFile(napkin, options, {maxBuffer: 1 << 26}, (error, stdout, stderr) => done({stdout, stderr})));

async function check(expected, ...options) {
    const {stdout, stderr} = await run(['-q', 'check', '--json', '--allow-private', '--host-interval', '0', ...options]);
    const found = stdout.split('\n').filter(Boolean).map(line => JSON.parse(line));
    if (found.length !== expected.length) wrong.push(`${options.at(-1)}: expected ${expected.length} links, found ${found.length}: ${stderr}`);
    return found;
}

// Where a server makes something else of its files than the paths of files say: the category and the link, and the verdicts for nginx
// and for Python, each with the reason.
const DIFFERENT = [
    // A folder without a slash at its end is redirected.
    ['directories', 'a', 'redirect-permanent', 'redirect-permanent'],
    ['directories', 'a?x', 'redirect-permanent', 'redirect-permanent'],
    ['directories', 'a.b', 'redirect-permanent', 'redirect-permanent'],
    ['folders', 'with', 'redirect-permanent', 'redirect-permanent'],
    // nginx does not show a folder without an index.html; Python lists it, and knows index.htm.
    ['directories', 'a//b//', 'auth', 'ok'],
    ['directories', 'a/b', 'auth', 'redirect-permanent'],
    ['directories', 'a/b/', 'auth', 'ok'],
    ['folders', '../../c', 'auth', 'redirect-permanent'],
    ['folders', '../../c/', 'auth', 'ok'],
    ['folders', 'empty', 'auth', 'redirect-permanent'],
    ['folders', 'empty/', 'auth', 'ok'],
    ['folders', 'with/deep/', 'auth', 'ok'],
    ['folders', '../../d#d', 'auth', 'redirect-permanent'],
    ['folders', '../../d/#d', 'auth', 'ok'],
    ['folders', 'other/', 'auth', 'ok'],
    ['odd bases', '', 'auth', 'ok'],
    ['odd bases', '#own', 'auth', 'fragment-missing'],
    // Both decode an escaped slash before they look for the file.
    ['files', '..%2Fwine.html', 'ok', 'ok'],
    // nginx answers 400; Python closes the connection.
    ['files', 'beer%00.html', 'broken', 'server-error'],
    // Dot segments at the root of a URL are dropped (RFC 3986 section 5.2.4).
    ['base', '../../b/beer.html', 'ok', 'ok'],
    // Without an ending both send application/octet-stream; Python takes `.rs` for a kind of XML.
    ['kinds without places', 'no-extension#y', 'ok', 'ok'],
    ['kinds without places', 'a.rs#L10-L20', 'ok', 'fragment-missing'],
    // nginx is set up without types, so its PDF files are application/octet-stream, whose fragments are not judged.
    ['kinds without places', 'a.pdf#nameddest=x', 'ok', 'fragment-missing'],
    ['fragments of PDF files', 'menu.pdf#page=3', 'ok', 'fragment-missing'],
    ['fragments of PDF files', 'menu.pdf#wine', 'ok', 'fragment-missing'],
    // The places of an encrypted file of a server cannot be known, and are accepted.
    ['fragments of PDF files', 'locked.pdf#page=1', 'ok', 'ok'],
];

const SKIPPED = ['way out', 'symbolic links', 'servers'];
for (const each of cases) {
    const options = ['base', 'index_files', 'fallback_extensions', 'slugs'].some(option => option in each);
    if (options || SKIPPED.includes(each.category) || !(each.in ?? 'page.html').endsWith('.html')) continue;
    const expected = (each.expect ?? each.links).map(link => [link.slice(0, link.indexOf(' ')), link.slice(link.indexOf(' ') + 1)]);
    const {root, name} = site(each);
    for (const [server, port] of [['nginx', await nginx(root)], ['python', await python(root)]]) {
        const found = await check(expected, `http://127.0.0.1:${port}/${name}`);
        expected.forEach(([verdict, link], at) => {
            const said = found[at]?.verdict;
            if (said === verdict) return right++;
            const [,, ofNginx, ofPython] = DIFFERENT.find(([category, text]) => category === each.category && text === link) ?? [];
            // Nobody has the address of another host here.
            const isElsewhere = verdict === 'skipped' && said === 'refused';
            if (isElsewhere || said === (server === 'nginx' ? ofNginx : ofPython)) right++;
            else wrong.push(`${server}, ${each.category}: expected ${verdict} ${link}, found ${said}: ${found[at]?.reason}`);
        });
    }
}

// Files of other schemes.
const root = folder();
for (const [name, content] of Object.entries({'beer.txt': 'beer', 'my ale.txt': 'ale', 'bar/wine.html': '<p id=x>', 'gophermap': '0Beer\t/beer.txt\n'})) put(root, name, content);
const [ftp, gopher] = [await vsftpd(root), await gophernicus(root)];
const news = await leafnode([['beer.1@pub.example', 'Subject: Beer', 'One pint.']]);
const of = (scheme, port, links) => port === undefined ? [] : links.map(([verdict, path]) => [verdict, `${scheme}://127.0.0.1:${port}${path}`]);
const others = [
    ...of('ftp', ftp, [['ok', '/beer.txt'], ['ok', '/my%20ale.txt'], ['ok', '/bar/wine.html'], ['broken', '/gin.txt'], ['broken', '/bar/gin.html'], ['ok', '/bar/'], ['ok', '/'], ['broken', '/gin/']]),
    // A text of gopher has no status, so a missing one is a text as well.
    ...of('gopher', gopher, [['ok', '/0/beer.txt'], ['ok', '/1/'], ['ok', '/0/gin.txt'], ['ok', '/0/my%20ale.txt'], ['ok', '/1/bar']]),
    // leafnode makes an article for any number.
    ...of('nntp', news, [['ok', '/pub.menu/1'], ['ok', '/pub.menu'], ['broken', '/pub.none']]),
    ...(news === undefined ? [] : [['ok', 'news:beer.1@pub.example'], ['broken', 'news:gin.1@pub.example'], ['ok', 'news:pub.menu']]),
];
const page = join(folder(), 'page.html');
writeFileSync(page, others.map(([, url]) => `<a href="${url}"></a>`).join(''));
// Gopher can be made to speak other protocols, so only a port that is named is asked.
const schemes = ['ftp', 'gopher', 'nntp', 'news'].flatMap(scheme => ['--allow-scheme', scheme]).concat('--allow-port', gopher);
const found = await check(others, ...schemes, ...(news === undefined ? [] : ['--news-server', `127.0.0.1:${news}`]), page);
others.forEach(([verdict, url], at) => {
    if (found[at]?.verdict === verdict) right++;
    else wrong.push(`expected ${verdict} ${url}, found ${found[at]?.verdict}: ${found[at]?.reason}`);
});

console.log(`${right} verdicts right, ${wrong.length} wrong`);
console.log(wrong.join('\n'));
end();
process.exit(wrong.length > 0 ? 1 : 0);
