// Holds MHTML against a Chromium: what `napkin bundle --format mhtml` writes, what Chromium itself writes, and messages that it
// cannot read. chromium-mhtml.sh runs it:
//
//   node chromium-mhtml.mjs NAPKIN MESSAGES ROOT PAGES FOLDER...
//
// NAPKIN is the command, MESSAGES the folder with the messages of the RFCs, ROOT the folder that is served, PAGES how many pages of
// each FOLDER below it, taken at even distances of their sorted list. CHROMIUM names the browser. Of every page there are pictures
// that have to be the same to the pixel: as it is served; the MHTML of `napkin bundle`, opened from a file; the MHTML that Chromium
// saves of it, opened from a file by Chromium; and that made into one page of HTML by `napkin bundle`, and into a folder by `napkin
// unbundle`. The last two may look as the third does, where that is not the page any more. Scripts are off, since Chromium runs none
// of an archive; it also disables what could be filled in, so that the page with that disabled is as good. While an archive is open
// nothing may be asked of the server, and names of hosts resolve to nothing.
import {spawnSync} from 'node:child_process';
import {createServer} from 'node:http';
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {extname, join, relative, resolve} from 'node:path';
import {start} from './chromium.mjs';
import {difference} from './pictures.mjs';

const [napkin, messages, rootArgument, count, ...folders] = process.argv.slice(2);
const root = resolve(rootArgument);
const TYPES = {'.html': 'text/html', '.htm': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.jpg': 'image/jpeg', '.gif': 'image/gif', '.ico': 'image/x-icon', '.woff2': 'font/woff2',
    '.woff': 'font/woff', '.ttf': 'font/ttf', '.json': 'application/json'};

const folder = mkdtempSync(join(tmpdir(), 'mhtml-'));
let served = 0;
const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url.split(/[?#]/)[0]);
    const path = asked.startsWith('/~apart/') ? join(folder, 'apart', asked.slice(8)) : join(root, asked);
    served += 1;
    try {
        const bytes = readFileSync(path);
        response.writeHead(200, {'content-type': TYPES[extname(path)] ?? 'application/octet-stream'});
        response.end(bytes);
    } catch {
        response.writeHead(404);
        response.end();
    }
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${server.address().port}/`;

const {send, listen, end} = start(folder, '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// Opens a page in a tab of its own, does something there, and closes it.
async function visit(url, act) {
    const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
    let isLoaded;
    const loaded = new Promise(done => { isLoaded = done; });
    listen(({method}) => { if (method === 'Page.loadEventFired') isLoaded(); });
    const of = (method, params) => send(method, params, sessionId);
    await of('Page.enable');
    await of('Emulation.setScriptExecutionDisabled', {value: true});
    const metrics = height => ({width: 1000, height, deviceScaleFactor: 1, mobile: false});
    await of('Emulation.setDeviceMetricsOverride', metrics(800));
    await of('Page.navigate', {url});
    await Promise.race([loaded, wait(10000)]);
    const {cssContentSize} = await of('Page.getLayoutMetrics');
    const height = Math.min(4000, Math.ceil(cssContentSize?.height ?? 800));
    await of('Emulation.setDeviceMetricsOverride', metrics(Math.max(1, height)));
    await wait(150);
    const done = await act(of);
    await send('Target.closeTarget', {targetId});
    return done;
}

// What an expression is in a page, beside its scripts.
async function evaluate(of, expression) {
    const {frameTree} = await of('Page.getFrameTree');
    const {executionContextId} = await of('Page.createIsolatedWorld', {frameId: frameTree.frame.id});
    return (await of('Runtime.evaluate', {expression, contextId: executionContextId, returnByValue: true})).result?.value;
}

const picture = async of => Buffer.from((await of('Page.captureScreenshot', {format: 'png'})).data, 'base64');
const look = url => visit(url, picture);
const DISABLE = "for (const control of document.querySelectorAll('button, input, select, textarea')) control.disabled = true";
const lookDisabled = url => visit(url, async of => {
    await evaluate(of, DISABLE);
    await wait(100);
    return picture(of);
});
const save = url => visit(url, async of => (await of('Page.captureSnapshot', {format: 'mhtml'})).data);

// Whether a page looks like one of some pictures; the edges of letters are not the same each time, not even of one page.
async function isLike(url, ...pictures) {
    for (let again = 0; again < 4; again++) {
        const picture = await look(url);
        if (pictures.some(other => difference(picture, other) === 0)) return true;
    }
    return false;
}

function pages(place) {
    const found = readdirSync(place, {recursive: true}).filter(name => name.endsWith('.html')).map(name => join(place, name));
    found.sort();
    const step = Math.max(1, found.length / Number(count));
    return Array.from({length: Math.min(count, found.length)}, (_, number) => found[Math.floor(number * step)]);
}

function run(...options) {
    const done = spawnSync(napkin, options);
    if (done.status === 2 || done.status === null) throw new Error(`${options.join(' ')}: ${done.stderr}`);
    return done.status;
}

// The messages: how many images of each come to something.
let resolved = 0, references = 0;
const table = readFileSync(join(messages, 'references.tsv'), 'utf8').split('\n').filter(line => line && !line.startsWith('#'));
for (const name of new Set(table.map(line => line.split('\t')[0]))) {
    references += table.filter(line => line.startsWith(`${name}\t`)).length;
    const copy = join(folder, `${name}.mhtml`);
    writeFileSync(copy, readFileSync(join(messages, `${name}.mht`)));
    const expression = '[...document.images].filter(image => image.naturalHeight === 7).length';
    resolved += await visit(`file://${copy}`, async of => Number(await evaluate(of, expression) ?? 0));
}
console.log(`of ${references} references of the messages Chromium finds ${resolved}`);

let compared = 0, asking = 0, incomplete = 0;
const different = {'written by napkin': 0, 'as Chromium opens its own': 0, 'Chromium\'s, bundled': 0, 'Chromium\'s, unbundled': 0};
function differs(name, what) {
    different[what] += 1;
    console.log(`${name}: ${what}, it looks different`);
}
for (const place of folders) {
    for (const page of pages(join(root, place))) {
        const name = relative(root, page);
        const there = origin + name.split('/').map(encodeURIComponent).join('/');
        const [written, saved, again] = ['written.mhtml', 'saved.mhtml', 'again.html'].map(file => join(folder, `${compared}-${file}`));
        const apart = join(folder, 'apart', String(compared));
        incomplete += run('bundle', '-q', '--root', root, '--base', there, page, '--format', 'mhtml', '-o', written);
        const original = await look(there), disabled = await lookDisabled(there);
        const before = served;
        if (!await isLike(`file://${written}`, original, disabled)) differs(name, 'written by napkin');
        if (served !== before) {
            asking += 1;
            console.log(`${name}: written by napkin, it asks the server for ${served - before} objects`);
        }
        writeFileSync(saved, await save(there));
        const chromiums = await look(`file://${saved}`);
        const isSame = await isLike(`file://${saved}`, original, disabled);
        different['as Chromium opens its own'] += isSame ? 0 : 1;
        run('bundle', '-q', saved, '-o', again);
        if (!await isLike(`file://${again}`, original, chromiums)) differs(name, 'Chromium\'s, bundled');
        mkdirSync(join(folder, 'apart'), {recursive: true});
        run('unbundle', '-q', saved, '-o', apart);
        const file = relative(folder, saved).replace('.mhtml', '.html');
        if (!await isLike(`${origin}~apart/${compared}/${file}`, original, chromiums)) differs(name, 'Chromium\'s, unbundled');
        compared += 1;
    }
}
const counts = Object.entries(different).map(([what, number]) => `${what} ${number}`).join(', ');
console.log(`${compared} pages, ${incomplete} with something missing; that look different: ${counts}; ${asking} ask the server for anything`);
server.close();
const failed = asking || Object.entries(different).some(([what, number]) => number && what !== 'as Chromium opens its own');
end(failed || references !== table.length ? 1 : 0);
