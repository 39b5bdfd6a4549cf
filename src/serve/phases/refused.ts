// Phases `first`, `references` and `refused`: the request is sure to be refused or held, and only then the store is searched for what
// precedes that refusal, or joins it.

import { EACH, type Bindings, type Program, type Result } from '../../store/store.ts';
import { refusedRow } from '../body-rows.ts';
import type { Compiled } from '../compiled.ts';
import { decide, MOST_FAILURES, type Findings } from '../findings.ts';
import { isOfRow } from '../reference-probes.ts';
import { atMembers } from '../member-references.ts';
import { after, type Phase } from './phase.ts';
import { ahead } from './refusals.ts';
import { conclude, end } from './refuse.ts';

type Unavailable = Extract<Result, { kind: 'unavailable' }>;
const isUnavailable = (result: Result): result is Unavailable => result.kind === 'unavailable';

export const first: Phase = {
  name: 'first',
  does: 'Of a request that is sure to be refused: the checks of rows that the order puts before that',
  exits: [
    'no such R',
    'was R',
    'not permitted',
    'the causes of state and uniqueness, where Checks puts them first',
    'unavailable',
  ],
  compile: () => (request) => ahead(request),
};

/** Those that fit their type, and lead nowhere, are refused with the rest. */
export const references: Phase = {
  name: 'references',
  does: 'Of a refused body: whether its other references lead to rows',
  exits: ['no such R in f', 'unavailable'],
  compile: ({ references: probes, failureOf, collect, refusals, list }) => {
    if (probes.length === 0) return undefined;
    return (request) => {
      const { findings, refusal } = request;
      if (refusal?.check !== 'body' || refusal.decision.kind === 'held') return undefined;
      const sent = probes.flatMap((probe) => asked(probe, findings.bindings));
      if (sent.length === 0) return undefined;
      return Promise.all(sent.map(async ({ program, bindings }) => program.run(bindings))).then((results) => {
        const failed = results.find(isUnavailable);
        if (failed) return conclude(request, failed);
        const found = results.flatMap((result, place) => {
          if (result.kind !== 'refused') return [];
          const failure = failureOf(result.cause);
          return sent[place]!.rows?.map((row) => refusedRow(failure, list, row)) ?? [failure];
        });
        return after(atMembers({ references: probes, collect }, found, findings.bindings), (told) => {
          if ('kind' in told) return conclude(request, told);
          const failures = [...findings.failures, ...told.slice(0, MOST_FAILURES)];
          request.refusal = { check: 'body', decision: decide({ ...findings, failures }, collect, refusals)! };
          return undefined;
        });
      });
    };
  },
};

interface Asking {
  readonly program: Program;
  readonly bindings: Bindings;
  /** Of the rows that the body has: those that have these values. */
  readonly rows?: number[];
}

/** What the body has of it; of rows each value once. */
function asked({ needs, program }: Compiled['references'][number], bindings: Findings['bindings']): readonly Asking[] {
  const has = (values: Bindings): boolean => needs.every((name) => (values[name] ?? null) !== null);
  if (!needs.some(isOfRow)) return has(bindings) ? [{ program, bindings }] : [];
  const known = new Map<string, Asking & { readonly rows: number[] }>();
  for (const [place, row] of (bindings[EACH] ?? []).entries()) {
    if (!has(row)) continue;
    const key = needs.map((name) => String(row[name])).join('\0');
    const same = known.get(key);
    if (same) same.rows.push(place);
    else if (known.size < MOST_FAILURES) known.set(key, { program, bindings: { ...bindings, ...row }, rows: [place] });
  }
  return [...known.values()];
}

export const refused: Phase = {
  name: 'refused',
  does: 'The refusal, where nothing goes before it',
  exits: [],
  compile: () => (request) => (request.refusal === undefined ? undefined : end(request, request.refusal.decision)),
};
