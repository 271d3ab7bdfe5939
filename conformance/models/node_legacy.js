// Reads URLs with url.parse of Node. README.md says how it is spoken to.
'use strict';
const url = require('url');
process.removeAllListeners('warning');
process.on('warning', () => {});

function read(text, base) {
  try {
    const parsed = url.parse(base === undefined ? text : url.resolve(base, text));
    return {
      scheme: parsed.protocol === null ? null : parsed.protocol.slice(0, -1),
      host: parsed.hostname || null,
      port: parsed.port === null ? null : Number(parsed.port),
      path: parsed.pathname || '',
    };
  } catch (error) {
    return { refused: error.message };
  }
}

const out = [JSON.stringify({ version: 'Node ' + process.versions.node })];
for (const line of require('fs').readFileSync(0, 'latin1').split('\n')) {
  if (line !== '') out.push(JSON.stringify(read(...line.split(' ').map((part) => Buffer.from(part, 'hex').toString('utf8')))));
}
process.stdout.write(out.join('\n') + '\n');
