// The documents whose statements are exchanged, and the closed list of statements that may make no difference, each with its reason.
// Input: names and shares. Output: statements that nothing sees. Every stated slot is seen in the plan, holds, or is
// reported.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../src/check/check.ts';
import type { Document } from '../../src/model/document.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { runs, supportedFeatures } from '../../src/analysis/document/supported.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import { FIXTURES } from '../model/words.ts';
import { render } from './draft.ts';
import { generate } from './generate.ts';
import { effectOf, poolOf, sightOf, statementsOf, type Effect, type Pool, type Sight, type Statement } from './seen.ts';
import { understand, type Understood } from './service.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Complete, and nothing in them is held. */
export const FILES: readonly string[] = [
  'examples/todo-backend.md',
  'examples/price-list.md',
  'examples/repair-shop.md',
  'test/catalogue/base.md',
  'test/plan/everything.md',
];

export function fileOf(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

export function byChance(seed: number): string {
  return render(generate(seed, seed % 2 === 1).draft, new Map());
}

/** For each word an edit of base.md that uses it: `does` says whether this runtime does it. */
export function ofWords(does: boolean): readonly (readonly [string, string])[] {
  return supportedFeatures().flatMap(({ name, runs }) => {
    const source = (FIXTURES[name] ?? []).reduce(edited, WHOLE);
    return runs === does && source !== WHOLE ? [[name, source] as const] : [];
  });
}

let known: Pool | undefined;

/** Words whose documents have what no document of FILES has. */
const OTHERS: ReadonlySet<string> = new Set([
  'Header: condition',
  'Cause: same key, other body',
  'Cause: still running',
]);

/** What stands at each place in any of them, in examples, and in documents of a word that none of them has. */
export function pool(): Pool {
  const others = ['examples/checkout.md', 'examples/service-broker.md'].map(fileOf);
  const words = ofWords(true).flatMap(([name, source]) => (OTHERS.has(name) ? [source] : []));
  const sources = [
    ...FILES.map(fileOf),
    ...others,
    ...words,
    ...Array.from({ length: 20 }, (_, seed) => byChance(seed)),
  ];
  return (known ??= poolOf(sources.map((source) => understand(source).document)));
}

interface Exception {
  readonly place: RegExp;
  readonly because: string;
  /** The line that it stands in, the statements that run alike, and the whole text. */
  readonly is?: (line: string, sight: Sight, source: string) => boolean;
}

/** A row for nothing but a cause that other statements of a document may rule out. */
const UNMET = /\| (?:any field blank|unknown field|read-only field|invalid query) \|/;

/** Does it stand in such a row? */
export function isMaybeUnmet(source: string, { start }: Statement): boolean {
  return UNMET.test(lineAt(source, start));
}

function lineAt(source: string, at: number): string {
  const end = source.indexOf('\n', at);
  return source.slice(source.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end);
}

export const EXCEPTED: readonly Exception[] = [
  { place: /^purpose\.prose$|\.meaning$/, because: 'It is told to readers, and nothing that runs goes by it.' },
  {
    place: /^[a-z]+\.scope\.mark$/,
    because:
      'That a part is `none` takes its questions away; a statement elsewhere that needs the part contradicts it.',
  },
  {
    place: /^authentication\.schemes\.items\.caller$/,
    because:
      'Callers of an HMAC signature are no rows: a resource there is held, and its word has a document of its own.',
    is: (_, { how, statement }) => how === 'untried' && statement.text === 'none',
  },
  {
    place: /\.fields\.items\.type$/,
    because: 'What is always there is never null: `or null` behind the type of `there is …` changes nothing.',
    is: (line, { alike }) => /service: there is /.test(line) && alike.every((one) => one.endsWith(' or null')),
  },
  {
    place: /^authentication\.schemes\.items\.issuedBy$/,
    because: 'Verified by says what is taken; who signs it elsewhere is told to readers.',
    is: (line) => line.startsWith('- Issued by: outside: '),
  },
  {
    place: /\.fields\.items\.required$/,
    because:
      'Nobody sends what the service or an operation sets, and what has a Default need not be sent (rule 1.8, head Required).',
    is: (line) => /service: |\| by operation |\| `[^`|]*` \|(?: [^|]* \|)?$/.test(line),
  },
  {
    place: /\.states\.items\.kind$/,
    because: 'A `(new)` row of each call that begins rows says where they begin (rule 1.8).',
    is: (_, { statement }) => statement.text === 'initial',
  },
  {
    place: /\.facts\.does$/,
    because: 'Without `to` the rows of part 3 decide; where all lead to one state, that is where.',
    is: (_, { statement: { text }, alike }) => alike.every((one) => one === text.replace(/ to `[^`]*`/, '')),
  },
  {
    place: /^errors\.codes\.items\./,
    because:
      'Where no field can be blank, nothing has a query, or what is not known is ignored, no request meets the cause.',
    is: (line) => UNMET.test(line),
  },
  {
    place: /\.repeatTable\.items\.statement$/,
    because: 'The notation has one value for Same body, so there is none to exchange it with.',
    is: (_, { how, statement }) => how === 'untried' && statement.text === 'the first answer',
  },
  {
    place: /\.bodyTable\.items\.required$/,
    because: 'Where a row is made, Required of the field that is set asks for it, whatever the row says (Body table).',
  },
  {
    place: /^events\.delivery\.facts\.order$/,
    because:
      'A stream has one order, in which its ids count: that in which events can be read. It is in keeping with each Order.',
    is: (_line, _sight, source) => source.includes('- Sent as: server-sent events on'),
  },
  {
    place: /^versioning\.facts\.(?:scheme|currentVersion|compatibility)$/,
    because:
      'While Scheme is `none`, requests name no version; with another one everything is held (seen-few.all.test.ts).',
  },
];

/** How a fault of `judge` is told. */
function told(name: string, { source }: Document, { statement, how, alike }: Sight): string {
  const line = source.slice(0, statement.start).split('\n').length;
  const others = alike.slice(0, 5).join(' | ');
  return `${name}:${line} ${statement.place}: \`${statement.text}\` is ${how}${others === '' ? '' : `, as are ${others}`}`;
}

export interface Judged {
  readonly statements: number;
  readonly seen: number;
  readonly unseen: readonly string[];
  readonly used: ReadonlySet<Exception>;
}

/** `among`: which of its statements are judged. */
export function judge(
  name: string,
  source: string,
  among: (statement: Statement, place: number) => boolean = () => true,
  judged: typeof effectOf = effectOf,
): Judged {
  const own = understand(source);
  if (own.errors.length > 0) throw new Error(`${name}: ${own.errors.join('; ')}`);
  const effect = judged(own);
  const once = (one: Understood): ReturnType<typeof effectOf> => (one === own ? effect : judged(one));
  // What `check` says something about is not dropped without a word.
  const reported = new Set(check(own.model).diagnostics.map(({ at }) => at.line));
  const lines = source.split('\n');
  const used = new Set<Exception>();
  const unseen: string[] = [];
  const statements = statementsOf(own.document).filter(among);
  for (const statement of statements) {
    const sight = sightOf(own, statement, pool(), once);
    if (sight.how !== 'unseen' && sight.how !== 'untried') continue;
    const number = source.slice(0, statement.start).split('\n').length;
    const exception = EXCEPTED.find(
      ({ place, is }) => place.test(statement.place) && (is?.(lines[number - 1]!, sight, source) ?? true),
    );
    if (exception) used.add(exception);
    else if (!reported.has(number)) unseen.push(told(name, own.document, sight));
  }
  return { statements: statements.length, seen: statements.length - unseen.length, unseen, used };
}

/** Those that a word's document has beside base.md. */
export function ownOf(): (statement: Statement) => boolean {
  const base = new Set(statementsOf(understand(WHOLE).document).map(({ place, text }) => `${place} ${text}`));
  return ({ place, text }) => !base.has(`${place} ${text}`);
}

/** Rows that may be taken out of a table without a difference, each for a reason. */
const SAID_TWICE: readonly (readonly [place: RegExp, line: RegExp, because: string])[] = [
  [/^states\.machines\.items\.moves/, /^\| \(new\) /, 'The Kind `initial` of the state says the same.'],
  [/^states\.machines\.items\.moves/, /^\|[^|]*\|[^|]*\| none \|/, 'Nobody makes a move whose By is `none`.'],
  [/\.pathTable/, /by `/, 'The parameter is the identity of what Does names: rule "Path" finds the same row.'],
  [/\.repeatTable/, /^\| Applies to /, 'A table of one operation applies to it.'],
  [
    /^errors\.codes/,
    UNMET,
    'Where no field can be blank, nothing has a query, or what is not known is ignored, no request meets the cause.',
  ],
];

/** Does everything run as it does, with the line of this statement taken out? */
function runsWithout({ document: { source } }: Understood, { start }: Statement, { runs }: Effect): boolean {
  const [first, end] = [source.lastIndexOf('\n', start) + 1, source.indexOf('\n', start) + 1];
  const next = understand(source.slice(0, first) + source.slice(end));
  return next.errors.length === 0 && effectOf(next).runs === runs;
}

/** Rows of tables without which all runs as it does. */
export function idleRows(
  name: string,
  source: string,
  among: (statement: Statement) => boolean = () => true,
): { readonly rows: number; readonly idle: readonly string[] } {
  const own = understand(source);
  const effect = effectOf(own);
  const reported = new Set(check(own.model).diagnostics.map(({ at }) => at.line));
  const lines = source.split('\n');
  const rows = new Map(
    statementsOf(own.document)
      .filter(among)
      .map((one) => [source.slice(0, one.start).split('\n').length, one] as const)
      .filter(([number]) => lines[number - 1]!.startsWith('|')),
  );
  const idle = [...rows].filter(([number, statement]) => {
    const line = lines[number - 1]!;
    if (reported.has(number) || SAID_TWICE.some(([place, row]) => place.test(statement.place) && row.test(line)))
      return false;
    return runsWithout(own, statement, effect);
  });
  return { rows: rows.size, idle: idle.map(([number]) => `${name}:${number} ${lines[number - 1]}`) };
}

const READ_ONLY_PARTS = ['limits', 'versioning'] as const;

/** Statements of the parts that this runtime reads and does not do: facts that hold nothing by themselves, each for a reason. */
const BESIDE: readonly (readonly [RegExp, string])[] = [
  [/\.scope\.mark$/, 'The part is `none`.'],
  [/^limits\.limits\.items\.(?:per|appliesTo|whenExceeded)$/, 'The Value of the same limit holds.'],
  [/^versioning\.facts\.compatibility$/, 'Prose for readers.'],
  [
    /^versioning\.facts\.(?:current|supported|missing|unknown)Versions?$/,
    'Scheme holds, or is `none`: then nobody asks for one.',
  ],
  [
    /^versioning\.(?:versions|changes)\.items\./,
    'Scheme or the first cell of a Change row holds, or Scheme is `none`.',
  ],
];

/** Statements of the parts that are only read, about which nothing is said. */
export function unsaid(
  name: string,
  source: string,
): { readonly statements: number; readonly unsaid: readonly string[] } {
  const { document, model } = understand(source);
  const facts = new Map(slotsOf(model).facts.flatMap((fact) => (fact.slot ? [[fact.slot, fact] as const] : [])));
  const { diagnostics } = check(model);
  const reported = new Set(diagnostics.flatMap(({ code, at }) => (code === 'unsupported' ? [at.line] : [])));
  const statements = statementsOf(document).filter(({ place }) =>
    READ_ONLY_PARTS.some((part) => place.startsWith(`${part}.`)),
  );
  const silent = statements.filter(({ slot, start, place }) => {
    const line = source.slice(0, start).split('\n').length;
    const fact = facts.get(slot);
    if (fact?.status === 'unsupported') return !reported.has(line);
    // What a word does that runs is seen elsewhere.
    if (fact && fact.words.length > 0 && fact.words.every(runs)) return false;
    return slot.status === 'stated' && !BESIDE.some(([one]) => one.test(place));
  });
  return { statements: statements.length, unsaid: silent.map(({ place, text }) => `${name} ${place}: ${text}`) };
}

/**
 * Of a document in which something holds, each statement turned into a gap: what held may hold no more only where the gap holds
 * or stops an operation in its place, or where the statement that held makes a difference now.
 */
export function freed(
  name: string,
  source: string,
  among: (statement: Statement, place: number) => boolean,
): { readonly gaps: number; readonly freed: readonly string[] } {
  const own = understand(source);
  if (own.errors.length > 0) return { gaps: 0, freed: [] };
  const before = gapView(own.model).operations;
  const holding = slotsOf(own.model).facts.filter(({ status }) => status === 'unsupported');
  const wrong: string[] = [];
  let gaps = 0;
  for (const { start, end, place, text } of statementsOf(own.document).filter(among)) {
    const next = understand(`${source.slice(0, start)}not shown${source.slice(end)}`);
    if (next.errors.length > 0) continue;
    gaps += 1;
    const slots = slotsOf(next.model).byId;
    const after = new Map(gapView(next.model).operations.map((one) => [one.id, one]));
    for (const { id, slot } of holding) {
      const now = slots.get(id);
      if (!now || now.status !== 'stated' || slot?.at.start === start) continue;
      // A limit that does not show one of its cells refuses nothing, and answers rest on that gap (notation, part 8).
      if (place.startsWith('limits.limits.items.') && id.startsWith('8/')) continue;
      const held = before.filter(({ heldBy }) => heldBy.includes(id));
      if (held.some((one) => (after.get(one.id)?.runs ?? 'no') !== 'yes')) continue;
      const statement = statementsOf(next.document).find((one) => one.slot === now.slot);
      if (statement && runsWithout(next, statement, effectOf(next)))
        wrong.push(`${name}: ${id} is dropped where ${place} (${text}) is not shown`);
    }
  }
  return { gaps, freed: wrong };
}
