// Compiles and matches URL patterns with Node's class URLPattern. Each line of the input is JSON: [pattern, base, ignoreCase, inputs]; each
// line of the output has "error", or the pattern strings and for each input the matched texts and groups of the components, or null.
import { readFileSync } from 'node:fs';

const NAMES = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

function matched(pattern, input, base) {
  let found;
  try {
    found = typeof input === 'string' && base !== null ? pattern.exec(input, base) : pattern.exec(input);
  } catch {
    return 'error';
  }
  const groups = (of) => Object.fromEntries(Object.entries(of).map(([name, text]) => [name, text ?? null]));
  return found && NAMES.map((name) => [found[name].input, groups(found[name].groups)]);
}

function answer([text, base, ignoreCase, inputs]) {
  let pattern;
  try {
    pattern = base === null ? new URLPattern(text, { ignoreCase }) : new URLPattern(text, base, { ignoreCase });
  } catch {
    return 'error';
  }
  return [NAMES.map((name) => pattern[name]), inputs.map((input) => matched(pattern, input, base))];
}

const lines = readFileSync('/dev/stdin', 'utf8').split('\n').filter((line) => line !== '');
console.log([JSON.stringify(process.versions.node), ...lines.map((line) => JSON.stringify(answer(JSON.parse(line))))].join('\n'));
