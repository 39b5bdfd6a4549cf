// Fills a form of the operator's page, in the browser, when it is opened: references to rows that are there, values that pass the
// rules. Input: what `GET /filled` of this same port answers. Output: the texts of the form; what was typed meanwhile stays.

/** @param {HTMLFormElement} form @param {boolean} again */
async function fill(form, again) {
  const { id = '' } = form.dataset;
  const note = form.querySelector('.filled');
  if (!note) return;
  try {
    const reply = await fetch(`filled?operation=${encodeURIComponent(id)}`);
    const { filled } = await reply.json();
    if (filled) put(form, filled, again);
    note.textContent = told(filled);
  } catch {
    note.textContent = '';
  }
}

/** @param {HTMLFormElement} form @param {{ path: Record<string, string>, query: Record<string, string>, body?: string }} filled @param {boolean} again */
function put(form, filled, again) {
  for (const control of controlsOf(form)) {
    const name = control.dataset['name'] ?? '';
    const where = control.dataset['in'];
    const text =
      where === 'body' ? filled.body : where === 'path' || where === 'query' ? own(filled[where], name) : undefined;
    if (text !== undefined && (again || control.value === control.defaultValue)) control.value = text;
  }
  showLine(form);
}

/** @param {Record<string, string>} texts @param {string} name */
function own(texts, name) {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** @param {{ isAccepted: boolean } | null} filled */
function told(filled) {
  if (!filled) return 'Nothing fits: there is no row to name, or no value that can be made.';
  return filled.isAccepted
    ? 'Filled with rows that are there and values that pass the rules.'
    : 'Filled with rows that are there; a rule may refuse them.';
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !target.classList.contains('try')) return;
    const form = target.querySelector('form');
    if (!form || form.dataset['filled'] !== undefined) return;
    form.dataset['filled'] = '';
    if (form.querySelector('.filled')) void fill(form, false);
  },
  // It does not bubble.
  true,
);

document.addEventListener('click', ({ target }) => {
  const form = target instanceof Element && target.closest('.fill') ? formOf(target) : null;
  if (form) void fill(form, true);
});
