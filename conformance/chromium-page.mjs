// The workbench in a Chromium: see chromium-page.sh.
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {start} from './chromium.mjs';

const [napkin, axePath, pictures, markup, example] = process.argv.slice(2);
const axe = readFileSync(axePath, 'utf8');
const server = spawn(napkin, ['serve', '--listen', '127.0.0.1:0', '--max-connections', '20000', '--header-timeout', '600'],
    {stdio: ['ignore', 'ignore', 'pipe']});
const origin = await new Promise(done => {
    // The line may come in pieces.
    let said = '';
    server.stderr.on('data', data => {
        said += data;
        const found = /(http:\/\/[^/]+)\//.exec(said);
        if (found) done(found[1]);
    });
});
const browser = start(mkdtempSync(join(tmpdir(), 'napkin-page-')));
let failures = 0, checks = 0;
const check = (what, good, seen = '') => {
    checks++;
    if (good) return;
    failures++;
    console.log(`wrong: ${what}${seen === '' ? '' : ': ' + JSON.stringify(seen).slice(0, 600)}`);
};

const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
const send = (method, params) => browser.send(method, params, sessionId);
// Whatever the page complains of, and every address it asks.
const complaints = [], asked = [], dialogs = [];
let loaded = () => {}, frame;
browser.listen(({method, params}) => {
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description);
    if (method === 'Log.entryAdded') complaints.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url);
    if (method === 'Page.loadEventFired') loaded();
    // A frame without rights is a process of its own.
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'iframe') frame = params.sessionId;
    if (method === 'Page.javascriptDialogOpening') {
        dialogs.push(params.message);
        send('Page.handleJavaScriptDialog', {accept: true});
    }
});
await send('Target.setAutoAttach', {autoAttach: true, waitForDebuggerOnStart: false, flatten: true});
for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'DOM']) await send(domain + '.enable');

// The value of an expression in the page.
const evaluate = async expression => {
    const {result, exceptionDetails} = await send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
};
const visit = async path => {
    const done = new Promise(finish => { loaded = finish; });
    await send('Page.navigate', {url: 'about:blank'});
    await done;
    const ready = new Promise(finish => { loaded = finish; });
    await send('Page.navigate', {url: origin + path});
    await ready;
};
// Waits until an expression is true, or says that it never was.
const until = async (what, expression) => {
    for (let turn = 0; turn < 600; turn++) {
        if (await evaluate(expression)) return check(what, true);
        await new Promise(done => setTimeout(done, 50));
    }
    check(what, false, await evaluate('document.body.innerText'));
};
const type = text => send('Input.insertText', {text});
const press = async (key, code, modifiers = 0) => {
    const text = key === 'Enter' ? '\r' : key.length === 1 && !modifiers ? key : undefined;
    await send('Input.dispatchKeyEvent', {type: 'keyDown', key, code, modifiers, text, windowsVirtualKeyCode: key === 'Enter' ? 13 : key === 'Escape' ? 27 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0)});
    await send('Input.dispatchKeyEvent', {type: 'keyUp', key, code, modifiers});
};
const click = async selector => {
    const {x, y} = await evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`);
    for (const kind of ['mousePressed', 'mouseReleased']) {
        await send('Input.dispatchMouseEvent', {type: kind, x, y, button: 'left', clickCount: 1});
    }
};
const shape = (width, scheme, mobile = false) => Promise.all([
    send('Emulation.setDeviceMetricsOverride', {width, height: 900, deviceScaleFactor: 1, mobile}),
    send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]}),
]);
const picture = async name => {
    const {cssContentSize} = await send('Page.getLayoutMetrics');
    const clip = {x: 0, y: 0, width: Math.max(cssContentSize.width, await evaluate('innerWidth')), height: Math.min(cssContentSize.height, 4000), scale: 1};
    const {data} = await send('Page.captureScreenshot', {captureBeyondViewport: true, clip});
    writeFileSync(join(pictures, name + '.png'), Buffer.from(data, 'base64'));
};
const accessible = async name => {
    // The page's policy does not bind what the debugger runs.
    await evaluate(axe + '; 0');
    const found = await evaluate(`axe.run(document, {iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(({violations, passes}) => ({passes: passes.length, violations: violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(node => node.html.slice(0, 120) + ' ' + node.failureSummary).join(' | '))}))`);
    check(`${name}: axe-core`, found.violations.length === 0 && found.passes > 15, found);
};

// Typed: the answer comes as one types, and what stands in the address stays behind #.
await shape(1200, 'light');
await visit('/');
check('the URL has the focus', await evaluate('document.activeElement.id') === 'url');
await accessible('empty page');
await picture('empty');
await type(' <URL:http://sam:secret@pub.example:8o80/a/../b?ink=blue&q=a%2520b#url> ');
await until('the parts are drawn', `document.querySelector('.ruler')?.innerText.replace(/\\s+/g, ' ').includes('pub.example host')`);
await until('the wrong port is a finding', `document.querySelector('article.error a')?.textContent === 'port'`);
check('what was taken off is said', await evaluate(`document.querySelector('.note').textContent.includes('Appendix E')`));
check('the password is masked', !await evaluate(`document.getElementById('answer').innerHTML.includes('secret')`));
check('nor does the address have it', !await evaluate(`location.href.includes('secret')`));
check('the address has the URL behind #', await evaluate(`location.hash.includes('pub.example')`));
await picture('typed-light');
await accessible('typed');
await click('input[name=passwords]');
await until('passwords are shown where that is wanted', `document.querySelector('.ruler').textContent.includes('secret')`);
await click('#base');
await type('http://pub.example/menu/tonight/list');
await click('#url');
await evaluate(`document.getElementById('url').select()`);
await type('../napkins/./%7Etoday;size=2?ink=blue');
await until('the reference is resolved', `document.getElementById('resolution')?.parentNode.innerText.includes('http://pub.example/menu/napkins/%7Etoday;size=2?ink=blue')`);
await click('#other');
await type('HTTP://PUB.example/x');
await until('and compared', `!!document.getElementById('compared')`);
await press('Escape', 'Escape');
await shape(1200, 'dark');
await picture('resolved-dark');
await accessible('resolved, dark');
await shape(390, 'light', true);
await picture('phone');
await accessible('phone');
check('nothing is wider than a phone', await evaluate('document.documentElement.scrollWidth') <= 390);
await shape(1200, 'light');

// A permalink.
await visit('/#url=http%3A%2F%2Fh%2F%3Fa%3D1%26b%3D2&standard=whatwg');
await until('a permalink is read', `document.querySelectorAll('#pairs ~ div tbody tr').length === 2`);
check('its standard too', await evaluate(`document.getElementById('standard').value`) === 'whatwg');
check('what stands behind # was never sent', !asked.some(url => url.startsWith(origin) && /[?]/.test(url)), asked.filter(url => /[?]/.test(url)));

// Keys.
await press('Escape', 'Escape');
await evaluate('document.activeElement.blur()');
await press('d', 'KeyD');
check('d leads to the document', await evaluate('document.activeElement.id') === 'document');
await press('Escape', 'Escape');
await press('/', 'Slash');
check('/ leads to the URL', await evaluate('document.activeElement.id') === 'url');
const outlines = [];
for (let turn = 0; turn < 8; turn++) {
    await press('Tab', 'Tab');
    outlines.push(await evaluate(`getComputedStyle(document.activeElement).outlineStyle`));
}
check('the focus is seen', outlines.every(outline => outline === 'solid'), outlines);

// A data: URL: an image is shown in a frame without rights, HTML as text.
await visit('/#' + new URLSearchParams({url: 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='}));
await until('the image is previewed', `!!document.querySelector('iframe.preview')`);
check('in a frame without rights', await evaluate(`document.querySelector('iframe.preview').sandbox.length === 0 && document.querySelector('iframe.preview').hasAttribute('sandbox')`));
await new Promise(done => setTimeout(done, 300));
const seen = frame ? (await browser.send('Runtime.evaluate', {expression: 'document.images[0]?.naturalWidth', returnByValue: true}, frame)).result.value : 'no frame';
check('and is seen', seen === 1, seen);
await picture('data');
await visit('/#' + new URLSearchParams({url: 'data:text/html,<h1>napkin</h1><script>alert(1)</script>'}));
await until('HTML is text', `document.querySelector('.contents')?.textContent.includes('<script>alert(1)</script>')`);
check('and refused by the screen', await evaluate(`document.querySelector('#answer .problem').textContent.includes('refuses')`));
await accessible('data');

// A document, dropped; its links are filtered.
await visit('/');
await send('Input.dispatchDragEvent', {type: 'dragEnter', x: 300, y: 300, data: {items: [], files: [resolve(example)], dragOperationsMask: 1}});
await send('Input.dispatchDragEvent', {type: 'dragOver', x: 300, y: 300, data: {items: [], files: [resolve(example)], dragOperationsMask: 1}});
await send('Input.dispatchDragEvent', {type: 'drop', x: 300, y: 300, data: {items: [], files: [resolve(example)], dragOperationsMask: 1}});
await until('the links of a dropped file are listed', `document.querySelectorAll('#links ~ div tbody tr').length > 5`);
check('the figure is drawn', await evaluate(`document.querySelector('.figure').textContent.includes('embedded in the content')`));
await evaluate('document.activeElement.blur()');
await press('f', 'KeyF');
check('f leads to the filter', await evaluate('document.activeElement.id') === 'filter');
const all = await evaluate(`document.querySelectorAll('#links ~ div tbody tr').length`);
await type('css');
const left = await evaluate(`[...document.querySelectorAll('#links ~ div tbody tr')].filter(row => !row.hidden).length`);
check('the filter leaves some', left > 0 && left < all, [left, all]);
await picture('document');
await accessible('document');

// Rules.
await visit('/rules');
check('all rules are listed', await evaluate(`document.querySelectorAll('tbody tr').length`) > 100);
await accessible('rules');
await visit('/rules/port');
check('a rule has its example', await evaluate(`document.querySelector('.quote').textContent.includes('^')`));
await accessible('a rule');
await picture('rule');

// Markup in every field: nothing runs.
const before = complaints.length;
for (const payload of readFileSync(markup, 'utf8').split('\n').filter(line => line && !line.startsWith('#'))) {
    for (const fields of [{url: payload, base: payload, other: payload}, {url: 'data:text/html,' + payload}, {url: 'http://h/?' + payload}]) {
        await visit('/#' + new URLSearchParams(fields));
        await until(`an answer to ${payload}`, `document.getElementById('status').textContent !== 'Reading…' && !!document.getElementById('answer').firstChild`);
    }
    await evaluate(`document.getElementById('document').value = ${JSON.stringify(payload + `<a href="${payload}">`)}; document.getElementById('at').value = ''; document.getElementById('linking').requestSubmit()`);
    await until(`links of ${payload}`, `!!document.getElementById('links')`);
    const made = await evaluate(`document.querySelectorAll('xss9, [xss9], #answer script, #answer svg, #answer img, #answer [onerror], #answer [onload], #answer [onfocus], #answer a[href^="javascript:" i], #answer a[href^="data:" i]').length`);
    check(`nothing is made of ${payload}`, made === 0, made);
}
check('no dialog has opened', dialogs.length === 0, dialogs);
check('nothing was refused by the policy, as nothing tried', complaints.length === 0, complaints.slice(0, 3));
check('nothing was loaded from elsewhere', asked.every(url => url.startsWith(origin) || /^(data|about|blob):/.test(url)), asked.filter(url => !url.startsWith(origin)).slice(0, 3));

// Without scripts: the form alone.
await send('Emulation.setScriptExecutionDisabled', {value: true});
await visit('/');
await send('Emulation.setScriptExecutionDisabled', {value: false});
await evaluate('0');
await send('Emulation.setScriptExecutionDisabled', {value: true});
await type('http://h:8o/');
const answered = new Promise(finish => { loaded = finish; });
await press('Enter', 'Enter');
await answered;
const {root: plain} = await send('DOM.getDocument', {depth: 0});
const {outerHTML} = await send('DOM.getOuterHTML', {nodeId: plain.nodeId});
check('the form works without scripts', outerHTML.includes('expected a digit') && outerHTML.includes('class="ruler"'), outerHTML.slice(0, 300));
await send('Emulation.setScriptExecutionDisabled', {value: false});

// 10,000 connections that say nothing; the page goes on.
const port = Number(new URL(origin).port);
const idle = [];
const wanted = 10000;
for (let group = 0; group < wanted / 100; group++) {
    await Promise.all(Array.from({length: 100}, () => new Promise(done => {
        const socket = connect(port, '127.0.0.1', () => { idle.push(socket); done(); });
        socket.on('error', () => done());
    })));
}
// The system completes a connection before the server has taken it.
let open = 0;
for (let turn = 0; turn < 600 && open < wanted; turn++) {
    if (turn) await new Promise(done => setTimeout(done, 100));
    open = Number(/^napkin_connections_open (\d+)$/m.exec(await (await fetch(origin + '/metrics')).text())[1]);
}
check('10,000 idle connections are held', idle.length === wanted && open >= wanted, [idle.length, open]);
const answer = await (await fetch(origin + '/api/parse?url=http://pub.example/')).json();
check('and requests answered', answer.host === 'pub.example');
const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
console.log(`${open} open connections, ${Math.round(memory / 1024)} MiB`);
idle.forEach(socket => socket.destroy());

server.kill('SIGTERM');
console.log(`the page: ${checks} checks, ${failures} failures`);
browser.end(failures ? 1 : 0);
