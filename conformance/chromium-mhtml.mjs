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
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, relative, resolve} from 'node:path';
import {files, start, tab, wait} from './chromium.mjs';
import {difference} from './pictures.mjs';

const [napkin, messages, rootArgument, count, ...folders] = process.argv.slice(2);
const root = resolve(rootArgument);
const folder = mkdtempSync(join(tmpdir(), 'mhtml-'));
const server = await files(root, join(folder, 'apart'));
const origin = server.origin;

const browser = start(folder, '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');

// Opens a page in a tab of its own, does something there, and closes it.
async function visit(url, act) {
    const one = await tab(browser);
    await one.send('Emulation.setScriptExecutionDisabled', {value: true});
    await one.shape(1000, 800);
    await one.visit(url, 10000);
    await one.shape(1000, Math.max(1, Math.min(4000, await one.height())));
    await wait(150);
    const done = await act(one);
    await one.close();
    return done;
}

// What an expression is in a page, beside its scripts.
async function evaluate({send}, expression) {
    const {frameTree} = await send('Page.getFrameTree');
    const {executionContextId} = await send('Page.createIsolatedWorld', {frameId: frameTree.frame.id});
    return (await send('Runtime.evaluate', {expression, contextId: executionContextId, returnByValue: true})).result?.value;
}

const look = url => visit(url, one => one.picture());
const DISABLE = "for (const control of document.querySelectorAll('button, input, select, textarea')) control.disabled = true";
const lookDisabled = url => visit(url, async one => {
    await evaluate(one, DISABLE);
    await wait(100);
    return one.picture();
});
const save = url => visit(url, async one => (await one.send('Page.captureSnapshot', {format: 'mhtml'})).data);

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

// How many images of a message come to something.
const COUNT = '[...document.images].filter(image => image.naturalHeight === 7).length';
const images = path => visit(`file://${path}`, async of => Number(await evaluate(of, COUNT) ?? 0));

// The messages.
let resolved = 0, references = 0;
const table = readFileSync(join(messages, 'references.tsv'), 'utf8').split('\n').filter(line => line && !line.startsWith('#'));
for (const name of new Set(table.map(line => line.split('\t')[0]))) {
    references += table.filter(line => line.startsWith(`${name}\t`)).length;
    const copy = join(folder, `${name}.mhtml`);
    writeFileSync(copy, readFileSync(join(messages, `${name}.mht`)));
    resolved += await images(copy);
}
console.log(`of ${references} references of the messages Chromium finds ${resolved}`);

// A page that is a file: of URLs that are not of HTTP Chromium does not take off fragments. What it loads is beside it, above it, and named
// from the root, and no name tells where that is.
const menu = join(folder, 'menu');
mkdirSync(menu);
for (const place of [folder, menu]) {
    writeFileSync(join(place, 'napkin.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="7"/>');
}
const napkins = ['napkin.svg', 'napkin.svg#top', '../napkin.svg', join(menu, 'napkin.svg')];
writeFileSync(join(menu, 'file.html'), '<!DOCTYPE html><title>Napkins</title>' + napkins.map(name => `<img src="${name}">`).join(''));
run('bundle', '-q', '--root', folder, join(menu, 'file.html'), '-o', join(folder, 'file.mhtml'));
const ofFile = await images(join(folder, 'file.mhtml'));
const tells = readFileSync(join(folder, 'file.mhtml'), 'utf8').includes(basename(folder));
console.log(`of ${napkins.length} references of a page that is a file Chromium finds ${ofFile}${tells ? '; it names its folder' : ''}`);

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
        const before = server.count();
        if (!await isLike(`file://${written}`, original, disabled)) differs(name, 'written by napkin');
        if (server.count() !== before) {
            asking += 1;
            console.log(`${name}: written by napkin, it asks the server for ${server.count() - before} objects`);
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
browser.end(failed || references !== table.length || ofFile !== napkins.length || tells ? 1 : 0);
