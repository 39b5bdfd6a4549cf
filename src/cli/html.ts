// The gap map as a page: `ninefold check FILE --format html`. In: a report and the source it is about. Out: one HTML document
// that needs nothing from elsewhere, no script, and can be printed: what runs, what is held and why, the nine parts with what
// is open in them, and the source, whose lines the places lead to.

import { PARTS, partNumber, PART_TITLES } from '../base/parts.ts';
import type { Report } from '../check/check.ts';
import { togetherText } from '../diagnostics/render-line.ts';
import { inOrder } from './findings.ts';
import { stopsOf } from './gap-map.ts';

const STYLE = `
:root { color-scheme: light dark; --open: #9a6700; --held: #b42318; --runs: #1a7f37; --dim: #656d76; --line: #d0d7de; }
@media (prefers-color-scheme: dark) { :root { --open: #d29922; --held: #ff7b72; --runs: #3fb950; --dim: #9198a1; --line: #3d444d; } }
body { font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; overflow-wrap: normal; }
ul { padding-left: 1.2rem; }
li { margin: .4rem 0; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
small, .dim { color: var(--dim); }
.yes { color: var(--runs); } .partly { color: var(--open); } .no, .error { color: var(--held); }
pre span:target, li:target { outline: 2px solid var(--open); outline-offset: 2px; }
pre span { display: block; white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 4rem; text-indent: -4rem; }
pre span::before { content: attr(data-line); display: inline-block; width: 3.2rem; padding-right: .8rem; text-align: right; text-indent: 0; color: var(--dim); }
@media print { body { max-width: none; } a { color: inherit; text-decoration: none; } h2, li { break-inside: avoid; } }
`;

const RUNS = { yes: 'runs', partly: 'runs partly', no: 'held' } as const;
const COUNTED = { yes: 'run', partly: 'partly', no: 'held' } as const;
const STATUSES = ['stated', 'none', 'any', 'gap', 'assumed', 'unreadable', 'unsupported'] as const;

export function gapMapPage(report: Report, source: string): string {
  const title = escaped(report.document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: what is open</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${summary(report)}</p>
<h2 id="operations">Operations</h2>
${operations(report)}
<h2 id="parts">The nine parts</h2>
${counts(report)}
${PARTS.map((name) => part(report, name)).join('')}${part(report, 'document')}
${assumptions(report)}<h2 id="findings">Findings</h2>
${findings(report)}
<h2 id="source">The document</h2>
<pre>${lines(source)}</pre>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Code ticks of a sentence, as they are meant. */
function words(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function summary({ operations: all, gaps, diagnostics }: Report): string {
  const count = (runs: keyof typeof RUNS): string =>
    `<span class="${runs}">${all.filter((one) => one.runs === runs).length} ${COUNTED[runs]}</span>`;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const operationsWord = all.length === 1 ? 'operation' : 'operations';
  return `${all.length} ${operationsWord}: ${count('yes')}, ${count('partly')}, ${count('no')}. Open questions: ${gaps.length}. Errors: ${errors}.`;
}

function operations({ operations: all, gaps }: Report): string {
  if (all.length === 0) return '<p class="dim">None is stated.</p>';
  const known = new Map(gaps.map(({ id }, index) => [id, index]));
  const reason = (word: string, id: string): string => `<li><small>${word}</small> ${link(id, known)}</li>`;
  const items = all.map(({ id, runs, heldBy, partlyHeldBy, restsOn }) => {
    const reasons = [
      ...heldBy.map((one) => reason('held by', one)),
      ...partlyHeldBy.map((one) => reason('partly by', one)),
      ...restsOn.map((one) => reason('rests on', one)),
    ];
    const list = reasons.length === 0 ? '' : `<ul>${reasons.join('')}</ul>`;
    return `<li><code>${escaped(id)}</code> <span class="${runs}">${RUNS[runs]}</span>${list}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function link(id: string, known: ReadonlyMap<string, number>): string {
  const index = known.get(id);
  return `<a href="#${index === undefined ? 'findings' : `gap-${index}`}">${escaped(id)}</a>`;
}

function counts({ parts }: Report): string {
  const head = ['part', ...STATUSES].map((cell) => `<th scope="col">${cell}</th>`).join('');
  const rows = parts.map(({ number, name, counts: own }) => {
    const cells = STATUSES.map(
      (status) => `<td>${own[status] === 0 ? '<span class="dim">0</span>' : own[status]}</td>`,
    );
    return `<tr><td>${number} ${name}</td>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function part({ document, gaps, operations }: Report, name: Report['gaps'][number]['part']): string {
  const own = gaps.filter((gap) => gap.part === name);
  if (own.length === 0) return '';
  const heading = name === 'document' ? 'The title' : `Part ${partNumber(name)}: ${PART_TITLES[name]}`;
  const items = own.map((gap) => {
    const { id, question, at, blocks } = gap;
    const stops = stopsOf(operations, id, blocks)
      .map(([word, all]) => `<br><small>${word} ${all.map((one) => `<code>${escaped(one)}</code>`).join(', ')}</small>`)
      .join('');
    return `<li id="gap-${gaps.indexOf(gap)}">${words(question)} ${place(at, document)}<br><small class="partly">${escaped(id)}</small>${stops}</li>`;
  });
  return `<h3>${escaped(heading)}</h3>\n<ul>${items.join('\n')}</ul>\n`;
}

/** Each with who, since when, until when and why; they stand in files of their own. */
function assumptions({ assumed }: Report): string {
  if (assumed.length === 0) return '';
  const items = assumed.map(({ id, text, at, by, on, why, until, operations: under }) => {
    const rests = under.map((one) => `<code>${escaped(one)}</code>`).join(', ');
    const behind = rests === '' ? '' : `<br><small>under ${rests}</small>`;
    const where = `<small>${escaped(`${at.file}:${at.line}:${at.column}`)}</small>`;
    return `<li><code>${escaped(id)}</code>: <code>${escaped(text)}</code> ${where}<br>By ${escaped(by)} on ${on}, until ${until}: ${escaped(why)}${behind}</li>`;
  });
  return `<h2 id="assumed">Assumed</h2>\n<ul>${items.join('\n')}</ul>\n`;
}

/** The page shows the lines of the document; what stands in a file of assumptions is named. */
function place({ file, line }: { readonly file: string; readonly line: number }, document: string): string {
  if (file !== document) return `<small>${escaped(`${file}:${line}`)}</small>`;
  return `<a href="#L${line}">line ${line}</a>`;
}

function findings({ document, diagnostics }: Report): string {
  if (diagnostics.length === 0) return '<p class="dim">None.</p>';
  const items = inOrder(diagnostics).map(({ code, severity, message, at, related, fix, conflict = [] }) => {
    const sentences = conflict.map(
      (one) =>
        `<li><code>${escaped(one.text.split('\n', 1)[0]!)}</code> ${place(one.at, document)} <small>${escaped(one.id ?? '')}</small></li>`,
    );
    const together =
      sentences.length === 0 ? '' : `<br><small>${togetherText(conflict)}</small><ul>${sentences.join('')}</ul>`;
    const others = related.map((one) => `<br><small>${words(one.message)} ${place(one.at, document)}</small>`).join('');
    const mend = fix === undefined ? '' : `<br><small>${words(fix)}</small>`;
    return `<li><span class="${severity}">${severity} ${code}</span> ${words(message)} ${place(at, document)}${others}${mend}${together}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

/** What belongs behind the end of the last line has its place on an empty one. */
function lines(source: string): string {
  return source
    .split(/\r?\n/)
    .map((text, index) => `<span id="L${index + 1}" data-line="${index + 1}">${escaped(text) || ' '}</span>`)
    .join('');
}
