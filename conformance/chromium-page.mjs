// The workbench in a Chromium: see chromium-page.sh.
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {checks, connections, memory, serve, start, tab, wait} from './chromium.mjs';

const [napkin, axePath, pictures, markup, data, examples] = process.argv.slice(2);
const axe = readFileSync(axePath, 'utf8');
const own = await serve(napkin, '--max-connections', '20000', '--header-timeout', '600');
const {origin} = own;
const {check, eventually, counts} = checks();
const browser = start(mkdtempSync(join(tmpdir(), 'napkin-page-')));
const page = await tab(browser, 'Runtime', 'Log', 'Network', 'DOM');
const {send, evaluate, click, dialogs} = page;
// Whatever the page complains of, and every address it asks.
const complaints = [], asked = [], held = [];
let frame;
page.listen(({method, params}) => {
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description);
    if (method === 'Log.entryAdded') complaints.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url);
    if (method === 'Fetch.requestPaused') held.push(params.requestId);
    // A frame without rights is a process of its own.
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'iframe') frame = params.sessionId;
});
await send('Target.setAutoAttach', {autoAttach: true, waitForDebuggerOnStart: false, flatten: true});
const visit = async path => {
    await page.visit('about:blank');
    await page.visit(origin + path);
};
// Waits until an expression is true, or says that it never was.
const until = (what, expression) => eventually(what, () => evaluate(expression), () => evaluate('document.body.innerText'));
const type = text => send('Input.insertText', {text});
const press = async (key, code, modifiers = 0) => {
    const text = key === 'Enter' ? '\r' : key.length === 1 && !modifiers ? key : undefined;
    await send('Input.dispatchKeyEvent', {type: 'keyDown', key, code, modifiers, text, windowsVirtualKeyCode: key === 'Enter' ? 13 : key === 'Escape' ? 27 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0)});
    await send('Input.dispatchKeyEvent', {type: 'keyUp', key, code, modifiers});
};
const shape = async (width, scheme, mobile = false) => {
    await page.shape(width, 900, mobile);
    await page.colours(scheme);
};
const picture = async name => {
    const clip = {x: 0, y: 0, width: await evaluate('innerWidth'), height: Math.min(await page.height(), 4000), scale: 1};
    writeFileSync(join(pictures, name + '.png'), await page.picture({captureBeyondViewport: true, clip}));
};
const accessible = async name => {
    // The page's policy does not bind what the debugger runs.
    await evaluate(axe + '; 0');
    const found = await evaluate(`axe.run(document, {iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(({violations, passes}) => ({passes: passes.length, violations: violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(node => node.html.slice(0, 120) + ' ' + node.failureSummary).join(' | '))}))`);
    check(`${name}: axe-core`, found.violations.length === 0 && found.passes > 15, found);
};

const drop = async file => {
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await send('Input.dispatchDragEvent', {type, x: 300, y: 300, data: {items: [], files: [resolve(file)], dragOperationsMask: 1}});
    }
};
// The text of the section under a heading, by the heading's id.
const section = id => evaluate(`(() => { const section = document.getElementById('${id}')?.closest('section'); section?.querySelectorAll('details').forEach(one => one.open = true); return section?.innerText ?? ''; })()`);
const has = async (what, id, ...texts) => {
    const text = await section(id);
    check(what, texts.every(one => text.includes(one)), text);
};
// Light, dark and at a phone's width: nothing that axe-core finds, nothing wider than the phone, and a picture of each.
const inEveryForm = async name => {
    for (const [form, width, scheme, mobile] of [['light', 1200, 'light', false], ['dark', 1200, 'dark', false], ['phone', 390, 'light', true], ['phone-dark', 390, 'dark', true]]) {
        await shape(width, scheme, mobile);
        await accessible(`${name}, ${form}`);
        if (form !== 'phone-dark') await picture(`${name}-${form}`);
        if (mobile) check(`${name}: nothing is wider than a phone`, await evaluate('document.documentElement.scrollWidth') <= 390, await evaluate('document.documentElement.scrollWidth'));
        const lists = await evaluate(`[...document.querySelectorAll('.list')].map(list => [list.clientWidth, list.scrollWidth])`);
        if (mobile) {
            const stacks = await evaluate(`[...document.querySelectorAll('.stack')].filter(one => one.clientWidth && one.scrollWidth > one.clientWidth).map(one => one.ariaLabel + one.scrollWidth)`);
            check(`${name}: no comparison is scrolled sideways`, stacks.length === 0, stacks);
        }
        check(`${name}: no list is scrolled sideways`, lists.every(([seen, all]) => all <= seen), lists);
    }
    await shape(1200, 'light');
};
// The commands that a page prints, run as they stand by a shell that knows `$'..'`; what each says, and its status, which is 2 where it is no command.
const run = async () => (await evaluate(`document.querySelector('.commands').textContent`)).trim().split('\n').map(line => {
    const options = {encoding: 'utf8', cwd: examples, input: '', env: {...process.env, NAPKIN: resolve(napkin)}, stdio: ['pipe', 'pipe', 'pipe']};
    try {
        return {line, out: execFileSync('bash', ['-c', `napkin() { "$NAPKIN" "$@"; }\n${line}`], options), status: 0};
    } catch ({stdout, stderr, status}) {
        return {line, out: stdout + stderr, status};
    }
});

// Typed: the answer comes as one types, and what stands in the address stays behind #.
await shape(1200, 'light');
await visit('/');
check('the URL has the focus', await evaluate('document.activeElement.id') === 'url');
await accessible('empty page');
await picture('empty');
await type(' <URL:http://sam:secret@pub.example:8o80/a/../b?ink=blue&q=a%2520b#url> ');
await until('the parts are drawn', `document.querySelector('.ruler')?.innerText.replace(/\\s+/g, ' ').includes('pub.example host')`);
await until('the wrong port is a finding', `[...document.querySelectorAll('article.error a')].some(link => link.textContent === 'port')`);
check('what was taken off is said', await evaluate(`document.querySelector('.note').textContent.includes('Appendix E')`));
check('the password is masked', !await evaluate(`document.getElementById('answer').innerHTML.includes('secret')`));
check('nor does the address have it', !await evaluate(`location.href.includes('secret')`));
check('the address has the URL behind #', await evaluate(`location.hash.includes('pub.example')`));
// Each element that the page has to have, where it has to show something.
const brackets = await evaluate(`[...document.querySelectorAll('.ruler .part')].map(part => part.querySelector('span').textContent + ':' + getComputedStyle(part.querySelector('code'), '::after').borderBottomWidth)`);
check('components are a labelled ruler, each with a bracket', ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'].every(name => brackets.includes(name + ':2px')), brackets);
await has('findings have an explanation, a citation and a place', 'findings', 'expected a digit', 'RFC 3986 section 3.2.3', '^');
check('and the reason', (await evaluate(`document.querySelector('article.error .why').textContent`)).length > 40);
await has('the standards stand side by side', 'readings', 'draft of 1997', 'RFC 3986', 'RFC 3987', 'WHATWG', '≠');
await has('the audit rejects it', 'audit', '✗ reject', 'What 13 programs see');
await has('and finds a password', 'findings', 'password-in-url');
check('the audit’s findings have levels', await evaluate(`[...document.querySelectorAll('#findings ~ article h3')].every(head => /^[0-9]* ?(low|medium|high|error|remark): /.test(head.textContent)) && document.querySelectorAll('#findings ~ article').length > 0`));
check('and reasons and citations', await evaluate(`[...document.querySelectorAll('#findings ~ article')].every(one => one.querySelector('.why').textContent && one.querySelector('.aside').textContent)`));
check('the password is in no reading', !(await section('audit')).includes('secret'));
await has('escapes are decoded', 'decoded', 'a%2520b', 'a%20b', 'once more');
await has('pairs are a table', 'pairs', 'ink', 'blue', 'a%20b');
await has('the scheme has its card', 'registry', 'http', 'permanent', 'default port', '80', 'All that is known of it');
await inEveryForm('typed');
await click('input[name=passwords]');
await until('passwords are shown where that is wanted', `document.querySelector('.ruler').textContent.includes('secret')`);
await click('#base');
await type('http://pub.example/menu/tonight/list');
await click('#url');
await evaluate(`document.getElementById('url').select()`);
await type('../napkins/./%7Etoday;size=2?ink=blue');
await until('the reference is resolved', `document.getElementById('resolution')?.parentNode.innerText.includes('http://pub.example/menu/napkins/%7Etoday;size=2?ink=blue')`);
await has('step by step', 'resolution', 'No scheme: that of the base', '5.2.2', 'The base’s path up to its last slash', '5.2.3', 'Dot segments are removed', '5.2.4', 'Put together', '5.3');
await has('and what every standard makes of it', 'resolution', 'draft1997', 'rfc3987', 'whatwg');
await has('the normal form has its rungs', 'normal', 'case', 'percent', 'path', 'scheme', 'whatwg', '../napkins/./~today;size=2?ink=blue');
check('a change is marked', await evaluate(`document.querySelector('#normal ~ div mark').textContent.includes('~')`));
await has('the audit agrees', 'audit', '✓ agree');
await click('#other');
await type('HTTP://PUB.example/x');
await until('and compared', `!!document.getElementById('compared')`);
await has('with the reason', 'compared', 'no', 'the scheme differs', 'the first is not valid');
const printed = await run();
check('the commands of the page are commands', printed.length >= 6 && printed.every(({status}) => status === 0 || status === 1), printed);
check('and print what it shows', printed[1].out.includes('http://pub.example/menu/napkins/%7Etoday;size=2?ink=blue') && printed[2].out.includes('~today'), printed);
await press('Escape', 'Escape');
await inEveryForm('resolved');

// What the policy would say, before anything is retrieved; and each verdict of the audit.
await visit('/#' + new URLSearchParams({url: 'http://pub.example/'}));
await until('the policy permits', `document.getElementById('retrieval')?.parentNode.innerText.includes('permits this')`);
check('and leads to it', await evaluate(`!!document.querySelector('#retrieval ~ p a[href^="/get"]') && !!document.querySelector('#retrieval ~ p a[href^="/trail"]')`));
await visit('/#' + new URLSearchParams({url: 'ftp://pub.example/x'}));
await until('the policy refuses', `document.getElementById('retrieval')?.parentNode.innerText.includes('refuses this')`);
await has('and says what would admit it', 'retrieval', 'napkin serve --allow-scheme ftp');
await visit('/#' + new URLSearchParams({url: 'http://127.1/'}));
await until('another form is to be used', `document.getElementById('verdict')?.textContent.includes('normalise first')`);
await has('which is given', 'audit', 'http://127.0.0.1/');
await has('and proposed', 'findings', 'ip-spelling', 'Instead');
await visit('/#' + new URLSearchParams({url: 'http://sam:secret\\@evil.example/'}));
await until('where readers go elsewhere it is rejected', `document.getElementById('verdict')?.textContent.includes('reject')`);
check('what they see is open', await evaluate(`document.querySelector('#audit ~ details').open`));
check('without the password, wherever they take it to be', !(await evaluate(`document.getElementById('answer').innerHTML`)).includes('secret'));
await visit('/#' + new URLSearchParams({url: 'http://pub.example\\@evil.example/'}));
await until('what browsers do not see is marked', `document.querySelectorAll('#audit ~ details mark').length > 4 && document.querySelector('#audit ~ details tbody').innerText.includes('≠')`);
check('and so are the differences of the standards, by more than colour', await evaluate(`[...document.querySelectorAll('mark')].every(mark => getComputedStyle(mark).textDecorationLine === 'underline') && document.querySelectorAll('#readings ~ div mark').length > 1 && document.querySelector('#readings ~ div tbody').innerText.includes('≠')`));
const order = await evaluate(`[...document.querySelectorAll('#findings ~ article h3')].map(head => head.textContent.replace(/^[0-9]+ /, '').split(':')[0])`);
const grades = ['high', 'error', 'medium', 'low', 'remark'];
check('the gravest finding comes first', order[0] === 'high' && order.join() === [...order].sort((a, b) => grades.indexOf(a) - grades.indexOf(b)).join(), order);
await inEveryForm('audit');
await shape(390, 'light', true);
const labels = await evaluate(`[...document.querySelectorAll('#readings ~ div tr')].map(row => [...row.querySelectorAll('td')].filter(cell => cell.offsetHeight).map(cell => getComputedStyle(cell, '::before').content.replaceAll('"', '')).join())`);
check('on a phone each cell says whose it is, and what is the same stands once', labels.includes('all') && labels.includes('draft of 1997,RFC 3986,RFC 3987,WHATWG') && labels.every(one => ['', 'all', 'draft of 1997,RFC 3986,RFC 3987,WHATWG'].includes(one)), labels);
await shape(1200, 'light');
check('the audit’s commands are commands', (await run()).every(({status}) => status === 0 || status === 1));

// The browser's own URL beside the engine's: what a Chromium reads is what is said, and agrees; what does not is marked in words.
const members = ['href', 'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const own_reading = () => evaluate(`Object.fromEntries([...document.querySelectorAll('#browser tbody tr')].map(row => [row.querySelector('th').textContent, [...row.querySelectorAll('td')].map(cell => cell.textContent)]))`);
for (const [url, base] of [['HTTP://Pub.Example:8080/a/../b%7e?ink=blue#url', ''], ['../é?x=ü', 'http://h/a/b/c'], ['http:\\\\h\\x', ''], ['mailto:sam@pub.example', ''], ['http://bücher.example:80/', ''], ['//127.1', 'https://h/'], ['http://h/?a#', '']]) {
    await visit('/#' + new URLSearchParams({url, base}));
    await until(`the browser reads ${url}`, `document.getElementById('browser')?.textContent.includes('This browser reads the same.')`);
    const mine = base ? new URL(url, base) : new URL(url);
    const expected = Object.fromEntries(members.filter(name => mine[name]).map(name => [name, [mine[name], mine[name]]]));
    const found = await own_reading();
    check(`as ${url} is read elsewhere too`, JSON.stringify(found) === JSON.stringify(expected), [found, expected]);
}
await visit('/#' + new URLSearchParams({url: 'http://h:8o/'}));
await until('what the browser fails at is said', `document.getElementById('browser')?.textContent.includes('It says: ')`);
check('and that no URL is made', JSON.stringify(await own_reading()) === '{"href":["no URL","no URL"]}', await own_reading());
await visit('/#' + new URLSearchParams({url: 'http://sam:secret@h/'}));
await until('what the browser reads is masked', `document.getElementById('browser')?.textContent.includes('http://sam:******@h/')`);
check('without the password', !(await evaluate(`document.getElementById('answer').innerHTML`)).includes('secret'));
await visit('/#' + new URLSearchParams({url: 'http://sam:secret\\@evil.example/'}));
await until('where the mask would change what is read it says so', `document.getElementById('browser')?.textContent.includes('Show passwords')`);
await evaluate(`(() => { const section = document.getElementById('browser').cloneNode(true); section.querySelector('tbody').replaceChildren(); section.dataset.given = JSON.stringify({url: 'http://h/a', base: '', members: {...new URL('http://h/b'), href: 'http://h/b', protocol: 'http:', hostname: 'h', pathname: '/b'}}); document.getElementById('browser').replaceWith(section); compare(section); })()`);
check('a difference is marked, and counted in words', /≠ This browser differs in 2 of/.test(await evaluate(`document.querySelector('#browser summary span').textContent`)) && JSON.stringify(await evaluate(`[...document.querySelectorAll('#browser tbody tr')].filter(row => row.querySelector('mark')).map(row => row.textContent)`)) === JSON.stringify(['≠ hrefhttp://h/ahttp://h/b', '≠ pathname/a/b']), await evaluate(`document.getElementById('browser').innerText`));
await inEveryForm('browser');

// Escapes, typed: a tab and a space without width; the permalink has them, and the commands say the same.
await visit('/');
await click('input[name=escapes]');
await click('#url');
await type('http://h/a\\tb\\u{200b}?\\x');
await until('a malformed escape is an error', `document.getElementById('escape')?.parentNode.innerText.includes('Character 23 of the URL')`);
check('with its place', await evaluate(`document.querySelector('#escape ~ pre .caret').textContent.length`) === 24);
await inEveryForm('escape');
await type('41');
await until('escapes are read', `document.getElementById('browser')?.textContent.includes('http://h/ab%E2%80%8B?A')`);
check('and kept in the field', await evaluate(`document.getElementById('url').value`) === 'http://h/a\\tb\\u{200b}?\\x41');
check('they are in the permalink', await evaluate(`location.hash`) === '#' + new URLSearchParams({url: 'http://h/a\\tb\\u{200b}?A', escapes: 'read'}), await evaluate('location.hash'));
const quoted = await run();
check('the commands have the characters', quoted.length >= 4 && quoted.every(({line, status}) => status < 2 && !/[\t\u200b]/.test(line)) && quoted[0].out.includes('http://h/ab%E2%80%8B?A') && quoted[0].line.includes(String.raw`$'http://h/a\tb\342\200\213?A'`), quoted);
await inEveryForm('escapes');
const escaped = await evaluate('location.hash');
await visit('/' + escaped);
await until('a permalink with escapes is read', `document.getElementById('browser')?.textContent.includes('http://h/ab%E2%80%8B?A') && document.querySelector('input[name=escapes]').checked`);

// The examples, by a click; the answer in one sentence, which is also read aloud.
await browser.send('Browser.grantPermissions', {origin, permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite']});
const brief = said => `document.getElementById('brief')?.textContent.includes(${JSON.stringify(said)}) && document.getElementById('status').textContent === document.getElementById('brief').textContent`;
for (const [name, said] of [
    ['two hosts in one', 'Browsers and curl go to different hosts: pub.example and evil.example.'],
    ['a wrong port', 'Not valid under any of the four standards: expected a digit, but found o.'],
    ['a relative link', 'Valid under all four standards; every program goes to pub.example.'],
    ['the same URL?', 'All read this one alike: http://pub.example/menu'],
    ['a hidden address', 'All read this one alike: http://127.0.0.1/'],
    ['letters that look alike', 'but dangerous: '],
    ['a redirector', 'Valid under all four standards; every program goes to pub.example.'],
    ['a data: URL', 'Valid under all four standards, but dangerous: '],
]) {
    await visit('/');
    const number = await evaluate(`[...document.querySelectorAll('.examples button')].findIndex(button => button.textContent === '${name}') + 1`);
    await click(`.examples form:nth-of-type(${number}) button`);
    await until(`the example "${name}" is answered`, brief(said));
}
// The buttons that copy, and the key that unfolds.
await visit('/#' + new URLSearchParams({url: 'HTTP://pub.example:80/a'}));
await until('the link can be copied', `!!document.querySelector('#permalink + .copy')`);
await click('#permalink + .copy');
await until('it is copied', `document.getElementById('status').textContent === 'Copied'`);
check('as it stands in the address', await evaluate('navigator.clipboard.readText()') === await evaluate('location.href'));
await click('.commands .copy');
await until('a command is copied alone', `navigator.clipboard.readText().then(text => text === document.querySelector('.commands span').textContent)`);
await evaluate('document.activeElement.blur()');
const closed = `[...document.querySelectorAll('#answer details')].filter(one => !one.open).length`;
check('something is folded', await evaluate(closed) > 0);
await press('x', 'KeyX');
check('x opens it', await evaluate(closed) === 0);
await inEveryForm('folds');

// The picture of the README. Pixels differ between versions of the browser, so the digest of the page's HTML and style is compared;
// NAPKIN_PICTURES=1 makes both anew.
await shape(960, 'light');
await visit('/#' + new URLSearchParams({url: 'http://pub.example\\@evil.example/'}));
await until('the page of the README is answered', brief('go to different hosts'));
await evaluate('document.activeElement.blur()');
const digest = createHash('sha256').update(await evaluate(`document.querySelector('style').textContent + document.querySelector('main').innerHTML`)).digest('hex') + '\n';
if (process.env.NAPKIN_PICTURES) {
    writeFileSync('../guide/pictures/page.png', await page.picture({captureBeyondViewport: true, clip: {x: 0, y: 0, width: 960, height: 1010, scale: 1}}));
    writeFileSync('../guide/pictures/page.sha256', digest);
}
check('the picture of the README is current, otherwise run this with NAPKIN_PICTURES=1', readFileSync('../guide/pictures/page.sha256', 'utf8') === digest, digest);
await shape(1200, 'light');

// The page about the API.
await visit('/api');
const routes = Object.keys((await (await fetch(origin + '/api/openapi.json')).json()).paths).filter(path => path.startsWith('/api/') && path !== '/api/openapi.json');
check('every route is described', (await evaluate(`[...document.querySelectorAll('h2 code')].map(code => code.textContent)`)).sort().join() === routes.sort().join(), routes);
const tries = await evaluate(`[...document.querySelectorAll('section p a')].map(link => link.href)`);
check('what can be tried is answered', tries.length > 8 && (await Promise.all(tries.map(async url => (await fetch(url)).status))).every(status => status === 200), tries);
await inEveryForm('api');

// A permalink.
await visit('/#url=http%3A%2F%2Fh%2F%3Fa%3D1%26b%3D2&standard=whatwg');
// Two pairs, and room for one more.
await until('a permalink is read', `document.querySelectorAll('#pairs ~ div tbody tr').length === 3`);
check('its standard too', await evaluate(`document.getElementById('standard').value`) === 'whatwg');
check('what stands behind # was never sent', !asked.some(url => url.startsWith(origin) && /[?]/.test(url)), asked.filter(url => /[?]/.test(url)));

// The pairs of the query, changed: by Enter, by the button, and one removed.
// The script moves the fields when the page has come, so that a click before would miss them.
const isUrl = (what, url) => until(what, `document.readyState === 'complete' && document.getElementById('url')?.value === '${url}' && document.getElementById('readings')`);
const pair = (number, of) => `input[name=pair-${of}][aria-label="${of} of pair ${number}"]`;
await click(pair(1, 'value'));
await type('+ \u00e4');
await press('Enter', 'Enter');
await isUrl('a value is set', 'http://h/?a=1%2B+%C3%A4&b=2');
check('the address has it behind #', (await evaluate('location.hash')).includes('a%3D1%252B'), await evaluate('location.href'));
await click(pair(3, 'name'));
await type('__proto__');
await click('#pairs ~ .line button');
await isUrl('a pair is added', 'http://h/?a=1%2B+%C3%A4&b=2&__proto__=');
await click('input[name=pair-removed][value="0"]');
await click('#pairs ~ .line button');
await isUrl('a pair is removed', 'http://h/?b=2&__proto__=');
await inEveryForm('pairs');
// What is typed above is read as it stands, whatever the fields below have.
await click(pair(1, 'value'));
await type('3');
await click('#url');
await evaluate(`document.getElementById('url').select()`);
await type('http://h/?c=%31');
await until('the fields are those of what is typed', `document.querySelector('input[name=pair]')?.value === 'c=%31'`);
check('which stays', await evaluate(`document.getElementById('url').value`) === 'http://h/?c=%31');
// An answer that is held back until a field has been changed: it comes too late to replace the fields.
await send('Fetch.enable', {patterns: [{urlPattern: '*/part'}]});
await evaluate(`document.getElementById('url').select()`);
await type('http://h/?d=4');
await eventually('an answer is held back', () => held.length === 1, () => held);
await click('input[name=pair-removed][value="0"]');
await Promise.all(held.map(requestId => send('Fetch.continueRequest', {requestId})));
await send('Fetch.disable');
await wait(500);
check('a late answer does not replace what was changed meanwhile', await evaluate(`document.querySelector('input[name=pair-removed]').checked && document.querySelector('input[name=pair]').value === 'c=%31'`));
check('and nothing is waited for', await evaluate(`document.getElementById('status').textContent`) === '');
await click('#pairs ~ .line button');
await isUrl('which is set', 'http://h/');

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
const seen = async () => frame ? (await browser.send('Runtime.evaluate', {expression: 'document.images[0]?.naturalWidth', returnByValue: true}, frame)).result?.value : 'no frame';
await eventually('and is seen', async () => await seen() === 1, seen);
await picture('data');
await visit('/#' + new URLSearchParams({url: 'data:text/html,<h1>napkin</h1><script>alert(1)</script>'}));
await until('HTML is text', `document.querySelector('.contents')?.textContent.includes('<script>alert(1)</script>')`);
check('and refused by the screen', await evaluate(`document.querySelector('#data ~ .problem').textContent.includes('refuses')`));
await accessible('data');

// A document, dropped; its links are filtered.
await visit('/');
await drop(join(examples, 'pub.html'));
await until('the links of a dropped file are listed', `document.querySelectorAll('#links ~ div tbody tr').length > 5`);
check('the figure is drawn', await evaluate(`document.querySelector('.figure').textContent.includes('embedded in the content')`));
await evaluate('document.activeElement.blur()');
await press('f', 'KeyF');
check('f leads to the filter', await evaluate('document.activeElement.id') === 'filter');
const all = await evaluate(`document.querySelectorAll('#links ~ div tbody tr').length`);
await type('css');
const left = await evaluate(`[...document.querySelectorAll('#links ~ div tbody tr')].filter(row => !row.hidden).length`);
check('the filter leaves some', left > 0 && left < all, [left, all]);
await until('a document’s links are audited', `document.getElementById('audit').textContent === 'Audit of the links'`);
await evaluate(`document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))`);
await inEveryForm('document');
check('the document’s commands are commands', (await run()).every(({status}) => status === 0 || status === 1), await run());

// A sheet, a text and letters, dropped: what they are is seen without being told, and their links are those of the command.
for (const [file, kind, says] of [
    // RFC 3986 Appendix E: white space and line ends within a delimited URL are none of it.
    ['letter.txt', 'text', ['ftp://cellar.pub.example/coasters/', 'http://pub.example/tables/corner-by-the-window', 'mailto:kim@pub.example', 'none, 5.1.4']],
    ['menu/house.css', 'css', ['css @import', 'paper.css', 'none, 5.1.4']],
    ['menu.eml', 'mail', ['http://pub.example/menu/tonight/beer?size=pint', 'cid:logo@pub.example', '= part 1.2', 'ftp://ftp.pub.example/printed/2026/november/menu.ps', 'encapsulating entity, 5.1.2', 'Content-Location']],
    ['phish.eml', 'mail', ['http://www.bank.example@203.0.113.7:8080/login', 'https://evil.example/login', 'https://bank.example/?next=//evil.example/']],
]) {
    await visit('/');
    await drop(join(examples, file));
    await until(`${file}: its links are listed`, `document.querySelectorAll('#links ~ div tbody tr').length > 0`);
    const cells = await evaluate(`[...document.querySelectorAll('#links ~ div tbody tr')].map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent))`);
    const text = await section('links');
    const said = await evaluate(`document.getElementById('type').selectedOptions[0].textContent`);
    check(`${file}: what it is is said where it can be changed`, said === `auto: ${kind}` && text.includes(`read as ${kind}`), [said, text]);
    check(`${file}: and no grave accent is shown`, !(await evaluate(`document.getElementById('answer').innerText.includes('\x60')`)));
    check(`${file}: with what the standards say of them`, says.every(one => text.includes(one)), text);
    // It has the status 1 where a link cannot be completed.
    const listed = spawnSync(napkin, ['links', '--json', '--type', kind, '-'], {encoding: 'utf8', input: readFileSync(join(examples, file))}).stdout.trim().split('\n').map(JSON.parse);
    // A line end has a sign in its place.
    const expected = listed.map(({part, line, column, context, raw}) => [...part ? [part] : [], `${line}:${column}`, context, raw.replaceAll('\n', '␊')]);
    const shown = cells.map(row => row.slice(0, expected[0].length));
    check(`${file}: they are those of the command`, JSON.stringify(shown) === JSON.stringify(expected), [shown, expected]);
    const absolute = cells.map((row, number) => !listed[number].absolute || row.some(cell => cell.startsWith(listed[number].absolute)));
    check(`${file}: their absolute forms too`, absolute.every(Boolean), [cells, listed]);
    await until(`${file}: they are audited`, `document.getElementById('audit').textContent === 'Audit of the links'`);
    await inEveryForm('dropped-' + file.replace(/.*\//, ''));
}

// Messages, dropped: links by their parts, and the layers of each part.
for (const [file, parts, base, to] of [['t5-cid.mht', ['1'], 'thismessage:/', '= part'], ['t2-base-outside.mht', ['1'], 'Content-Base', '= part']]) {
    await visit('/');
    await drop(join(data, 'mhtml', file));
    await until(`${file}: its links are listed`, `document.querySelectorAll('#links ~ div tbody tr').length > 0 && document.querySelector('#links ~ div th').textContent === 'part'`);
    const numbers = await evaluate(`[...document.querySelectorAll('#links ~ div tbody th')].map(cell => cell.textContent)`);
    check(`${file}: by their parts`, numbers.every(number => /^[0-9.]+$/.test(number)) && numbers.length > 0, numbers);
    const figures = await evaluate(`[...document.querySelectorAll('#bases ~ details')].map(one => one.querySelector('summary').textContent + one.querySelector('.figure').textContent)`);
    check(`${file}: the layers of each part are drawn`, figures.length === new Set(numbers).size && figures.every(figure => /^Part [0-9.]+: base .*from section 5\.1/.test(figure) && figure.includes('<- applies') && figure.includes('<relative reference>')), figures);
    const listed = execFileSync(napkin, ['links', '--json', '--type', 'mhtml', join(data, 'mhtml', file)], {encoding: 'utf8'}).trim().split('\n').map(JSON.parse);
    check(`${file}: the parts are those of the command`, listed.map(link => link.part).join() === numbers.join(), [listed, numbers]);
    check(`${file}: and the parts that they lead to`, (await section('links')).includes('= part') === listed.some(link => link.to_part), await section('links'));
    await inEveryForm(file.replace('.mht', ''));
}

// A file chosen, for who cannot drop one.
const choose = async file => {
    const {root} = await send('DOM.getDocument', {depth: 0});
    const {nodeId} = await send('DOM.querySelector', {nodeId: root.nodeId, selector: '#file'});
    await send('DOM.setFileInputFiles', {nodeId, files: [resolve(file)]});
};
await visit('/');
await press('Escape', 'Escape');
await press('d', 'KeyD');
await choose(join(data, 'mhtml', 't5-cid.mht'));
await until('a file can be chosen too', `document.querySelector('#links ~ div th')?.textContent === 'part' && document.getElementById('name').value === 't5-cid.mht'`);

// The registry: listed, narrowed as one types, its state behind #; the card of a scheme.
await visit('/schemes');
const schemes = await evaluate(`document.querySelectorAll('tr[data-is]').length`);
const registered = (await (await fetch(origin + '/api/schemes')).json()).length;
check('all schemes are listed', schemes === registered && schemes > 430, [schemes, registered]);
check('the filter has the focus', await evaluate('document.activeElement.id') === 'q');
const shown = `[...document.querySelectorAll('tr[data-is]')].filter(row => !row.hidden).length`;
await type('mail');
const mail = (await (await fetch(origin + '/api/schemes?word=mail')).json()).length;
check('the list is narrowed', await evaluate(shown) === mail && mail > 1 && (await evaluate(`document.getElementById('matches').textContent`)).startsWith(`${mail} of`), [await evaluate(shown), mail]);
await click('input[name=defined]');
const defined = await evaluate(shown);
check('to what is defined', defined > 0 && defined < mail, defined);
check('the address has it behind #', await evaluate('location.hash') === '#q=mail&defined=true', await evaluate('location.hash'));
const narrowed = await evaluate('location.hash');
check('the command is that of what is shown', (await run())[0].out.trim().split('\n').filter(line => line.startsWith('*')).length === defined, await run());
await inEveryForm('schemes');
await visit('/schemes' + narrowed);
check('a permalink of the list', await evaluate(shown) === defined && await evaluate(`document.getElementById('q').value`) === 'mail');
await visit('/schemes?q=mail&defined=true');
await until('a link for those without scripts becomes one', `location.search === '' && location.hash === '${narrowed}' && ${shown} === ${defined}`);
await visit('/schemes');
const gophers = (await (await fetch(origin + '/api/schemes?word=gopher')).json()).length;
await until('the list is narrowed to these', `document.getElementById('q').value === '' && ${shown} === ${registered}`);
await type('gopher');
await until('the list is narrowed again', `${shown} === ${gophers}`);
await page.after(() => click('tr[data-is]:not([hidden]) a'));
check('a scheme has its page', await evaluate('location.pathname') === '/schemes/gopher');
const card = await evaluate(`document.querySelector('main').innerText`);
check('with the whole card', ['permanent', 'RFC 4266', '70', 'Resources', 'Syntax', 'Protocol and operations', 'Gateway to HTTP and HTML', 'Security'].every(text => card.includes(text)), card);
check('and an example that leads to the workbench', await evaluate(`document.querySelector('dd a').hash.startsWith('#url=gopher')`));
check('the card’s command is one', (await run()).every(({status, out}) => status === 0 && out.includes('gopher')));
await inEveryForm('scheme');
await visit('/schemes/skype');
check('one that is not defined has its row', (await evaluate(`document.querySelector('main').innerText`)).includes('not defined here'));
await accessible('a scheme that is not defined');

// The lint: a skeleton, findings as one types, a file dropped, a permalink.
await visit('/schemes/xyzzy');
await eventually('an unknown scheme is not found', () => complaints.some(one => one.includes('404')), () => complaints);
check('which is all that is complained of', complaints.length === 1, complaints);
complaints.length = 0;
check('and has a page that says so', (await evaluate(`document.querySelector('main').innerText`)).includes('not in IANA’s registry'));
await page.after(() => click('main a[href^="/lint"]'));
check('from which one gets to a skeleton', (await evaluate(`document.getElementById('definition').value`)).includes('name = "xyzzy"'));
await click('#linting button');
await until('it is linted', `document.querySelectorAll('#answer article').length > 5`);
await visit('/lint');
await click('#definition');
await type('[[scheme]]\nname = "Beer"\nexamples = ["beer:pint"]\n');
await until('findings come as one types', `[...document.querySelectorAll('#answer article.error a')].some(link => link.textContent === 'scheme-name-lowercase')`);
const one = await evaluate(`[...document.querySelectorAll('#answer article')].find(one => one.textContent.includes('scheme-name-lowercase')).innerText`);
check('with their place, their reason and their section', ['definition:2:9', 'RFC 2718 section 2.1'].every(text => one.includes(text)) && one.length > 120, one);
check('and the line with what is meant', await evaluate(`document.querySelector('#answer .quote').textContent`) === 'name = "Beer"\n       ^^^^^^');
check('questions are told from findings', await evaluate(`document.querySelector('#answer article.remark h3').textContent.startsWith('question: ')`));
const codes = await evaluate(`[...document.querySelectorAll('#answer article h3 a')].map(link => link.textContent)`);
const linted = (await (await fetch(origin + '/api/lint', {method: 'POST', headers: {'Content-Type': 'application/toml'}, body: '[[scheme]]\nname = "Beer"\nexamples = ["beer:pint"]\n'})).json())[0];
check('they are those of the command', codes.join() === linted.findings.map(finding => finding.rule).join(), [codes, linted]);
check('the address has the definition behind #', (await evaluate('location.hash')).startsWith('#definition='));
await inEveryForm('lint');
const definition = await evaluate('location.hash');
await visit('/lint' + definition);
await until('a permalink of a definition', `document.querySelectorAll('#answer article').length === ${codes.length}`);
await visit('/lint');
await drop(join(data, 'schemes.toml'));
await until('a file is dropped, in which nothing is open', `document.querySelectorAll('#answer .good').length > 20 && !document.querySelector('#answer article')`);

// Rules.
await visit('/rules');
check('all rules are listed', await evaluate(`document.querySelectorAll('tbody tr').length`) > 100);
await accessible('rules');
await visit('/rules/port');
check('a rule has its example', await evaluate(`document.querySelector('.quote').textContent.includes('^')`));
await accessible('a rule');
await picture('rule');
await visit('/rules/scheme-fragment-from-media-type');
check('a rule of the lint has its question and its guideline', (text => ['guideline', 'RFC 2718', 'judged by', '?'].every(one => text.includes(one)))(await evaluate(`document.querySelector('main').innerText`)));

// Markup in every field: nothing runs.
const MADE = `document.querySelectorAll('xss9, [xss9], #answer script, #answer svg, #answer img, #answer [onerror], #answer [onload], #answer [onfocus], #answer a[href^="javascript:" i], #answer a[href^="data:" i]').length`;
const before = complaints.length;
for (const payload of readFileSync(markup, 'utf8').split('\n').filter(line => line && !line.startsWith('#'))) {
    for (const fields of [{url: payload, base: payload, other: payload}, {url: 'data:text/html,' + payload}, {url: 'http://h/?' + payload}]) {
        await visit('/#' + new URLSearchParams(fields));
        await until(`an answer to ${payload}`, `document.getElementById('status').textContent !== 'Reading…' && !!document.getElementById('answer').firstChild`);
    }
    await evaluate(`document.getElementById('document').value = ${JSON.stringify(payload + `<a href="${payload}">`)}; document.getElementById('at').value = ''; document.getElementById('linking').requestSubmit()`);
    await until(`links of ${payload}`, `!!document.getElementById('links')`);
    const inert = async what => {
        const made = await evaluate(MADE);
        check(`nothing is made of ${payload} ${what}`, made === 0, made);
    };
    await inert('in a page');
    await evaluate(`document.getElementById('document').value = ${JSON.stringify(`Content-Location: ${payload}\r\nContent-Type: text/html\r\n\r\n${payload}<a href="${payload}">`)}; document.getElementById('type').value = 'mail'; document.getElementById('linking').requestSubmit()`);
    await until(`links of a message of ${payload}`, `!!document.getElementById('links') && document.getElementById('status').textContent !== 'Reading…'`);
    await inert('in a message');
    await visit('/schemes#' + new URLSearchParams({q: payload}));
    await inert('in the registry');
    await visit('/lint#' + new URLSearchParams({definition: `[[scheme]]\nname = '${payload.replaceAll("'", '')}'\n`}));
    await until(`the lint of ${payload}`, `document.querySelectorAll('#answer article').length > 0`);
    await inert('in a definition');
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
await page.after(() => press('Enter', 'Enter'));
const {root: plain} = await send('DOM.getDocument', {depth: 0});
const {outerHTML} = await send('DOM.getOuterHTML', {nodeId: plain.nodeId});
const without = async () => (await send('DOM.getOuterHTML', {nodeId: (await send('DOM.getDocument', {depth: 0})).root.nodeId})).outerHTML;
check('the form works without scripts', outerHTML.includes('expected a digit') && outerHTML.includes('class="ruler"'), outerHTML.slice(0, 300));
check('what a script would fill is not seen', /<section id="browser" hidden/.test(outerHTML));
await visit('/schemes?q=gopher');
check('the registry too', (await without()).includes('href="/schemes/gopher"') && !(await without()).includes('href="/schemes/http"'), (await without()).slice(0, 600));
await visit('/lint?template=beer');
check('and the lint', (await without()).includes('name = "beer"'));
await send('DOM.focus', {nodeId: (await send('DOM.querySelector', {nodeId: (await send('DOM.getDocument', {depth: 0})).root.nodeId, selector: '#linting button'})).nodeId});
await page.after(() => press('Enter', 'Enter'));
check('whose form works without scripts', (await without()).includes('<article class="error">'), (await without()).slice(0, 600));
await send('Emulation.setScriptExecutionDisabled', {value: false});

// 10,000 connections that say nothing; the page goes on.
const {idle, open} = await connections(own, 10000);
check('10,000 idle connections are held', idle.length === 10000 && open >= 10000, [idle.length, open]);
const answer = await (await fetch(origin + '/api/parse?url=http://pub.example/')).json();
check('and requests answered', answer.host === 'pub.example');
console.log(`${open} open connections, ${memory(own.server)} MiB`);
idle.forEach(socket => socket.destroy());

own.server.kill('SIGTERM');
console.log(`the page: ${counts.checks} checks, ${counts.failures} failures`);
browser.end(counts.failures ? 1 : 0);
