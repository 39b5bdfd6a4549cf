// Text for a page. Input: any text, from any source. Output: HTML that shows it as text: no tag, no attribute, no script, and
// nothing that changes the reading direction of the text around it.

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Invisible characters that change how others look: control characters but tab and line feed, and marks of direction. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** For people to read; what is not seen is named. */
export function visible(text: string): string {
  return escaped(text.toWellFormed()).replaceAll(UNSEEN, (one) => `<span class="unseen">${codeOf(one)}</span>`);
}

/** The same where no tag is allowed: in an attribute, a title, a picture. */
export function bare(text: string): string {
  return escaped(text.toWellFormed()).replaceAll(UNSEEN, codeOf);
}

function codeOf(one: string): string {
  return `U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Code ticks of a sentence, as they are meant. */
export function words(text: string): string {
  return visible(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export function code(text: string): string {
  return `<code>${visible(text)}</code>`;
}

/** The beginning of a text, and how many characters are left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return visible(text);
  // A character of two units stays whole.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${visible(text.slice(0, end))}… <span class="dim">(${text.length - end} more characters)</span>`;
}

/** An id that is in no text: for places in the page, and links to them. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')}`;
}

export function linkTo(target: string, html: string): string {
  return `<a href="#${target}">${html}</a>`;
}

export function list(items: readonly string[], className = ''): string {
  if (items.length === 0) return '';
  const own = className === '' ? '' : ` class="${className}"`;
  return `<ul${own}>${items.map((item) => (item.startsWith('<li') ? item : `<li>${item}</li>`)).join('\n')}</ul>`;
}

/** A part that may be wider than the page: it scrolls by itself, by keyboard too. */
export function wide(label: string, html: string): string {
  return `<div class="wide" role="group" aria-label="${bare(label)}" tabindex="0">${html}</div>`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[], caption = ''): string {
  const head = heads.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  const told = caption === '' ? '' : `<caption class="aside">${caption}</caption>`;
  return `<table>${told}<thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}
