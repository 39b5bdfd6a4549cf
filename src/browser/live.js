// Keeps the operator's page current, in the browser. Input: the stream of `/updates`. Output: the page as it is now, put in
// place of what differs; what has the focus keeps it, what is open stays open, and what was typed stays typed.

let revision = document.documentElement.dataset['revision'];
/** @type {EventSource | undefined} */
let stream;
let isLost = false;

function listen() {
  if (stream !== undefined || document.visibilityState === 'hidden') return;
  const own = new EventSource('updates');
  stream = own;
  own.addEventListener('message', ({ data }) => {
    if (isLost) say('Connected again.');
    isLost = false;
    if (data !== revision) void renew('told');
  });
  own.addEventListener('error', () => {
    if (!isLost) say('The server of this page does not answer; it is asked again and again.');
    isLost = true;
    if (own.readyState !== EventSource.CLOSED) return;
    rest();
    setTimeout(listen, LATER);
  });
}

/** A browser has few connections to one server: a hidden page takes none. */
function rest() {
  stream?.close();
  stream = undefined;
}

/** @param {string} text */
function say(text) {
  const line = document.getElementById('live');
  if (line && line.textContent !== text) line.textContent = text;
}

/** Milliseconds. */
const LATER = 3000;
let isRenewing = false;
let isStale = false;
/** @type {'told' | 'untold' | undefined} */
let again;
/** @type {number | undefined} */
let waiting;

/** @param {'told' | 'untold'} how */
async function renew(how) {
  if (isRenewing) {
    again = again === 'told' ? again : how;
    return;
  }
  isRenewing = true;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: 'text/html' } });
    if (answer.ok) replaceBy(new DOMParser().parseFromString(await answer.text(), 'text/html'), how);
    else staleUntilLater(how, answer.status);
  } catch {
    // The stream tells when the server is there again.
  } finally {
    isRenewing = false;
  }
  const next = again;
  again = undefined;
  if (next !== undefined) await renew(next);
}

/** What is shown stays. @param {'told' | 'untold'} how @param {number} status */
function staleUntilLater(how, status) {
  isStale = true;
  say(`This page is not up to date: the server answers ${status} for it. It is asked again and again.`);
  clearTimeout(waiting);
  waiting = setTimeout(() => void renew(how), LATER);
}

/** @param {Document} next @param {'told' | 'untold'} how */
function replaceBy(next, how) {
  // Another version of the program: its style and script are not those that this page may use.
  if (textOf(next, 'script') !== textOf(document, 'script') || textOf(next, 'style') !== textOf(document, 'style')) {
    location.reload();
    return;
  }
  const before = standing(document);
  standingBy = new Map([...document.querySelectorAll('[id]')].map((one) => [one.id, one]));
  keepingFocus(() => merge(document.body, next.body));
  document.title = next.title;
  const wasRenewed = revision !== next.documentElement.dataset['revision'];
  revision = next.documentElement.dataset['revision'];
  document.dispatchEvent(new Event('renewed'));
  if (how === 'told' || wasRenewed) say(differences(before, standing(document)));
  else if (isStale) say('This page is up to date again.');
  isStale = false;
}

/** @param {Document} page @param {string} name */
function textOf(page, name) {
  return page.querySelector(name)?.textContent;
}

/** @param {() => void} change */
function keepingFocus(change) {
  const focused = document.activeElement;
  const around = focused === null ? [] : ancestorIds(focused);
  change();
  if (!(focused instanceof HTMLElement) || focused === document.body || document.activeElement === focused) return;
  if (focused.isConnected) {
    focused.focus({ preventScroll: true });
    return;
  }
  const nearest = around.map((id) => document.getElementById(id)).find((one) => one !== null);
  if (!nearest) return;
  if (nearest.tabIndex < 0) nearest.tabIndex = -1;
  nearest.focus({ preventScroll: true });
}

/** @param {Element} element */
function ancestorIds(element) {
  const ids = [];
  for (let at = element.parentElement; at; at = at.parentElement) if (at.id !== '') ids.push(at.id);
  return ids;
}

/** @param {Node} old @param {Node} next */
function merge(old, next) {
  if (old.isEqualNode(next)) return;
  if (!(old instanceof Element) || !(next instanceof Element)) {
    old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of Array.from(old.attributes))
    if (!next.hasAttribute(name) && !ownAttribute(old, name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value && !ownAttribute(old, name)) old.setAttribute(name, value);
  if (!old.hasAttribute('data-keep') && old.localName !== 'script') mergeChildren(old, next);
}

/** What the reader of the page has changed. @param {Element} element @param {string} name */
function ownAttribute(element, name) {
  if (element.localName === 'details' || element.localName === 'dialog') return name === 'open' || name === 'tabindex';
  // A form that is being sent.
  return (
    (name === 'aria-disabled' && !element.hasAttribute('data-move')) || name === 'tabindex' || name === 'data-filled'
  );
}

/** @param {Element} old @param {Element} next */
function mergeChildren(old, next) {
  const wanted = new Set([...next.children].map(({ id }) => id));
  /** @type {Map<string, Element>} */
  const known = new Map();
  for (const child of Array.from(old.children)) {
    if (child.id === '') continue;
    if (wanted.has(child.id)) known.set(child.id, child);
    else child.remove();
  }
  let at = old.firstChild;
  for (const want of Array.from(next.childNodes)) {
    const id = want instanceof Element ? want.id : '';
    const match = id === '' ? unnamedLike(at, want) : (known.get(id) ?? fromElsewhere(id, old));
    if (match === undefined || match.nodeName !== want.nodeName) {
      old.insertBefore(document.importNode(want, true), at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else old.insertBefore(match, at);
    merge(match, want);
  }
  while (at !== null) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

/** By id, before the page was replaced. @type {Map<string, Element>} */
let standingBy = new Map();

/** What now belongs under another heading. @param {string} id @param {Element} parent */
function fromElsewhere(id, parent) {
  const found = standingBy.get(id);
  return found?.contains(parent) === true ? undefined : found;
}

/** @param {ChildNode | null} at @param {Node} want */
function unnamedLike(at, want) {
  if (at === null || at.nodeName !== want.nodeName) return undefined;
  return at instanceof Element && at.id !== '' ? undefined : at;
}

/** @param {Document} page */
function standing(page) {
  const operations = [...page.querySelectorAll('[data-operation]')].map(
    (one) => /** @type {const} */ ([one.getAttribute('data-operation') ?? '', one.getAttribute('data-runs') ?? '']),
  );
  return {
    operations: new Map(operations),
    questions: page.querySelectorAll('ol.questions > li').length,
    trouble: page.querySelector('.trouble h2')?.textContent ?? '',
  };
}

const WORDS = { yes: 'Now runs', partly: 'Now runs partly', no: 'Now held' };
const SHOWN = 3;

/** One line, also for screen readers. @param {ReturnType<typeof standing>} before @param {ReturnType<typeof standing>} after */
function differences(before, after) {
  if (after.trouble !== '') return after.trouble;
  const changed = [...after.operations].filter(([id, runs]) => before.operations.get(id) !== runs);
  const told = Object.entries(WORDS).map(([runs, word]) =>
    named(
      word,
      changed.filter(([, one]) => one === runs).map(([id]) => id),
    ),
  );
  const gone = named(
    'No longer stated',
    [...before.operations.keys()].filter((id) => !after.operations.has(id)),
  );
  const all = [...told, gone].filter((one) => one !== '');
  const many = after.questions === 1 ? '1 question is open.' : `${after.questions} questions are open.`;
  return `The document was saved. ${all.length === 0 ? 'What runs is the same.' : all.join(' ')} ${many}`;
}

/** @param {string} word @param {string[]} names */
function named(word, names) {
  if (names.length === 0) return '';
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `${word}: ${names.slice(0, SHOWN).join(', ')}${more}.`;
}

document.addEventListener('changed', () => void renew('untold'));
document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? rest() : listen()));
addEventListener('pagehide', rest);
addEventListener('pageshow', listen);
listen();
