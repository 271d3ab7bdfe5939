// Asks a Chromium for the absolute URLs of the elements of real pages, and compares them with those of `napkin links`:
//
//   node chromium-links.mjs NAPKIN PAGES FOLDER
//
// NAPKIN is the command, FOLDER what ./fetch-pages.sh has laid out, PAGES how many pages of each package there, taken at even
// distances of their sorted list. CHROMIUM names the browser. Each page is served from this machine, without any script,
// refresh or subresource (Content-Security-Policy), so that it stays what it was; scripts that are off make elements of
// what is in a `noscript`, as napkin reads it too. What a property says of an attribute that is there is compared: `href`,
// `src`, `action` and the others that the HTML standard reflects as URLs. It prints a table of what was compared to standard
// output, and each difference to standard error.
import {spawnSync} from 'node:child_process';
import {createServer} from 'node:http';
import {mkdtempSync, readFileSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {start} from './chromium.mjs';

const [napkin, count, root] = process.argv.slice(2);
const PROPERTIES = {
    'a[href]': 'href', 'area[href]': 'href', 'link[href]': 'href',
    'audio[src]': 'src', 'embed[src]': 'src', 'frame[src]': 'src', 'iframe[src]': 'src', 'img[src]': 'src', 'input[src]': 'src',
    'script[src]': 'src', 'source[src]': 'src', 'track[src]': 'src', 'video[src]': 'src', 'video[poster]': 'poster',
    'object[data]': 'data', 'object[codebase]': 'codeBase', 'form[action]': 'action', 'button[formaction]': 'formAction',
    'input[formaction]': 'formAction', 'blockquote[cite]': 'cite', 'q[cite]': 'cite', 'del[cite]': 'cite', 'ins[cite]': 'cite',
    'img[longdesc]': 'longDesc', 'iframe[longdesc]': 'longDesc', 'frame[longdesc]': 'longDesc', 'img[lowsrc]': 'lowsrc',
};

// Evaluated in the page: the URL of each attribute that is there. One that cannot be parsed is given back as it stands.
const ASK = `(properties => {
    const found = [];
    for (const element of document.querySelectorAll('*')) {
        if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
        for (const {name, value} of element.attributes) {
            const place = element.localName + '[' + name + ']';
            if (!Object.hasOwn(properties, place)) continue;
            found.push(place + ' ' + (URL.canParse(value, document.baseURI) ? element[properties[place]] : '(no URL)'));
        }
    }
    return JSON.stringify({at: document.URL, base: document.querySelector('base[href]') !== null, found});
})(${JSON.stringify(PROPERTIES)})`;

let served = {};
const server = createServer((request, response) => {
    if (request.url !== served.path) {
        response.writeHead(204);
        return response.end();
    }
    response.writeHead(200, {'content-type': 'text/html', 'content-security-policy': "default-src 'none'; sandbox"});
    response.end(served.bytes);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${server.address().port}`;

const folder = mkdtempSync(join(tmpdir(), 'links-'));
const {send, listen, end} = start(folder, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');

const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
await send('Page.enable', {}, sessionId);

async function byChromium(url) {
    const isLoaded = new Promise((done, fail) => {
        listen(({method}) => { if (method === 'Page.loadEventFired') done(); });
        setTimeout(() => fail(new Error(`expected ${url} to be loaded within 60 s, but found nothing`)), 60000).unref();
    });
    await send('Page.navigate', {url}, sessionId);
    await isLoaded;
    const {result} = await send('Runtime.evaluate', {expression: ASK}, sessionId);
    const page = JSON.parse(result.value);
    if (page.at !== url) throw new Error(`expected ${url}, but found ${page.at}`);
    return page;
}

// What napkin says of the same bytes at the same URL. Its exit status tells that some have no URL.
function byNapkin(path, url) {
    const done = spawnSync(napkin, ['links', '--type', 'html', '--standard', 'whatwg', '--base', url, '--json', path],
        {maxBuffer: 1 << 30});
    if (done.status !== 0 && done.status !== 1) throw new Error(`${path}: ${done.stderr}`);
    const links = String(done.stdout).split('\n').filter(line => line).map(line => JSON.parse(line));
    const place = link => link.context.replace('html ', '');
    return links.filter(link => Object.hasOwn(PROPERTIES, place(link)))
        .map(link => `${place(link)} ${link.ok ? link.absolute : '(no URL)'}`);
}

function pages(place) {
    const found = readdirSync(place, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile() && /\.html?$|\.html\./.test(entry.name))
        .map(entry => join(entry.parentPath ?? entry.path, entry.name));
    found.sort();
    const wanted = Math.min(Number(count), found.length);
    const some = Array.from({length: wanted}, (_, number) => found[Math.floor(number * found.length / wanted)]);
    // The server has no content coding, so that Chromium would not unpack them.
    return some.filter(path => !path.endsWith('.gz'));
}

// What one list has and the other has not.
function without(left, right) {
    const rest = new Map();
    for (const text of right) rest.set(text, (rest.get(text) ?? 0) + 1);
    return left.filter(text => {
        const times = rest.get(text) ?? 0;
        rest.set(text, times - 1);
        return times <= 0;
    });
}

const places = new Map(), total = {pages: 0, bases: 0, links: 0, different: 0};
const {product} = await send('Browser.getVersion');
const packages = readdirSync(root).filter(name => name.endsWith('.version')).map(name => name.slice(0, -8)).sort();
const versions = packages.map(name => `${name} ${readFileSync(join(root, `${name}.version`), 'utf8').trim()}`);
console.log(`# ${product.replace('Headless', '')}; ${versions.join(', ')}`);
console.log('# of\tpages\twith a base\tlinks\tdifferent');
const row = (name, {pages, bases, links, different}) => console.log([name, pages, bases, links, different].join('\t'));
for (const name of packages) {
    const own = {pages: 0, bases: 0, links: 0, different: 0};
    for (const path of pages(join(root, name))) {
        served = {path: '/' + relative(join(root, name), path).split('/').map(encodeURIComponent).join('/'), bytes: readFileSync(path)};
        const page = await byChromium(origin + served.path), found = byNapkin(path, origin + served.path);
        const [ours, theirs] = [without(found, page.found), without(page.found, found)];
        own.pages += 1;
        own.bases += page.base ? 1 : 0;
        own.links += page.found.length;
        own.different += Math.max(ours.length, theirs.length);
        for (const text of page.found) {
            const place = text.split(' ')[0];
            places.set(place, (places.get(place) ?? 0) + 1);
        }
        for (const text of ours.slice(0, 5)) console.error(`${served.path}: only napkin has ${text}`);
        for (const text of theirs.slice(0, 5)) console.error(`${served.path}: only Chromium has ${text}`);
    }
    row(name, own);
    for (const key of Object.keys(total)) total[key] += own[key];
}
row('all', total);
console.log('# attribute\tlinks');
for (const place of [...places.keys()].sort()) console.log(`${place}\t${places.get(place)}`);
server.closeAllConnections();
server.close();
end(total.different ? 1 : 0);
