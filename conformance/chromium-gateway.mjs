// The gateway in a Chromium: see chromium-gateway.sh.
import {mkdtempSync, writeFileSync} from 'node:fs';
import {createServer as web} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {checks, connections, memory, serve, start, tab, wait} from './chromium.mjs';
import {end, folder, gophernicus, leafnode, listening, nginx, pyftpdlib, tftpd, vsftpd, write} from './servers.mjs';

const [napkin, pictures] = process.argv.slice(2);
const {check, eventually, counts} = checks();

// One tree, which five servers have.
const root = folder();
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
for (const [name, content] of [
    ['menu.txt', 'beer\ncider\n'],
    ['sub/<b>odd.txt', 'odd\n'],
    ['page.html', '<!doctype html><link rel=stylesheet href=sub/house.css><p id=text>A page</p><img src="sub/pixel.gif"> <a id=menu href="menu.txt">menu</a>'],
    ['sub/house.css', '@import "ink.css"; #text { background: url(pixel.gif) }'],
    ['sub/ink.css', '#text { color: rgb(1, 2, 3) }'],
    ['sub/pixel.gif', pixel],
]) write(join(root, name), content);
const gopher = await gophernicus(root), http = await nginx(root), other = await pyftpdlib(root), tftp = await tftpd(root), ftp = await vsftpd(root);
const news = await leafnode([
    ['beer.1@pub.example', 'Subject: Beer <today>', 'One pint.\nhttp://pub.example/menu\n<script>alert(20)</script>'],
    ['cider.2@pub.example', 'References: <beer.1@pub.example>\nSubject: <img src=x onerror=alert(21)>', 'Two.'],
]);

// A server of pages, some of which mean harm.
const asked = [];
const hostile = () => `<!doctype html><title>before</title><link rel=stylesheet href=/style.css>
    <meta http-equiv=refresh content="1;url=/refreshed"><base href="http://127.0.0.1:${port}/">
    <p id=text>A page</p><img id=own src=pixel.gif><img src=x onerror="alert(1)"><script>document.title = 'after'; alert(2)</script>
    <script src=/script.js></script><iframe src="javascript:alert(3)"></iframe><iframe src=/framed></iframe>
    <a id=gopher href="gopher://127.0.0.1:${gopher}/0/menu.txt">menu</a> <a id=js href="javascript:alert(4)">js</a>
    <form id=form action=/posted method=post><button>send</button></form><object data=/object></object>
    <svg onload="alert(5)"></svg><p style="background: url(/background.gif)">x</p>`;
const port = await listening(web((request, response) => {
    const path = request.url.split('?')[0];
    asked.push({path, agent: request.headers['user-agent'] ?? '', cookie: request.headers.cookie,
        authorization: request.headers.authorization, proxyAuthorization: request.headers['proxy-authorization']});
    const send = (type, body) => { response.setHeader('Content-Type', type); response.setHeader('Set-Cookie', 'a=b'); response.end(body); };
    if (path === '/') send('text/html', hostile());
    else if (path.endsWith('.gif')) send('image/gif', pixel);
    else if (path === '/style.css') send('text/css', '#text { color: rgb(1, 2, 3); background: url(deep.gif) }');
    else if (path === '/script.js') send('text/javascript', 'window.ran = true; alert(6)');
    else if (path === '/attack') send('text/html', '<!doctype html><title>attack</title>');
    else if (path === '/mixed') send('text/html', `<!doctype html><p id=text>A page</p><link rel=stylesheet href=/style.css><img src=pixel.gif><img src="http://10.0.0.1/denied.gif"><img src="http://127.0.0.1:18999/denied.gif"><script src=/asked.js></script><iframe src=/framed></iframe>`);
    else if (path === '/asked.js') send('text/javascript', 'fetch("/fetched").then(r => r.text()).then(text => { document.title = text; })');
    else if (path === '/fetched') send('text/plain', 'was fetched');
    else if (path === '/plain') send('text/html', `<!doctype html><title>one</title><p id=text>A page</p><img src=pixel.gif><script>document.title = 'two'</script>`);
    else send('text/html', `<p id=text>secret of ${path}</p>`);
}));

const own = await serve(napkin, '--max-connections', '20000', '--header-timeout', '600',
    ...['gopher', 'ftp', 'news', 'tftp'].flatMap(one => ['--allow-scheme', one]), '--allow-host', '127.0.0.1',
    ...(news === undefined ? [] : ['--news-server', `127.0.0.1:${news}`]),
    ...[port, gopher, http, other, tftp, ftp, news].filter(one => one !== undefined).flatMap(one => ['--allow-port', String(one)]));
const {origin} = own;

// A tab of a browser of its own.
const alone = async (...flags) => {
    const browser = start(mkdtempSync(join(tmpdir(), 'napkin-gateway-')), ...flags);
    const one = await tab(browser, 'Runtime', 'DOM');
    return {
        ...one, browser,
        click: selector => one.after(() => one.click(selector)),
        text: () => one.evaluate('document.body.innerText'),
        picture: async (name, scheme, width = 900) => {
            await one.colours(scheme);
            await one.shape(width, 600);
            writeFileSync(join(pictures, name + '.png'), await one.picture());
        },
    };
};
const hits = path => asked.filter(one => one.path === path).length;

// Menus, by links.
const links = await alone();
await links.visit(`${origin}/get/gopher://127.0.0.1:${gopher}/`);
check('a menu is a page', (await links.text()).includes('menu.txt'), await links.text());
check('in the style of the workbench', await links.evaluate(`document.styleSheets.length === 1 && document.styleSheets[0].cssRules.length > 10`));
await links.picture('menu-light', 'light');
await links.picture('menu-dark', 'dark');
await links.click('a[href*="/1/sub"]');
check('a menu in it is one too', (await links.text()).includes('<b>odd.txt'), await links.text());
await links.visit(`${origin}/get/gopher://127.0.0.1:${gopher}/`);
await links.click('a[href*="menu.txt"]');
check('a link of a menu is followed without asking', (await links.text()).startsWith('beer'), await links.text());

// The same tree by FTP and from nginx: a folder is a page, and what a page of it loads comes by the gateway, with what that loads.
const SEEN = `getComputedStyle(document.getElementById('text')).color === 'rgb(1, 2, 3)' && document.images[0].naturalWidth === 1`;
for (const [name, at] of [['vsftpd', ftp], ['pyftpdlib', other]].filter(([, at]) => at !== undefined)) {
    await links.visit(`${origin}/get/ftp://127.0.0.1:${at}/`);
    check(`a folder of ${name} is a page`, (await links.text()).includes('menu.txt') && (await links.text()).includes('sub'), await links.text());
    await links.picture('folder-light', 'light');
    await links.click('a[href*="page.html"]');
    check('a page by FTP has its image, its sheet and the sheet of that', await links.evaluate(SEEN), await links.evaluate('document.documentElement.outerHTML'));
    await links.click('#menu');
    check('and its link is followed', (await links.text()).startsWith('beer'), await links.text());
}
await links.visit(`${origin}/get/http://127.0.0.1:${http}/page.html`);
check('and so has one from nginx', await links.evaluate(SEEN), await links.evaluate('document.documentElement.outerHTML'));

// By TFTP too, which has no folders.
if (tftp !== undefined) {
    const at = `tftp://127.0.0.1:${tftp}`;
    await links.visit(`${origin}/get/${at}/menu.txt`);
    check('a file by TFTP', (await links.text()).startsWith('beer'), await links.text());
    await links.visit(`${origin}/get/${at}/missing`);
    check('and one that is not there', (await links.text()).includes('object-unreadable'), await links.text());
    // By its definition it is not safe unasked: of a page that came by it nothing is loaded before its user says so.
    await links.visit(`${origin}/get/${at}/page.html`);
    check('a page by TFTP is shown', (await links.text()).includes('A page'), await links.text());
    check('of which nothing is loaded unasked', await links.evaluate('document.images[0].naturalWidth') === 0 && !await links.evaluate(SEEN));
    await links.click('#menu');
    check('and whose link is followed', (await links.text()).startsWith('beer'), await links.text());
}

// A group and its articles.
if (news !== undefined) {
    await links.visit(`${origin}/get/news:*`);
    await links.click('a[href*="pub.menu"]');
    check('a group is a page', (await links.text()).includes('Beer <today>') && (await links.text()).includes('<img src=x'), await links.text());
    await links.picture('group-light', 'light');
    await links.click('a[href*="cider.2"]');
    check('an article is one', (await links.text()).includes('Two.') && await links.evaluate('self.origin') === 'null', await links.text());
    await links.click('a[href*="beer.1"]');
    check('and so is what it refers to', (await links.text()).includes('One pint.'), await links.text());
    await links.picture('article-light', 'light');
    await links.picture('article-dark', 'dark', 390);
    check('nothing runs in them', links.dialogs.length === 0 && await links.evaluate('document.scripts.length === 0 && document.images.length === 0'), links.dialogs);
    await links.click('a[href*="news:pub.menu"]');
    check('and back to the group', (await links.text()).includes('Beer <today>'), await links.text());
    // A part of one, as a program asks for it.
    const answer = await fetch(`${origin}/get/news:beer.1@pub.example`, {headers: {Range: 'bytes=0-3', Accept: 'message/rfc822'}});
    const part = [answer.status, answer.headers.get('content-range').slice(0, 10), await answer.text()];
    check('and a part of an article', JSON.stringify(part) === JSON.stringify([206, 'bytes 0-3/', 'Path']), part);
}

// A hostile page, in its sandbox.
await links.visit(`${origin}/get/http://127.0.0.1:${port}/`);
await eventually('the page is shown', async () => (await links.text()).includes('A page'), links.text);
// As long as a page may take to run scripts, or to go elsewhere.
await wait(2500);
check('it is of no origin', await links.evaluate('self.origin') === 'null');
check('no script has run', links.dialogs.length === 0 && await links.evaluate('document.title') === 'before', links.dialogs);
check('nor has it gone elsewhere', (await links.evaluate('location.href')).endsWith(`/get/http://127.0.0.1:${port}/`));
check('its image is loaded by the gateway', await links.evaluate(`document.getElementById('own').naturalWidth`) === 1 && hits('/pixel.gif') === 1, asked);
check('and its style', await links.evaluate(`getComputedStyle(document.getElementById('text')).color`) === 'rgb(1, 2, 3)');
check('and what that loads', hits('/deep.gif') === 1 && hits('/background.gif') === 1, asked);
check('no scripts, frames or objects are loaded', ['/script.js', '/framed', '/object', '/refreshed'].every(path => hits(path) === 0), asked);
check('everything was asked for by the gateway', asked.every(one => one.agent.startsWith('napkin/')), asked);
check('no cookie was sent', asked.every(one => one.cookie === undefined));
await links.picture('page', 'light');
await links.evaluate(`document.getElementById('form').querySelector('button').click()`);
await links.evaluate(`document.getElementById('js').click()`);
await wait(500);
check('forms and javascript: do nothing', hits('/posted') === 0 && links.dialogs.length === 0);
await links.click('#gopher');
check('a link of the page is followed without asking', (await links.text()).startsWith('beer'), await links.text());
for (const url of ['data:text/html,<title>x</title><script>alert(7)</script><p>markup', 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(8)"><script>alert(9)</script></svg>',
    'data:text/xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(10)</x:script>', 'data:text/javascript,alert(11)', 'data:text/plain,<script>alert(12)</script>']) {
    await links.visit(`${origin}/get?url=${encodeURIComponent(url)}`);
    check(`nothing runs in ${url}`, links.dialogs.length === 0, links.dialogs);
}

// A page of our own has nothing loaded by the gateway, whoever writes that into it: by its policy, and without that by the server.
const loadOwn = of => `(async () => {
    const add = (name, fields) => new Promise(done => {
        const made = Object.assign(document.createElement(name), fields);
        made.onload = () => done(name + ' was loaded');
        made.onerror = () => done(name + ' was refused');
        document.body.append(made);
        setTimeout(() => done(name + ' is silent'), 1500);
    });
    const url = name => ${JSON.stringify(`${origin}/get/http://127.0.0.1:${port}/`)} + name;
    const said = [await add('script', {src: url('script.js')}), await add('script', {src: '/get?url=' + encodeURIComponent('data:text/javascript,window.ran=true')}),
        await add('link', {rel: 'stylesheet', href: url('style.css')}), await add('img', {src: url('pixel.gif')}), await add('video', {src: url('video')})];
    for (const frame of ['iframe', 'embed']) await add(frame, {src: url('frame')});
    await add('object', {data: url('frame')});
    said.push(await fetch(url('page.html')).then(async r => r.ok ? 'fetch had ' + await r.text() : 'fetch was refused', () => 'fetch was refused'));
    const inline = document.createElement('script');
    if (${of === 'policy'}) { inline.textContent = 'window.ran = true'; document.body.append(inline); }
    return [said, window.ran === true];
})()`;
for (const path of ['/', '/lint', '/rules', `/get/gopher://127.0.0.1:${gopher}/`]) {
    for (const of of ['policy', 'server']) {
        await links.send('Page.setBypassCSP', {enabled: of === 'server'});
        await links.visit(origin + path);
        asked.length = 0;
        const [said, ran] = await links.evaluate(loadOwn(of));
        check(`nothing of the gateway runs in ${path}, by the ${of}`, !ran && links.dialogs.length === 0, [said, links.dialogs]);
        check(`nor is it loaded there, by the ${of}`, said.every(one => one.endsWith('was refused')), said);
        check(`nor is it retrieved for it, by the ${of}`, asked.length === 0, asked);
    }
}
await links.send('Page.setBypassCSP', {enabled: false});
// What the page itself asks is admitted, which the checks of the page see in full.
await links.visit(`${origin}/#` + new URLSearchParams({url: 'http://pub.example/'}));
await eventually('the workbench answers', async () => (await links.text()).includes('pub.example') && (await links.evaluate('document.styleSheets.length')) === 1, links.text);

// A page of another origin that tries to use the gateway: nothing is retrieved.
const secret = name => `${origin}/get/http://127.0.0.1:${port}/${name}`;
await links.visit(`http://localhost:${port}/attack`);
const attack = at => `(async () => {
    const add = (name, fields) => Object.assign(document.body.appendChild(document.createElement(name)), fields);
    const url = name => '${at}/get/http://127.0.0.1:${port}/' + name;
    add('img', {src: url('img')}); add('script', {src: url('script')}); add('iframe', {src: url('iframe')}); add('object', {data: url('object2')});
    add('link', {rel: 'stylesheet', href: url('style')}); add('video', {src: url('video')}); add('embed', {src: url('embed')});
    const form = add('form', {action: url('form'), method: 'post', target: 'there'}); add('iframe', {name: 'there'}); form.submit();
    const said = [];
    for (const mode of ['cors', 'no-cors']) said.push(await fetch(url('fetch'), {mode}).then(r => r.text()).catch(String));
    said.push(await fetch('${at}/metrics').then(r => r.text()).catch(String));
    navigator.sendBeacon(url('beacon'), 'GET http://127.0.0.1:${port}/smuggled HTTP/1.1\\r\\n\\r\\n');
    const pop = window.open(url('popup'));
    await new Promise(done => setTimeout(done, 1500));
    return said;
})()`;
const tried = await links.evaluate(attack(origin));
check('nothing of it is read', !JSON.stringify(tried).includes('secret') && !JSON.stringify(tried).includes('napkin_'), tried);
const TRIED = ['img', 'script', 'iframe', 'object2', 'style', 'video', 'embed', 'form', 'fetch', 'beacon', 'popup', 'smuggled'];
const got = TRIED.filter(name => hits('/' + name));
check('and nothing was retrieved', got.length === 0, got);
await links.evaluate(`location.href = ${JSON.stringify(secret('followed'))}`).catch(() => {});
await eventually('who is led here is asked', async () => (await links.text()).includes('Another page leads here'), links.text);
check('before anything is retrieved', hits('/followed') === 0, asked);
await links.picture('asked', 'light');
await links.click('a.go');
check('and has it by one click', (await links.text()).includes('secret of /followed'), await links.text());

// The workbench says what the policy would say, and leads there.
await links.visit(`${origin}/#` + new URLSearchParams({url: 'http://10.0.0.1/'}));
await eventually('the workbench foresees a refusal', async () => (await links.text()).includes('The policy of the gateway refuses this'), links.text);
await links.visit('about:blank');
await links.visit(`${origin}/#` + new URLSearchParams({url: `http://127.0.0.1:${port}/plain`}));
await eventually('and leads there', () => links.evaluate(`!!document.querySelector('a[href^="/trail"]')`), links.text);
await links.click('a[href^="/trail"]');
check('the trail has its hop', (await links.text()).includes(`127.0.0.1:${port}`) && (await links.text()).includes('200'), await links.text());
await links.picture('trail', 'light');

// As the browser's proxy, also for this machine.
const proxied = await alone(`--proxy-server=${origin}`, '--proxy-bypass-list=<-loopback>');
asked.length = 0;
await proxied.visit(`http://127.0.0.1:${port}/plain`);
check('a page comes by the proxy', await proxied.evaluate('document.title') === 'two' && asked.length > 0 && asked.every(one => one.agent.startsWith('napkin/')), asked);
check('its origin is its own', await proxied.evaluate('self.origin') === `http://127.0.0.1:${port}`);
check('its image too', await proxied.evaluate('document.images[0].naturalWidth') === 1);
const metrics = await proxied.evaluate(`fetch('${origin}/metrics').then(r => r.text()).catch(String)`);
check('a page does not read the server by its proxy', !metrics.includes('napkin_requests'), metrics);
await proxied.visit(`http://127.0.0.1:${http}/page.html`);
check('a page from nginx by the proxy', await proxied.evaluate(SEEN), await proxied.evaluate('document.documentElement.outerHTML'));
await proxied.click('#menu');
check('and where its link leads', (await proxied.text()).startsWith('beer') && await proxied.evaluate('location.href') === `http://127.0.0.1:${http}/menu.txt`, await proxied.text());
asked.length = 0;
await proxied.visit(`http://127.0.0.1:${port}/mixed`);
const MIXED = ['/mixed', '/style.css', '/deep.gif', '/pixel.gif', '/asked.js', '/fetched', '/framed'];
await eventually('a page by the proxy has its sheet, its images, its script, what that asks for, and its frame', async () => MIXED.every(path => hits(path) === 1) && await proxied.evaluate('document.title') === 'was fetched', () => asked);
check('of which nothing came but by the proxy', asked.every(one => one.agent.startsWith('napkin/') && one.cookie === undefined), asked);
check('but no image of a host or a port that the policy refuses', JSON.stringify(await proxied.evaluate('[...document.images].map(image => image.naturalWidth)')) === '[1,0,0]', await proxied.evaluate('[...document.images].map(image => image.naturalWidth)'));
await proxied.visit('http://127.0.0.1:18999/');
check('a port that the policy refuses', (await proxied.text()).includes('port-not-permitted'), await proxied.text());
await proxied.visit('http://10.0.0.1/');
check('the policy holds', (await proxied.text()).includes('address-special'), await proxied.text());
// Of these it asks no proxy, but the system: the gateway has them by links.
for (const url of [`ftp://127.0.0.1:${other}/menu.txt`, `gopher://127.0.0.1:${gopher}/0/menu.txt`, `tftp://127.0.0.1:${tftp}/menu.txt`, 'news:beer.1@pub.example']) {
    const said = await proxied.visit(url, 1000);
    check(`${url.split(':')[0]} is not asked of a proxy`, said.errorText === 'net::ERR_ABORTED' && !(await proxied.text()).includes('beer'), said);
}
const tunnel = await proxied.visit('https://pub.example/');
check('tunnels are refused', tunnel.errorText === 'net::ERR_TUNNEL_CONNECTION_FAILED', tunnel);

// A server that requires a token: pages and objects for who has it, by either door, and nothing for others or for pages of other origins.
const token = 'a token of 24 characters'.replaceAll(' ', '-'), tokenFile = join(folder(), 'token');
writeFileSync(tokenFile, token + '\n', {mode: 0o600});
const guarded = await serve(napkin, '--token-file', tokenFile, '--allow-host', '127.0.0.1', '--allow-port', String(port));
// A browser whose user gives a password where one is asked for, once for each request.
const user = async (password, ...flags) => {
    const one = await alone(...flags);
    const given = new Set(), asking = [];
    one.listen(({method, params}) => {
        if (method === 'Fetch.requestPaused') one.send('Fetch.continueRequest', {requestId: params.requestId});
        if (method !== 'Fetch.authRequired') return;
        asking.push(params.authChallenge);
        const isFirst = password !== undefined && !given.has(params.requestId);
        given.add(params.requestId);
        const authChallengeResponse = isFirst ? {response: 'ProvideCredentials', username: 'kim', password} : {response: 'CancelAuth'};
        one.send('Fetch.continueWithAuth', {requestId: params.requestId, authChallengeResponse});
    });
    await one.send('Fetch.enable', {handleAuthRequests: true});
    return {...one, asking};
};
for (const [name, password] of [['without a token', undefined], ['with another token', 'another-token-of-24-chars']]) {
    const stranger = await user(password), through = await user(password, `--proxy-server=${guarded.origin}`, '--proxy-bypass-list=<-loopback>');
    asked.length = 0;
    for (const path of ['/', '/metrics', `/get/http://127.0.0.1:${port}/plain`, '/api/parse?url=http://pub.example/']) {
        await stranger.visit(guarded.origin + path, 5000);
        check(`${path} is refused ${name}`, (await stranger.text()).includes('token') && !(await stranger.evaluate('document.documentElement.outerHTML')).includes('napkin_requests'), await stranger.text());
    }
    check(`the browser is asked for it ${name}`, stranger.asking.length > 0 && stranger.asking.every(one => one.source === 'Server' && one.scheme === 'basic'), stranger.asking);
    await through.visit(`http://127.0.0.1:${port}/plain`, 5000);
    check(`a page by the proxy is refused ${name}`, await through.evaluate('document.title') !== 'two', await through.text());
    check(`the browser is asked for it by the proxy ${name}`, through.asking.length > 0 && through.asking.every(one => one.source === 'Proxy'), through.asking);
    check(`nothing is retrieved ${name}`, asked.length === 0, asked);
    await stranger.browser.send('Browser.close');
    await through.browser.send('Browser.close');
}
const knowing = await user(token);
await knowing.visit(`${guarded.origin}/`);
await knowing.evaluate(`document.getElementById('url').value = 'http://h:8o/'; document.getElementById('reading').requestSubmit()`);
await eventually('the page works with the token', async () => (await knowing.text()).includes('expected a digit'), knowing.text);
asked.length = 0;
await knowing.visit(`${guarded.origin}/get/http://127.0.0.1:${port}/`);
await eventually('and so does the gateway', async () => (await knowing.text()).includes('A page') && await knowing.evaluate('self.origin') === 'null' && hits('/') === 1, () => asked);
// A browser sends no password with what a page of no origin loads.
await wait(500);
check('whose pages come without what they load', await knowing.evaluate(`document.getElementById('own').naturalWidth`) === 0 && hits('/pixel.gif') === 0, asked);
check('the token goes no further', asked.length > 0 && asked.every(one => one.authorization === undefined && one.proxyAuthorization === undefined), asked);
// The browser knows the token by now, and may send it with what other pages ask.
await knowing.visit(`http://localhost:${port}/attack`);
asked.length = 0;
const guardedTried = await knowing.evaluate(attack(guarded.origin));
check('a page of another origin reads nothing by a token that the browser knows', !JSON.stringify(guardedTried).includes('secret') && !JSON.stringify(guardedTried).includes('napkin_'), guardedTried);
check('and has nothing retrieved by it', TRIED.every(name => hits('/' + name) === 0), asked);
await knowing.browser.send('Browser.close');
const trusted = await user(token, `--proxy-server=${guarded.origin}`, '--proxy-bypass-list=<-loopback>');
asked.length = 0;
await trusted.visit(`http://127.0.0.1:${port}/mixed`);
await eventually('a page comes by the proxy with the token, with what it loads', async () => await trusted.evaluate('document.title') === 'was fetched' && await trusted.evaluate('document.images[0].naturalWidth') === 1, () => asked);
check('and the token stays with the proxy', asked.length > 0 && asked.every(one => one.authorization === undefined && one.proxyAuthorization === undefined), asked);
await trusted.browser.send('Browser.close');
guarded.server.kill('SIGTERM');

// 10,000 connections, half of which have begun a request that does not end; the gateway goes on.
const {idle, open} = await connections(own, 10000, (socket, number) => {
    if (number % 2) socket.write('GET data:,x HTTP/1.1\r\nX: ');
});
check('10,000 connections are held', idle.length === 10000 && open >= 10000, [idle.length, open]);
check('and objects handed out', await (await fetch(`${origin}/get/data:,beer`)).text() === 'beer');
console.log(`${open} open connections, ${memory(own.server)} MiB`);
idle.forEach(socket => socket.destroy());

own.server.kill('SIGTERM');
end();
console.log(`the gateway: ${counts.checks} checks, ${counts.failures} failures`);
await proxied.browser.send('Browser.close');
links.browser.end(counts.failures ? 1 : 0);
