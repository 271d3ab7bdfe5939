// What the scripts have in common that ask a Chromium: the browser without a window, driven by the DevTools protocol over a pipe (its
// messages are JSON, each ended by a NUL), its tabs, a server of files, and a `napkin serve`.
import {spawn} from 'node:child_process';
import {readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {connect} from 'node:net';
import {extname, join} from 'node:path';

export const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

// Starts the browser that CHROMIUM names, with its profile below `folder`, and the flags given. `send` returns what a method
// answers, `listen` sets the function that gets the events, `listenTo` one that gets those of a session, `end` ends the browser,
// removes the folder and exits with a status.
export function start(folder, ...flags) {
    const browser = spawn(process.env.CHROMIUM ?? 'chromium', ['--headless', '--no-sandbox', '--disable-gpu',
        '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking', '--disable-component-update',
        '--disable-sync', '--remote-debugging-pipe', `--user-data-dir=${join(folder, 'profile')}`, ...flags],
        {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true});
    // It is the head of a group of its own, which ends with this program, however that ends.
    const kill = signal => {
        try {
            process.kill(-browser.pid, signal);
        } catch {}
    };
    process.on('exit', () => kill('SIGKILL'));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
    const waiting = new Map();
    const sessions = new Map();
    let onEvent = () => {};
    let last = 0;
    let received = [];
    browser.stdio[4].on('data', data => {
        for (;;) {
            const end = data.indexOf(0);
            if (end < 0) break;
            const message = JSON.parse(Buffer.concat([...received, data.subarray(0, end)]).toString());
            received = [];
            data = data.subarray(end + 1);
            if (message.id) waiting.get(message.id)(message.result ?? {});
            else {
                sessions.get(message.sessionId)?.(message);
                onEvent(message);
            }
            waiting.delete(message.id);
        }
        received.push(data);
    });
    return {
        send: (method, params = {}, sessionId = undefined) => new Promise(done => {
            waiting.set(++last, done);
            browser.stdio[3].write(JSON.stringify({id: last, method, params, sessionId}) + '\0');
        }),
        listen: listener => { onEvent = listener; },
        listenTo: (sessionId, listener) => { listener ? sessions.set(sessionId, listener) : sessions.delete(sessionId); },
        end: status => {
            browser.once('exit', () => {
                // Its other processes may write a moment longer; what they leave is no fault of a page.
                kill('SIGKILL');
                try {
                    rmSync(folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 100});
                } catch (error) {
                    console.log(`left behind: ${error.path}`);
                }
                process.exit(status);
            });
            browser.kill();
        },
    };
}

// A tab of a browser. `send` is a method of its session, `listen` sets a function that gets its events; `after` waits until what
// it is given has loaded something, or as long as it may take; `visit` goes to a URL, `evaluate` has the value of an expression, `click`
// presses the mouse on an element; `shape` sets its size, `height` is that of the page. Dialogs are accepted, and their texts kept.
export async function tab(browser, ...domains) {
    const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
    const send = (method, params) => browser.send(method, params, sessionId);
    const dialogs = [];
    let loaded = () => {}, onEvent = () => {};
    browser.listenTo(sessionId, event => {
        if (event.method === 'Page.loadEventFired') loaded();
        if (event.method === 'Page.javascriptDialogOpening') {
            dialogs.push(event.params.message);
            send('Page.handleJavaScriptDialog', {accept: true});
        }
        onEvent(event);
    });
    for (const domain of ['Page', ...domains]) await send(domain + '.enable');
    const evaluate = async expression => {
        const {result, exceptionDetails} = await send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result?.value;
    };
    const after = async (action, limit = 60000) => {
        const done = new Promise(finish => { loaded = finish; });
        const said = await action();
        if (!said?.errorText) await Promise.race([done, wait(limit)]);
        return said;
    };
    const shape = (width, height, mobile = false) =>
        send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile});
    return {
        targetId, send, dialogs, evaluate, after, shape,
        listen: listener => { onEvent = listener; },
        visit: (url, limit) => after(() => send('Page.navigate', {url}), limit),
        click: async selector => {
            const {x, y} = await evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`);
            for (const type of ['mousePressed', 'mouseReleased']) {
                await send('Input.dispatchMouseEvent', {type, x, y, button: 'left', clickCount: 1});
            }
        },
        colours: scheme => send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]}),
        height: async () => Math.ceil((await send('Page.getLayoutMetrics')).cssContentSize?.height ?? 800),
        picture: async parameters => Buffer.from((await send('Page.captureScreenshot', {format: 'png', ...parameters})).data, 'base64'),
        close: async () => {
            browser.listenTo(sessionId);
            await browser.send('Target.closeTarget', {targetId});
        },
    };
}

const TYPES = {'.html': 'text/html', '.htm': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.jpg': 'image/jpeg', '.gif': 'image/gif', '.ico': 'image/x-icon', '.woff2': 'font/woff2',
    '.woff': 'font/woff', '.ttf': 'font/ttf', '.json': 'application/json'};

// A server on this machine: of the files below `root`, and at /~apart/ of those below `apart`. `count` is how many requests there were.
export async function files(root, apart) {
    let count = 0;
    const server = createServer((request, response) => {
        const asked = decodeURIComponent(request.url.split(/[?#]/)[0]);
        const path = asked.startsWith('/~apart/') ? join(apart, asked.slice(8)) : join(root, asked);
        count += 1;
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
    return {origin: `http://127.0.0.1:${server.address().port}/`, count: () => count, close: () => server.close()};
}

// A `napkin serve` with options: its process, and its origin.
export async function serve(napkin, ...options) {
    const server = spawn(napkin, ['serve', '--listen', '127.0.0.1:0', ...options], {stdio: ['ignore', 'ignore', 'pipe']});
    const origin = await new Promise(done => {
        // The line may come in pieces.
        let said = '';
        server.stderr.on('data', data => {
            said += data;
            const found = /(http:\/\/[^/]+)\//.exec(said);
            if (found) done(found[1]);
        });
    });
    return {server, origin};
}

// Opens connections to a `napkin serve`, so many at a time; `begin` may write to one by its number. They, and how many the server holds.
export async function connections({origin}, wanted, begin = () => {}) {
    const idle = [], port = Number(new URL(origin).port);
    for (let group = 0; group < wanted / 100; group++) {
        await Promise.all(Array.from({length: 100}, (_, number) => new Promise(done => {
            const socket = connect(port, '127.0.0.1', () => {
                begin(socket, number);
                idle.push(socket);
                done();
            });
            socket.on('error', () => done());
        })));
    }
    // The system completes a connection before the server has taken it.
    let open = 0;
    for (let turn = 0; turn < 600 && open < wanted; turn++) {
        if (turn) await wait(100);
        open = Number(/^napkin_connections_open (\d+)$/m.exec(await (await fetch(origin + '/metrics')).text())[1]);
    }
    return {idle, open};
}

// The memory that a process has, in MiB.
export const memory = ({pid}) => Math.round(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] / 1024);

// Counts what is checked, and says what is wrong. `eventually` is for what comes in its own time: it asks again, for half a minute, and
// then says what `see` sees. A wait of a fixed length is only for what must not come.
export function checks() {
    const counts = {checks: 0, failures: 0};
    const check = (what, good, seen = '') => {
        counts.checks++;
        if (good) return;
        counts.failures++;
        console.log(`wrong: ${what}${seen === '' ? '' : ': ' + JSON.stringify(seen).slice(0, 600)}`);
    };
    const eventually = async (what, good, see = () => '') => {
        for (let turn = 0; turn < 600; turn++) {
            // A page that is being left has no text.
            if (await Promise.resolve().then(good).catch(() => false)) return check(what, true);
            await wait(50);
        }
        check(what, false, await see());
    };
    return {check, eventually, counts};
}
