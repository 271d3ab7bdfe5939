// Looks at pages in a Chromium, as they are served and as `napkin bundle` makes them, and compares the two to the pixel:
//
//   ./fetch-sites.sh && node chromium-bundle.mjs NAPKIN ROOT PAGES FOLDER...
//
// NAPKIN is the command, ROOT the folder that is served, PAGES how many pages of each FOLDER below it, taken at even distances
// of their sorted list. CHROMIUM names the browser. The bundle is moved to an empty folder and opened from there; any request
// but for the file itself, `data:` and `about:`, and for what the bundle's report lists as left, is a failure, and names of
// hosts resolve to nothing. What a script asks for when it runs is counted apart: no bundle can know it. Pictures are of the
// whole page, 1000 pixels wide and up to 4000 long. Each bundle is unbundled again by `napkin unbundle`, and what that gives is
// served and has to look like the original too, or like the bundle.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative, resolve} from 'node:path';
import {files, start, tab, wait} from './chromium.mjs';
import {difference} from './pictures.mjs';

const [napkin, rootArgument, count, ...folders] = process.argv.slice(2);
const root = resolve(rootArgument);
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
const server = await files(root, join(folder, 'apart'));
const served = server.origin;

const browser = start(folder, '--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');

// A picture of a page, and the URLs that it asked for.
async function look(url) {
    const one = await tab(browser, 'Network');
    const asked = [], byScript = [];
    one.listen(({method, params}) => {
        if (method === 'Network.requestWillBeSent') {
            (params.initiator.type === 'script' ? byScript : asked).push(params.request.url);
        }
    });
    await one.shape(1000, 800);
    await one.visit(url, 20000);
    await one.shape(1000, Math.min(4000, await one.height()));
    await one.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => 0)');
    await wait(200);
    const picture = await one.picture();
    await one.close();
    return {picture, asked, byScript: byScript.filter(url => !/^(data|about|blob):/.test(url))};
}

function pages(place) {
    const found = [];
    const walk = path => {
        for (const entry of readdirSync(path, {withFileTypes: true})) {
            if (entry.isDirectory()) walk(join(path, entry.name));
            else if (entry.name.endsWith('.html')) found.push(join(path, entry.name));
        }
    };
    walk(place);
    found.sort();
    const step = Math.max(1, found.length / Number(count));
    return Array.from({length: Math.min(count, found.length)}, (_, number) => found[Math.floor(number * step)]);
}

let asFile = 0, running = 0, compared = 0, different = 0, asking = 0, bytes = 0, incomplete = 0, apartDifferent = 0, apartFiles = 0;
for (const place of folders) {
    for (const page of pages(join(root, place))) {
        const made = join(folder, 'made.html'), empty = join(folder, 'empty', String(compared));
        const done = spawnSync(napkin, ['bundle', '-q', '--root', root, page, '-o', made, '--format', '{ok} {url}']);
        if (done.status === 2) throw new Error(`${page}: ${done.stderr}`);
        incomplete += done.status;
        // What the site lacks, or has outside of the root: a link still, which the original asks for too.
        const left = new Set(String(done.stdout).split('\n').filter(line => line.startsWith('false ')).map(line => line.slice(6)));
        mkdirSync(empty, {recursive: true});
        const moved = join(empty, 'page.html');
        renameSync(made, moved);
        bytes += statSync(moved).size;
        const name = relative(root, page);
        const there = served + name.split('/').map(encodeURIComponent).join('/');
        let original = await look(there);
        let bundle = await look(`file://${moved}`);
        // The edges of letters are not the same each time, not even of one page.
        for (let again = 0; again < 3 && !original.picture.equals(bundle.picture); again++) {
            [original, bundle] = [await look(there), await look(`file://${moved}`)];
        }
        // A script may ask whether the page is served, as those of sqlite3-doc do.
        const asServed = original;
        if (!original.picture.equals(bundle.picture)) {
            const file = await look(`file://${page.split('/').map(encodeURIComponent).join('/')}`);
            if (file.picture.equals(bundle.picture)) {
                original = file;
                asFile += 1;
            }
        }
        const others = bundle.asked.filter(url => !/^(data|about|blob):/.test(url) && url !== `file://${moved}` &&
            !left.has(url.split('#')[0]) && !left.has(url));
        const place = join(folder, 'apart', String(compared));
        const parted = spawnSync(napkin, ['unbundle', '-q', moved, '-o', place]);
        if (parted.status !== 0) throw new Error(`${page}: ${parted.stderr}`);
        apartFiles += readdirSync(place).length;
        const like = picture => [asServed, original, bundle].some(({picture: other}) => difference(picture, other) === 0);
        let isLike = false;
        for (let again = 0; again < 4 && !isLike; again++) {
            isLike = like((await look(`${served}~apart/${compared}/page.html`)).picture);
        }
        if (!isLike) {
            apartDifferent += 1;
            console.log(`${name}: unbundled it looks different`);
        }
        const differ = difference(original.picture, bundle.picture);
        compared += 1;
        running += bundle.byScript.length ? 1 : 0;
        if (differ) {
            different += 1;
            const kept = join(tmpdir(), 'bundle-differs', String(compared));
            mkdirSync(kept, {recursive: true});
            writeFileSync(join(kept, 'served.png'), original.picture);
            writeFileSync(join(kept, 'bundle.png'), bundle.picture);
            console.log(`${name}: ${differ} pixels differ (${kept})`);
        }
        if (others.length) {
            asking += 1;
            console.log(`${name}: asks for ${others.slice(0, 3).join(' ')}`);
        }
    }
}
console.log(`${compared} pages, ${different} look different (${asFile} look as the original does when it is opened as a file, and not as served), ${asking} ask for anything, ${incomplete} had links left; ` +
    `${bytes} bytes; on ${running} a script asks for more when it runs; unbundled into ${apartFiles} files, ${apartDifferent} look different`);
server.close();
browser.end(different || asking || apartDifferent ? 1 : 0);
