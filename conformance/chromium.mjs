// A Chromium without a window, driven by the DevTools protocol over a pipe: its messages are JSON, each ended by a NUL.
import {spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {join} from 'node:path';

// Starts the browser that CHROMIUM names, with its profile below `folder`, and the flags given. `send` returns what a method
// answers, `listen` sets the function that gets the events, `end` ends the browser, removes the folder and exits with a status.
export function start(folder, ...flags) {
    const browser = spawn(process.env.CHROMIUM ?? 'chromium', ['--headless', '--no-sandbox', '--disable-gpu',
        '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking', '--disable-component-update',
        '--disable-sync', '--remote-debugging-pipe', `--user-data-dir=${join(folder, 'profile')}`, ...flags],
        {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    const waiting = new Map();
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
            if (message.id) waiting.get(message.id)(message.result ?? {}); else onEvent(message);
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
        end: status => {
            browser.once('exit', () => {
                rmSync(folder, {recursive: true, force: true});
                process.exit(status);
            });
            browser.kill();
        },
    };
}
