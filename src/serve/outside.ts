// Moves that are made outside of the interface, on the operator's port: `GET /moves` lists them, `POST /moves` makes one. Input:
// the plan and its store; `{"resource", "field", "id", "to"}` as JSON. Output: a status and JSON, the same words each time.
// Notation, part 3, By: outside.

import type { OutsideMove, OutsideRun } from '../plan/plan.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Program, Result } from '../store/store.ts';
import { toldBy } from './audit.ts';
import { instantText } from './clock.ts';
import type { Findings } from './findings.ts';
import { compileMade } from './generated-values.ts';
import type { Counts } from './metrics/counts.ts';
import { compilePath } from './parameters.ts';
import { expectedId, identity, names, noRow, said, UNREACHABLE, type Said } from './operators-row.ts';
import { compileRowSets, type RowSetting } from './row-sets.ts';
import type { TimedRunner } from './timed.ts';

export interface Outside {
  readonly list: () => unknown;
  readonly move: (body: unknown) => Promise<Said>;
  /** The operator's hand on one row. */
  readonly set: (body: unknown) => Promise<Said>;
}

type Why = OutsideRun['why'][string];

interface Compiled {
  readonly stated: OutsideMove;
  /** By cause, the code with which the document answers it. */
  readonly codes: OutsideRun['codes'];
  readonly whys: ReadonlyMap<string, Why>;
  /** By cause, the sentence that says what is not stated. */
  readonly held: ReadonlyMap<string, string>;
  /** The bindings of an identity; undefined: no row can have it. */
  readonly bind: (id: readonly string[], at: number) => Record<string, SqlValue> | undefined;
  readonly move: Program;
  readonly look: Program;
  /** What time has moved by then is written first. */
  readonly timed: readonly TimedRunner[];
}

type Setting = RowSetting;

export function compileOutside(setting: Setting, counts: Counts): Outside {
  const { outside = [] } = setting.plan;
  const store = toldBy(setting.store, setting.plan, setting.clock, { who: 'operator', operation: 'outside' });
  const compiled = new Map<OutsideMove, Compiled>();
  return {
    list: () => ({
      moves: outside.map(({ resource, field, from, to, by, id, run }) => ({
        resource,
        field,
        id,
        from,
        to: to ?? null,
        by,
        runs: run !== undefined,
      })),
    }),
    set: compileRowSets(setting),
    move: async (body) => {
      const request = asked(outside, body);
      if ('status' in request) return request;
      const { stated, run, id } = request;
      const one = compiled.get(stated) ?? compile(stated, run, { ...setting, store });
      compiled.set(stated, one);
      if ((await setting.clock.look?.()) !== undefined) return said(503, UNREACHABLE);
      const at = setting.clock.now();
      for (const each of one.timed)
        if ((await each.catchUp(instantText(at))) !== undefined) return said(503, UNREACHABLE);
      const bindings = one.bind(id, at);
      if (bindings === undefined) return noRow(stated.resource);
      const result = await one.move.run(bindings);
      count(counts, one, result);
      return answer(outside, one, result, bindings);
    },
  };
}

function count(counts: Counts, { stated, codes, whys }: Compiled, result: Result): void {
  const { resource, field, from, to = '' } = stated;
  if (result.kind === 'done') counts.moved({ resource, field, from, to: [to] }, 'outside');
  const isRefused = result.kind === 'refused' && ['no move', 'rule'].includes(whys.get(result.cause) ?? '');
  if (isRefused) counts.refusedMoves.add({ resource, code: codes[result.cause] });
}

/** The document does not show where one of its rows leads. */
const OPEN = 'Where a move from outside leads is not shown, and it may be this one: see what is open under /gaps.';

/** The document does not show where one of its rows starts. */
const OPEN_FROM = 'Where a move from outside starts is not shown, and there may be more than these: see /gaps.';

/** Of one that leaves this state; without one, of any. */
function isOpen(moves: readonly OutsideMove[], state?: SqlValue): boolean {
  return moves.some(
    ({ to, from }) =>
      to === undefined && (state === undefined || from.length === 0 || from.some((one) => one === state)),
  );
}

function compile(stated: OutsideMove, run: OutsideRun, { plan, store, base, timed }: Setting): Compiled {
  const readPath = compilePath(run.path);
  const order = run.path.map((_, place) => place);
  const make = compileMade(run.make);
  return {
    stated,
    codes: run.codes,
    whys: new Map(Object.entries(run.why)),
    held: new Map(Object.entries(run.held ?? {}).map(([cause, { by }]) => [cause, heldSentence(plan, by)])),
    move: store.prepare(run.steps),
    look: store.prepare(run.look),
    timed: (run.timed ?? []).map((table) => timed.get(table)!),
    bind: (id, at) => {
      const findings: Findings = { bindings: { base }, failures: [], held: [] };
      readPath(id, order, findings);
      if (run.path.some(({ parameter }) => findings.bindings[parameter] === undefined)) return undefined;
      make?.(findings.bindings, at);
      return findings.bindings;
    },
  };
}

function heldSentence({ gaps }: Setting['plan'], by: readonly string[]): string {
  return `Nothing is moved, for the document does not say: ${by.map((id) => `${gaps[id] ?? ''} (${id})`.trim()).join(' ')}`;
}

/** Which move is meant, of which row; or what is wrong with what is sent. */
function asked(
  outside: readonly OutsideMove[],
  body: unknown,
): Said | { readonly stated: OutsideMove; readonly run: OutsideRun; readonly id: readonly string[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return said(400, 'Unexpected body, expected an object with `resource`, `field`, `id` and `to`.');
  const { resource, field, to, id, ...more } = body as Record<string, unknown>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    return said(400, `Unexpected member \`${unknown}\`, expected \`resource\`, \`field\`, \`id\` and \`to\`.`);
  const ofMachine = outside.filter((one) => one.resource === resource && one.field === field);
  if (ofMachine.length === 0)
    return said(
      400,
      `Unexpected \`resource\` and \`field\`, expected one of ${names(outside.map((one) => `${one.resource}.${one.field}`))}.`,
    );
  const stated = ofMachine.find((one) => one.to === to);
  if (!stated && isOpen(ofMachine)) return said(501, OPEN);
  if (!stated) return said(400, `Unexpected \`to\`, expected one of ${names(ofMachine.map((one) => one.to))}.`);
  // What holds it may be that nothing says what a row is identified by.
  if (stated.run === undefined)
    return said(501, 'This move is stated, and nothing that runs can make it: see what is held under /gaps.');
  const keys = identity(stated.id, id);
  if (!keys) return said(400, `Unexpected \`id\`, expected ${expectedId(stated.id)}.`);
  return { stated, run: stated.run, id: keys };
}

async function answer(
  outside: readonly OutsideMove[],
  { stated, codes, whys, held, look }: Compiled,
  result: Result,
  bindings: Record<string, SqlValue>,
): Promise<Said> {
  const { resource, field, to = '' } = stated;
  switch (result.kind) {
    case 'done':
      return { status: 200, json: { resource, field, state: to } };
    case 'unavailable':
      return said(503, UNREACHABLE);
    case 'undone':
      return said(500, 'The move was undone; nothing was changed.');
    case 'refused': {
      const why = whys.get(result.cause);
      if (why === 'no row') return noRow(resource);
      const open = held.get(result.cause);
      if (open !== undefined) return said(501, open);
      const found = await look.run(bindings);
      const state = found.kind === 'done' ? found.rows[0]?.[0] : undefined;
      const ofMachine = outside.filter((one) => one.resource === resource && one.field === field);
      if (why === 'no move' && isOpen(ofMachine, state ?? null)) return said(501, OPEN);
      const moves = ofMachine.filter(({ from }) => from.some((one) => one === state)).flatMap((one) => one.to ?? []);
      const code = Object.hasOwn(codes, result.cause) ? codes[result.cause]! : null;
      const more = ofMachine.some(({ startsElsewhere }) => startsElsewhere) ? ` ${OPEN_FROM}` : '';
      const error = sentence(result.cause, why, code, to) + more;
      return { status: 409, json: { error, code, state: state ?? null, moves } };
    }
  }
}

function sentence(cause: string, why: Why | undefined, code: string | null, to: string): string {
  if (why === 'no move') return `No row of the table makes this move to \`${to}\` now.`;
  return `The move is refused: ${why === 'rule' && code !== null ? `a rule of the document answers with \`${code}\`` : cause}.`;
}
