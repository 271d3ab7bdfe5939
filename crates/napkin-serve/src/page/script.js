// Sends the forms without leaving the page, and narrows tables as one types. Everything works without it.
'use strict';
const $ = id => document.getElementById(id);
const reading = $('reading'), linking = $('linking'), linting = $('linting'), narrowing = $('narrowing');
const answer = $('answer'), status = $('status'), main = reading ?? linting;
let asked, timer;

// Gives up the question under way, whose answer would replace something newer.
function cancel() {
  clearTimeout(timer);
  asked?.abort();
  status.textContent = '';
}

// Asks for the answer to a form; a later question cancels an earlier one.
async function ask(form) {
  cancel();
  if (form === linking) $('type').options[0].text = 'auto';
  const mine = asked = new AbortController(), sent = new FormData(form);
  ['pair', 'pair-name', 'pair-value', 'pair-removed'].forEach(name => sent.delete(name));
  status.className = '';
  status.textContent = 'Reading…';
  try {
    const response = await fetch(form === linting ? '/lint' : '/part', {
      method: 'POST', signal: mine.signal, body: new URLSearchParams(sent),
      headers: {Accept: 'application/x-napkin-part, application/json'},
    });
    if (!response.ok) throw new Error((await response.json()).error.message);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    answer.replaceChildren(...page.body.childNodes);
    show(form);
    // What was dropped is answered below the form, out of sight of a small window.
    if (form === linking) answer.scrollIntoView();
  } catch (error) {
    if (mine.signal.aborted) return;
    answer.replaceChildren();
    status.textContent = 'No answer: ' + error.message;
  }
}

// What only a script can do with an answer.
function show(form) {
  const link = $('permalink');
  if (form === main) history.replaceState(null, '', link ? link.hash : location.pathname);
  // What was recognised stands where it can be changed.
  const kind = $('kind');
  if (kind) $('type').options[0].text = 'auto: ' + kind.textContent;
  // On a small window what is marked may be out of sight.
  for (const box of answer.querySelectorAll('.quote')) {
    const caret = box.querySelector('.caret'), text = caret.textContent.replace(/ \d+$/, '');
    box.scrollLeft = text.search(/\S/) / text.length * caret.offsetWidth - box.clientWidth / 2;
  }
  if ($('browser')) compare($('browser'));
  addCopies();
  // The short answer is read aloud; the rest of the page is not.
  status.textContent = $('brief')?.textContent ?? '';
  status.className = $('brief') ? 'unseen' : '';
  const filter = $('filter');
  if (!filter) return;
  filter.parentNode.hidden = false;
  const rows = [...filter.closest('section').querySelectorAll('tbody tr')];
  filter.oninput = () => {
    const count = narrow(rows, filter.value, '');
    $('matches').textContent = filter.value ? `${count} of ${rows.length}` : '';
  };
}

// Adds a button to each text that is worth copying: the link to the answer, each command, each URL that is a result.
function addCopies() {
  const add = (after, text, name) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.ariaLabel = button.title = name;
    button.onclick = async () => {
      await navigator.clipboard.writeText(text());
      status.textContent = 'Copied';
      button.classList.add('done');
      setTimeout(() => button.classList.remove('done'), 1500);
    };
    after.after(button);
  };
  if (!navigator.clipboard) return;
  const link = $('permalink');
  if (link) add(link, () => link.href, 'Copy the link');
  for (const code of document.querySelectorAll('[data-copy]')) add(code, () => code.textContent, 'Copy this URL');
  for (const all of document.querySelectorAll('.commands')) {
    const lines = all.textContent.split('\n').filter(Boolean);
    all.replaceChildren();
    for (const line of lines) {
      const text = document.createElement('span');
      text.textContent = line;
      all.append(text, '\n');
      add(text, () => line, 'Copy this command');
    }
  }
}

// What the browser's own URL makes of what was typed, beside what the server's reading by the same standard has.
function compare(section) {
  const given = JSON.parse(section.dataset.given), rows = section.querySelector('tbody'), said = section.querySelector('summary span'), fold = section.querySelector('details');
  const make = (name, parent, text = '') => { const made = parent.appendChild(document.createElement(name)); made.textContent = text; return made; };
  section.hidden = false;
  if (given.hidden) {
    said.textContent = 'Not compared, as the mask over the password would change what is read. Show passwords to compare.';
    section.querySelector('.scroll').hidden = true;
    return;
  }
  let mine, failure;
  try { mine = given.base ? new URL(given.url, given.base) : new URL(given.url); } catch (error) { failure = error.message; }
  let differ = 0;
  const row = (name, own, other) => {
    const line = make('tr', rows), head = make('th', line, (own === other ? '' : '≠ ') + name);
    head.scope = 'row';
    if (own !== other) differ++;
    for (const [text, of] of [[own, 'this browser'], [other, 'WHATWG']]) {
      const cell = make('td', line);
      cell.dataset.of = of;
      make('code', own !== other && text === own ? make('mark', cell) : cell, text || '(empty)');
    }
  };
  const {members} = given;
  if (mine && members) for (const name of ['href', 'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash']) { if (mine[name] || members[name]) row(name, mine[name], members[name]); }
  else row('href', mine ? mine.href : 'no URL', members ? members.href : 'no URL');
  fold.open = differ > 0;
  said.textContent = (differ ? `≠ This browser differs in ${differ} of the members from the reading here.` : 'This browser reads the same.') + (failure ? ' It says: ' + failure : '');
}

// Hides the rows that lack one of the words, or one of the marks; how many are left.
function narrow(rows, words, marks) {
  const has = (text, all) => all.toLowerCase().split(/\s+/).every(word => text.includes(word));
  for (const row of rows) row.hidden = !(has(row.textContent.toLowerCase(), words) && has(row.dataset.is ?? '', marks));
  return rows.filter(row => !row.hidden).length;
}

// Fills a form from what stands behind `#`, which stays in the browser; whether there is anything.
function restore(form) {
  const state = new URLSearchParams(location.hash.slice(1));
  if (![...state].length) return false;
  for (const field of form.elements) {
    if (field.type === 'checkbox') field.checked = state.has(field.name);
    else if (field.name) field.value = state.get(field.name) ?? (field.name === 'standard' ? 'rfc3986' : '');
  }
  return true;
}

// What is dropped, or chosen: a text, or a file with its name.
function dropped(take) {
  const chosen = $('file');
  chosen.closest('p').hidden = false;
  chosen.onchange = async () => { if (chosen.files[0]) take(await chosen.files[0].text(), chosen.files[0].name); };
  const over = is => document.body.classList.toggle('over', is);
  document.ondragover = event => { event.preventDefault(); over(true); };
  document.ondragleave = () => over(false);
  document.ondrop = async event => {
    const file = event.dataTransfer.files[0], text = event.dataTransfer.getData('text');
    over(false);
    if (!file && /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    take(file ? await file.text() : text, file?.name);
  };
}

if (reading) {
  linking.onsubmit = event => { event.preventDefault(); ask(linking); };
  dropped((text, name) => {
    if (!name && !/\s\S/.test(text.trim())) {
      $('url').value = text;
      return ask(reading);
    }
    $('drop').open = true;
    $('document').value = text;
    $('name').value = name ?? '';
    $('type').value = 'auto';
    ask(linking);
  });
}
for (const example of document.querySelectorAll('.examples form')) {
  example.onsubmit = event => {
    event.preventDefault();
    const fields = new FormData(example, event.submitter);
    for (const name of ['url', 'base', 'other']) $(name).value = fields.get(name) ?? '';
    ask(reading);
  };
}
if (linting) dropped(text => { $('definition').value = text; ask(linting); });

if (main) {
  main.onsubmit = event => {
    // The fields of pairs change the URL itself: the page comes anew.
    if ([event.submitter, document.activeElement].some(element => element?.closest('#answer'))) return cancel();
    event.preventDefault();
    ask(main);
  };
  answer.oninput = event => event.target.form && cancel();
  main.oninput = () => { clearTimeout(timer); timer = setTimeout(ask, 250, main); };
  const restored = () => restore(main) && ask(main);
  addEventListener('hashchange', restored);
  if (answer.firstChild) show($('document')?.value ? linking : main); else restored();
}

// The list of schemes: its state stands behind `#`, and a link with a query, for those without scripts, becomes one.
if (narrowing && location.search) {
  location.replace('/schemes#' + location.search.slice(1));
} else if (narrowing) {
  const rows = [...document.querySelectorAll('tr[data-is]')];
  const {q, status, defined} = narrowing.elements;
  const apply = () => {
    const state = [...new FormData(narrowing)].filter(([, value]) => value);
    const marks = [status.value, defined.checked && 'defined'].filter(Boolean), words = q.value.trim();
    $('matches').textContent = `${narrow(rows, words, marks.join(' '))} of ${rows.length}`;
    document.querySelector('.commands').textContent = ['napkin scheme list --pretty', ...defined.checked ? ['--defined'] : [], ...status.value ? ['--status ' + status.value] : [],
      ...words ? ['--', ...words.split(/\s+/).map(word => `'${word.replaceAll("'", "'\\''")}'`)] : []].join(' ') + '\n';
    addCopies();
    history.replaceState(null, '', state.length ? '#' + new URLSearchParams(state) : '/schemes');
  };
  narrowing.oninput = apply;
  narrowing.onsubmit = event => { event.preventDefault(); apply(); };
  const restored = () => restore(narrowing) && apply();
  addEventListener('hashchange', restored);
  restored();
}

if (!main) addCopies();

document.onkeydown = event => {
  const field = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'file';
  const focus = element => { event.preventDefault(); element.focus(); };
  if (event.key === 'Enter' && event.ctrlKey) return event.target.form?.action ? event.target.form.requestSubmit() : (linking ?? linting)?.requestSubmit();
  if (event.key === 'Escape' && field) return event.target.blur();
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const first = document.querySelector('[aria-keyshortcuts="/"]');
  if (event.key === '/' && first) focus(first);
  else if (event.key === 'd' && $('drop')) { $('drop').open = true; focus($('document')); }
  else if (event.key === 'x') {
    const folds = [...document.querySelectorAll('#answer details')], open = folds.some(fold => !fold.open);
    for (const fold of folds) fold.open = open;
  }
  else if (event.key === 'f' && $('filter')) focus($('filter'));
};
