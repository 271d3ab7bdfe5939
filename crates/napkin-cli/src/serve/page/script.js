// Sends the forms without leaving the page. Everything works without it.
'use strict';
const $ = id => document.getElementById(id);
const reading = $('reading'), linking = $('linking'), answer = $('answer'), status = $('status');
let asked, timer;

// Asks for the answer to a form; a later question cancels an earlier one.
async function ask(form) {
  clearTimeout(timer);
  asked?.abort();
  const mine = asked = new AbortController();
  status.textContent = 'Reading…';
  try {
    const response = await fetch('/', {
      method: 'POST', signal: mine.signal, body: new URLSearchParams(new FormData(form)),
      headers: {Accept: 'application/x-napkin-part, application/json'},
    });
    if (!response.ok) throw new Error((await response.json()).error.message);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    answer.replaceChildren(...page.body.childNodes);
    status.textContent = '';
    show(form);
  } catch (error) {
    if (mine.signal.aborted) return;
    answer.replaceChildren();
    status.textContent = 'No answer: ' + error.message;
  }
}

// What only a script can do with an answer.
function show(form) {
  const link = $('permalink');
  if (form === reading) history.replaceState(null, '', link ? link.hash : '/');
  const filter = $('filter');
  if (!filter) return;
  filter.parentNode.hidden = false;
  const rows = [...filter.closest('section').querySelectorAll('tbody tr')];
  filter.oninput = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      count += !row.hidden;
    }
    $('matches').textContent = filter.value ? `${count} of ${rows.length}` : '';
  };
}

if (reading) {
  reading.onsubmit = event => { event.preventDefault(); ask(reading); };
  reading.oninput = () => { clearTimeout(timer); timer = setTimeout(ask, 250, reading); };
  linking.onsubmit = event => { event.preventDefault(); ask(linking); };

  // A permalink: what stands behind `#` stays in the browser until it is asked about.
  const restore = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    if (![...state].length) return;
    for (const name of ['url', 'base', 'other']) $(name).value = state.get(name) ?? '';
    $('standard').value = state.get('standard') ?? 'rfc3986';
    ask(reading);
  };
  addEventListener('hashchange', restore);
  if (answer.firstChild) show($('document').value ? linking : reading); else restore();

  // A file, or a text, that is dropped anywhere.
  document.ondragover = event => { event.preventDefault(); document.body.classList.add('over'); };
  document.ondragleave = () => document.body.classList.remove('over');
  document.ondrop = async event => {
    const file = event.dataTransfer.files[0], text = event.dataTransfer.getData('text');
    if (!file && /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return document.body.classList.remove('over');
    event.preventDefault();
    document.body.classList.remove('over');
    if (!file && !/\s\S/.test(text.trim())) {
      $('url').value = text;
      return ask(reading);
    }
    $('drop').open = true;
    $('document').value = file ? await file.text() : text;
    $('name').value = file ? file.name : '';
    $('type').value = 'auto';
    ask(linking);
  };

  document.onkeydown = event => {
    const field = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === 'Enter' && event.ctrlKey) ask(event.target.form ?? linking);
    else if (event.key === 'Escape' && field) event.target.blur();
    else if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === '/') { event.preventDefault(); $('url').focus(); }
    else if (event.key === 'd') { event.preventDefault(); $('drop').open = true; $('document').focus(); }
    else if (event.key === 'f' && $('filter')) { event.preventDefault(); $('filter').focus(); }
  };
}
