// Asks a Chromium what it does with the documents of data/screen/ that it reads, and compares that with their field
// `chromium`:
//
//   cargo run --bin screen_cases | node chromium-screen.mjs
//
// CHROMIUM names the browser. It is driven by the DevTools protocol over a pipe, one page a document: a request to a
// data: URL, a navigation to one, or else an element's property that is one. What the browser brings along itself, the
// icon of its error page and the style of its view of XML, is left out. Nothing is fetched from a network.
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {start} from './chromium.mjs';

const PAGE = style => `<!DOCTYPE html><link rel=stylesheet href="${style}">
<q class=x><p data-text=x>x<ul><li>x</ul></p></q><a href=x>y</a><input>`;
const ITS_OWN = /^data:image\/(png;base64,iVBORw0KGgo|svg\+xml,<svg xmlns='http)/;
const isData = url => /^data:/.test(url ?? '') && !ITS_OWN.test(url);

// Evaluated in the page: whether an element has a property that is a data: URL. An animated one may be it only then.
const RESOLVES = `(() => {
    const names = ['href', 'src', 'data', 'action', 'formAction', 'poster', 'cite', 'longDesc', 'background', 'currentSrc'];
    const isData = value => typeof value === 'string' && new URL(value, 'http://h/').protocol === 'data:';
    const has = document => [...document.querySelectorAll('*')].some(element =>
        names.some(name => [element[name], element[name]?.baseVal, element[name]?.animVal].some(isData)) ||
        element.hasAttribute('srcdoc') && element.contentDocument && has(element.contentDocument));
    return has(document);
})()`;

const folder = mkdtempSync(join(tmpdir(), 'screen-'));
const {send, listen, end} = start(folder, '--allow-file-access-from-files');

// What the event says the page, or a frame of it, does with a data: URL.
function requests({method, params}) {
    switch (method) {
        case 'Network.requestWillBeSent': return isData(params.request.url);
        case 'Page.frameScheduledNavigation':
        case 'Page.frameRequestedNavigation': return isData(params.url);
        case 'Page.frameNavigated': return isData(params.frame.url);
        default: return false;
    }
}

async function ask({id, format, document}) {
    let file = join(folder, `${id}.${format}`);
    writeFileSync(file, Buffer.from(document, 'hex'));
    if (format === 'css') writeFileSync(file += '.html', PAGE(`${id}.css`));
    const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
    let requested = false;
    listen(event => {
        requested ||= requests(event);
    });
    await send('Network.enable', {}, sessionId);
    await send('Page.enable', {}, sessionId);
    await send('Page.navigate', {url: `file://${file}`}, sessionId);
    await new Promise(resolve => setTimeout(resolve, 300));
    const {result} = await send('Runtime.evaluate', {expression: RESOLVES}, sessionId);
    await send('Target.closeTarget', {targetId});
    return requested ? 'requested' : result?.value === true ? 'resolved' : 'nothing';
}

let different = 0, asked = 0;
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
    const one = JSON.parse(line), found = await ask(one);
    asked += 1;
    if (found !== one.chromium) {
        different += 1;
        console.log(`${one.id}: ${found}, not ${one.chromium}`);
    }
}
console.log(`${asked} documents, ${different} differ`);
end(different ? 1 : 0);
