// The operator's page. Input: the document that is served, as a model with its report and plan, its rows, and what is in force
// now. Output: one HTML text that is complete without a script and loads nothing from elsewhere.

import { oncePer } from '../base/once-per.ts';
import type { Report } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/plan.ts';
import { permissionMatrix } from '../analysis/permissions/matrix.ts';
import { partsTable, summary } from './counts.ts';
import { bare, escaped, linkTo, visible } from './html.ts';
import { inForce, type InForce } from './in-force.ts';
import { machinesList } from './machines-list.ts';
import { CONFIRMATION, moveGuards, type MoveGuard } from './moves.ts';
import { operationsList } from './operations.ts';
import { outboxTable, type Outbox } from './outbox.ts';
import { openOf } from './places.ts';
import { questionsList } from './questions.ts';
import { rowsList, type ShownRows } from './rows.ts';
import { permissionsTable } from './permissions.ts';
import { PAGE_STYLE, SHARED_STYLE } from './style.ts';

export interface PageContents extends PageFrame {
  readonly model: Model;
  /** Lets requests be answered while the page is made. */
  readonly pause: () => Promise<void>;
}

/** What surrounds the parts that only a new document changes. */
export interface PageFrame {
  readonly report: Report;
  readonly plan: Plan;
  /** Where the service listens. */
  readonly address: string;
  /** Differs from that of an earlier page. */
  readonly revision: string;
  readonly now: InForce;
  readonly rows: readonly ShownRows[];
  /** Left out: the document has no events. */
  readonly outbox?: Outbox;
  /** What is wrong with the document as it was saved last, when another is served. */
  readonly trouble?: Trouble;
}

export interface Trouble {
  readonly what: string;
  /** Findings, each with its lines. */
  readonly frames: readonly string[];
}

export const PAGE_SHEET: string = SHARED_STYLE + PAGE_STYLE;

/** `script`: what adds forms and live updates. */
export async function operatorPage(contents: PageContents, script: string): Promise<string> {
  const { address, pause, plan, model, report } = contents;
  return framedPage(await fixedParts(address, pause, plan, model, report), contents, script);
}

export function framedPage(fixed: FixedParts, frame: PageFrame, script: string): string {
  const { plan, report, revision, address, now, rows, outbox, trouble } = frame;
  const sections: readonly Section[] = [
    ...fixed.sections,
    ['rows', 'Rows', rowsList(rows, { plan, guards: fixed.guards })],
    ...(outbox === undefined ? [] : ([['outbox', 'Outbox', outboxTable(outbox)]] as const)),
    ['now', 'In force now', inForce(now)],
    ...fixed.last,
  ];
  const title = plan.name === '' ? report.document : plan.name;
  return `<!doctype html>
<html lang="en" data-revision="${escaped(revision)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${bare(title)} – ninefold</title>
<link rel="icon" href="${ICON}">
<style>${PAGE_SHEET}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the contents</a>
<header>
<h1>${visible(title)}</h1>
<p class="summary">${fixed.summary}</p>
<p class="dim">${visible(report.document)}, served at <code>${visible(address + plan.base)}</code></p>
</header>
<nav aria-label="Sections"><ul>${sections.map(([id, name]) => `<li>${linkTo(id, name)}</li>`).join('')}</ul></nav>
<p class="live" role="status" id="live" data-keep></p>
<main id="main" tabindex="-1">
${troubleBox(trouble)}
${sections.map(([id, name, html]) => `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${name}</h2>\n${html}\n</section>`).join('\n')}
</main>
${CONFIRMATION}
<script>${script}</script>
</body>
</html>
`;
}

type Section = readonly [id: string, title: string, html: string];

/** HTML. */
export interface FixedParts {
  readonly summary: string;
  readonly sections: readonly Section[];
  /** Behind all others. */
  readonly last: readonly Section[];
  readonly guards: readonly MoveGuard[];
}

/** What only a new document changes, made once for each. */
export const fixedParts: (
  address: string,
  pause: () => Promise<void>,
  plan: Plan,
  model: Model,
  report: Report,
) => Promise<FixedParts> = oncePer(
  async (
    address: string,
    pause: () => Promise<void>,
    plan: Plan,
    model: Model,
    report: Report,
  ): Promise<FixedParts> => {
    const open = openOf(model, report);
    const held = new Set(plan.operations.filter(({ runs }) => runs === 'no').map(({ id }) => id));
    const errors = report.diagnostics.filter(({ severity }) => severity === 'error').length;
    const asked = open.groups.reduce((sum, { asks }) => sum + asks.length, 0);
    const parts: Section = ['parts', 'The nine parts', partsTable(report)];
    // Where nothing is open the counts say nothing new.
    const isOpen = asked > 0 || open.notDone.length > 0 || errors > 0;
    return {
      summary: summary(report, asked),
      sections: [
        ...(isOpen ? [parts] : []),
        ['operations', 'Operations', await operationsList(model, plan, open.places, address, pause)],
        ['callers', 'Who may call what', permissionsTable(permissionMatrix(model), open.places)],
        ['questions', 'Open questions', questionsList(model, open, errors)],
        ['states', 'States', await machinesList(model, held, open.places)],
      ],
      last: isOpen ? [] : [parts],
      guards: moveGuards(model),
    };
  },
);

/** Where these cannot be made: rows, and what is in force, are shown anyway. */
export function partsWithout(why: string): FixedParts {
  const html = `<p>This part of the page cannot be made: the document ${visible(why)}.</p>`;
  return { summary: '', sections: [['parts', 'The nine parts', html]], last: [], guards: [] };
}

function troubleBox(trouble: Trouble | undefined): string {
  if (trouble === undefined) return '<div id="trouble"></div>';
  const frames = trouble.frames.map((frame) => `<pre tabindex="0">${visible(frame)}</pre>`);
  return `<div id="trouble"><section class="trouble" aria-labelledby="trouble-title"><h2 id="trouble-title">${visible(trouble.what)}</h2>${frames.join('\n')}</section></div>`;
}

/** Nine squares, one of them open. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 17 17%22%3E%3Cpath fill=%22%231a7f37%22 d=%22M1 1h4v4H1zM7 1h4v4H7zM1 7h4v4H1zM7 7h4v4H7zM13 1h4v4h-4zM13 7h4v4h-4zM1 13h4v4H1zM7 13h4v4H7z%22/%3E%3Cpath fill=%22none%22 stroke=%22%23b42318%22 d=%22M13.5 13.5h3v3h-3z%22/%3E%3C/svg%3E';
