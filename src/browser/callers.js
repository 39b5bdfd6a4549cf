// Try as a chosen caller, in the browser. Input: a row of the Caller. Output: the form with a token of that row, issued by `POST
// /callers` of this same port, in the place of the one before; it ends soon.

/**
 * @typedef {{ scheme: string, why: string | null, callers: { key: string, title: string }[] }} Scheme
 */

/** @param {HTMLSelectElement} select */
async function listCallers(select) {
  const note = select.parentElement?.querySelector('.called');
  try {
    const reply = await fetch('callers');
    /** @type {{ schemes: Scheme[] }} */
    const { schemes } = await reply.json();
    for (const { scheme, callers } of schemes) {
      if (callers.length === 0) continue;
      const group = document.createElement('optgroup');
      group.label = scheme;
      for (const { key, title } of callers) group.append(new Option(title, JSON.stringify({ scheme, row: key })));
      select.append(group);
    }
    const not = schemes.filter(({ why }) => why !== null);
    if (note) note.textContent = not.map(({ scheme, why }) => `Not by ${scheme}: ${why}.`).join(' ');
  } catch {
    delete select.dataset['listed'];
  }
}

/** @param {HTMLSelectElement} select @param {HTMLFormElement} form */
async function callAs(select, form) {
  const note = select.parentElement?.querySelector('.called');
  if (!note || select.value === '') return;
  try {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch('callers', { method: 'POST', headers, body: select.value });
    const said = await reply.json();
    if (reply.ok) bear(form, said);
    note.textContent = reply.ok
      ? `The form has a token that ends in ${said.minutes} minutes.`
      : `No token: ${said.error}`;
  } catch {
    note.textContent = 'No token: the server of this page does not answer.';
  }
  showLine(form);
}

/** @param {HTMLFormElement} form @param {{ header?: [string, string], query?: [string, string] }} said */
function bear(form, { header, query }) {
  for (const control of controlsOf(form)) {
    if (query && control.dataset['in'] === 'query' && control.dataset['name'] === query[0]) control.value = query[1];
    if (!header || control.dataset['in'] !== 'headers') continue;
    const others = headersIn(control.value).filter(([name]) => name.toLowerCase() !== header[0].toLowerCase());
    control.value = [...others, header].map(([name, value]) => `${name}: ${value}`).join('\n');
  }
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    const select = target instanceof HTMLDetailsElement && target.open ? target.querySelector('select.caller') : null;
    if (!(select instanceof HTMLSelectElement) || select.dataset['listed'] !== undefined) return;
    select.dataset['listed'] = '';
    void listCallers(select);
  },
  true,
);

document.addEventListener('change', ({ target }) => {
  const form = formOf(target);
  if (form && target instanceof HTMLSelectElement && target.classList.contains('caller')) void callAs(target, form);
});
