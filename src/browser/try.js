// The forms of the operator's page, in the browser. Input: what is typed. Output: the call, made by `POST /try` of this same
// port, its answer below the form, and the same call as a line for a shell. What a service answers is shown as text and never as
// HTML.

/** @type {Pick<typeof import('../calls/curl.ts') & typeof import('../calls/target.ts'), 'quoted' | 'curlLine' | 'targetOf'>} */
// @ts-expect-error -- declared in front of this text when it is sent
const given = GIVEN;

/**
 * @typedef {{ method: string, path: string, headers: [string, string][], body: string | null }} Call
 * @typedef {{ status: number, phrase: string, headers: [string, string][], body: string, base64?: true, cut?: number, milliseconds: number }} Answer
 */

/** @param {string} name @param {string} text @param {string} [className] */
function made(name, text, className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}

/** @param {Element} form */
function controlsOf(form) {
  return /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ ([...form.querySelectorAll('[data-in]')]);
}

/** @param {HTMLFormElement} form @returns {Call} */
function callOf(form) {
  /** @type {Record<string, string>} */
  const path = Object.create(null);
  const query = [];
  let headers = '';
  let body = '';
  for (const { dataset, value } of controlsOf(form)) {
    const name = dataset['name'] ?? '';
    if (dataset['in'] === 'path') path[name] = value;
    else if (dataset['in'] === 'query') query.push({ name, text: value, list: dataset['list'] });
    else if (dataset['in'] === 'headers') headers = value;
    else body = value;
  }
  const { method = '', base = '', path: pieces = '[]' } = form.dataset;
  return {
    method,
    path: base + given.targetOf(JSON.parse(pieces), path, query),
    headers: headersIn(headers),
    body: body === '' ? null : body,
  };
}

/** One a line: name, colon, value. @param {string} text @returns {[string, string][]} */
function headersIn(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
}

/** @param {HTMLFormElement} form */
function showLine(form) {
  const shown = form.closest('details')?.querySelector('.curl code');
  if (!shown) return;
  const { method, path, headers, body } = callOf(form);
  const url = (form.dataset['address'] ?? '') + path;
  const line = given.curlLine({ method, url, headers, body: body ?? undefined }, given.quoted);
  if (shown.textContent !== line) shown.textContent = line;
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const button = form.querySelector('button');
  const status = form.querySelector('.result .status');
  const shown = form.querySelector('.result .shown');
  if (!button || !status || !shown || button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  status.textContent = 'Sending …';
  shown.replaceChildren();
  const call = callOf(form);
  try {
    const reply = await fetch('try', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(call),
    });
    const said = await reply.json();
    if (reply.ok) showAnswer(said, status, shown);
    else status.textContent = `Not sent: ${said.error}`;
  } catch {
    status.textContent = 'Not sent: the server of this page does not answer.';
  } finally {
    button.removeAttribute('aria-disabled');
  }
  if (call.method !== 'GET' && call.method !== 'HEAD') document.dispatchEvent(new Event('changed'));
}

/** @param {Answer} answer @param {Element} status @param {Element} shown */
function showAnswer({ status: code, phrase, headers, body, base64, cut, milliseconds }, status, shown) {
  status.textContent = `${code} ${phrase}, ${milliseconds} ms`;
  const held = questionsIn(body);
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const what = base64 ? 'Body, which is no text, in base64' : 'Body';
  const rest = cut === undefined ? '' : `, the first ${cut} octets`;
  shown.replaceChildren(
    ...held,
    made('p', 'Headers', 'dim'),
    scrolling('head', 'Headers of the answer', head),
    made('p', body === '' ? 'No body' : what + rest, 'dim'),
    ...(body === '' ? [] : [scrolling('body', 'Body of the answer', base64 ? body : laidOut(body))]),
  );
}

/** @param {string} className @param {string} label @param {string} text */
function scrolling(className, label, text) {
  const element = made('pre', text, className);
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
  return element;
}

/** What a held request waits for, with the way to its entry. @param {string} body */
function questionsIn(body) {
  const said = parsed(body);
  const gaps = typeof said === 'object' && said !== null && 'gaps' in said ? said.gaps : undefined;
  if (!Array.isArray(gaps)) return [];
  return gaps.flatMap((gap) => {
    if (typeof gap?.id !== 'string' || typeof gap?.question !== 'string') return [];
    const line = made('p', 'Held by ');
    const place = placeOf(gap.id);
    if (place === undefined) line.append(made('code', gap.id));
    else {
      const link = /** @type {HTMLAnchorElement} */ (made('a', gap.id));
      link.href = place;
      line.append(link);
    }
    line.append(`: ${gap.question}`);
    return [line];
  });
}

/** As the reasons of the operations have it. @param {string} id */
function placeOf(id) {
  const known = [...document.querySelectorAll('.reasons .id a')].find((link) => link.textContent === id);
  return known?.getAttribute('href') ?? undefined;
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DEEPEST = 60;

/** JSON in lines, each value as it was written: no digit is lost. @param {string} text */
function laidOut(text) {
  if (parsed(text) === undefined) return text;
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isFirst = before === '{' || before === '[';
    if (closes ? !isFirst : isFirst || before === ',') out += line();
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    if (depth > DEEPEST) return text;
    before = token;
  }
  return out;
}

/** @param {EventTarget | null} target */
function formOf(target) {
  return target instanceof Element ? target.closest('form') : null;
}

document.documentElement.classList.add('script');
document.addEventListener('input', ({ target }) => {
  const form = formOf(target);
  if (form) showLine(form);
});
document.addEventListener('submit', (event) => {
  const form = formOf(event.target);
  if (form?.dataset['method'] === undefined) return;
  event.preventDefault();
  void send(form);
});

function showLines() {
  for (const form of document.forms) showLine(form);
}

document.addEventListener('renewed', showLines);
// Forms that a browser has filled again when it came back to the page.
addEventListener('pageshow', showLines);
