// Usage: node bench/patterns.mjs. Times Node's class URLPattern on the patterns and URLs of src/patterns.rs, as a Markdown table. Node takes
// URLs as texts, so that `test` and `exec` parse them too.
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('src/patterns.rs', import.meta.url), 'utf8');
const table = source.slice(source.indexOf('const PATTERNS'), source.indexOf('fn main'));
const rows = [...table.matchAll(/\("(.*?)", "(.*?)", "(.*?)"\)/g)].map((row) => row.slice(1));

// Nanoseconds of the fastest of several rounds.
function fastest(items, run) {
  let best = Infinity;
  for (let round = 0; round < 20; round++) {
    const begun = process.hrtime.bigint();
    for (let times = 0; times < 2000; times++) run();
    best = Math.min(best, Number(process.hrtime.bigint() - begun) / 2000 / items);
  }
  return best.toFixed(0);
}

console.log(`| Node ${process.versions.node} | compile, ns | test, ns | exec, ns |\n|---|--:|--:|--:|`);
for (const [text, hit, miss] of rows) {
  const pattern = new URLPattern(text);
  if (!pattern.test(hit) || pattern.test(miss)) throw new Error(text);
  const times = [
    fastest(1, () => new URLPattern(text)),
    fastest(2, () => [pattern.test(hit), pattern.test(miss)]),
    fastest(2, () => [pattern.exec(hit), pattern.exec(miss)]),
  ];
  console.log(`| \`${text}\` | ${times.join(' | ')} |`);
}
