// The gap map as a page: `ninefold check FILE --format html`. Input: a report and the source it is about. Output: one HTML
// document that needs nothing from elsewhere, no script, and can be printed: what runs, what is held and why, the nine parts with
// what is open in them, and the source, whose lines the places lead to.

import { PARTS, partNumber, PART_TITLES } from '../base/parts.ts';
import type { Report } from '../check/check.ts';
import { togetherText } from '../diagnostics/render-line.ts';
import { partsTable, RUNS, summary } from '../page/counts.ts';
import { code, escaped, visible, words } from '../page/html.ts';
import { assumptionsList } from '../page/in-force.ts';
import { SHARED_STYLE } from '../page/style.ts';
import { inOrder } from './findings.ts';
import { stopsOf, type Effects } from './gap-map.ts';

const STYLE = `${SHARED_STYLE}
pre span:target { outline: 2px solid var(--open); outline-offset: 2px; }
pre span[data-line] { display: block; white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 4rem; text-indent: -4rem; }
pre span[data-line]::before { content: attr(data-line); display: inline-block; width: 3.2rem; padding-right: .8rem; text-align: right; text-indent: 0; color: var(--dim); }
`;

export function gapMapPage(report: Report, effects: Effects, source: string, questions: number): string {
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
<h1>${visible(report.document)}</h1>
<p>${summary(report, questions)}</p>
<h2 id="operations">Operations</h2>
${operations(report)}
<h2 id="parts">The nine parts</h2>
${partsTable(report)}
${parts(report, effects)}
${assumptions(report)}<h2 id="findings">Findings</h2>
${findings(report)}
<h2 id="source">The document</h2>
<pre>${lines(source)}</pre>
</body>
</html>
`;
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
    return `<li>${code(id)} <span class="${runs}">${RUNS[runs]}</span>${list}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function link(id: string, known: ReadonlyMap<string, number>): string {
  const index = known.get(id);
  return `<a href="#${index === undefined ? 'findings' : `gap-${index}`}">${escaped(id)}</a>`;
}

function parts(report: Report, effects: Effects): string {
  const numbered = report.gaps.map((gap, index) => ({ ...gap, index }));
  return [...PARTS, 'document' as const]
    .map((name) =>
      part(
        report,
        effects,
        name,
        numbered.filter((gap) => gap.part === name),
      ),
    )
    .join('');
}

type NumberedGap = Report['gaps'][number] & { readonly index: number };

function part(
  { document, operations }: Report,
  effects: Effects,
  name: NumberedGap['part'],
  own: readonly NumberedGap[],
): string {
  if (own.length === 0) return '';
  const heading = name === 'document' ? 'The title' : `Part ${partNumber(name)}: ${PART_TITLES[name]}`;
  const items = own.map(({ id, question, at, blocks, index }) => {
    const stops = stopsOf(operations, effects.get(id), id, blocks)
      .map(([word, all]) => `<br><small>${word} ${all.map((one) => code(one)).join(', ')}</small>`)
      .join('');
    return `<li id="gap-${index}">${words(question)} ${place(at, document)}<br><small class="partly">${escaped(id)}</small>${stops}</li>`;
  });
  return `<h3>${escaped(heading)}</h3>\n<ul>${items.join('\n')}</ul>\n`;
}

function assumptions({ assumed }: Report): string {
  return assumed.length === 0 ? '' : `<h2 id="assumed">Assumed</h2>\n${assumptionsList(assumed)}\n`;
}

/** The page shows the lines of the document; for what is in a file of assumptions the file is named. */
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
