// Reads URLs with the class URL of Node, Bun or Deno. README.md says how it is spoken to.
import { readFileSync } from 'node:fs';

function read(text, base) {
  try {
    const url = new URL(text, base);
    return { scheme: url.protocol.slice(0, -1), host: url.hostname, port: url.port === '' ? null : Number(url.port), path: url.pathname };
  } catch (error) {
    return { refused: String(error.message) };
  }
}

const version = globalThis.Bun ? `Bun ${Bun.version}` : globalThis.Deno ? `Deno ${Deno.version.deno}` : `Node ${process.versions.node}`;
const out = [JSON.stringify({ version })];
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));
const text = (digits) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes(digits));
for (const line of readFileSync(process.argv[2] ?? '/dev/stdin', 'latin1').split('\n')) {
  if (line !== '') out.push(JSON.stringify(read(...line.split(' ').map(text))));
}
console.log(out.join('\n'));
