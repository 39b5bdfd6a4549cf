// Phases `rows first`, `references`, `unique first` and `refused`: the body is sure to be refused or held, and only then the
// store is searched for what precedes that refusal, or joins it.

import type { Program, Result } from '../../store/store.ts';
import { decide } from '../findings.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { conclude, end } from './refuse.ts';

const isFound = (result: Result): boolean => result.kind === 'done' && result.rows.length > 0;

type Unavailable = Extract<Result, { kind: 'unavailable' }>;
const isUnavailable = (result: Result): result is Unavailable => result.kind === 'unavailable';

/** All of them at once, since each is a question of its own. */
async function allOf(
  probes: readonly { readonly program: Program }[],
  request: Request,
  next: (results: readonly Result[]) => Ended,
): Promise<Ended> {
  const results = await Promise.all(probes.map(async ({ program }) => program.run(request.findings.bindings)));
  const failed = results.find(isUnavailable);
  return failed ? conclude(request, failed) : next(results);
}

export const rowsFirst: Phase = {
  name: 'rows first',
  does: 'Of a refused body: the checks of rows that the order puts before it',
  exits: ['no such R', 'was R', 'the causes of state, where Checks puts it first', 'unavailable'],
  compile: ({ probe }) =>
    probe &&
    ((request) =>
      request.refusal === undefined
        ? undefined
        : after(probe.run(request.findings.bindings), (result) =>
            result.kind === 'done' ? undefined : conclude(request, result),
          )),
};

/** Those that fit their type, and lead nowhere, are refused with the rest. */
export const references: Phase = {
  name: 'references',
  does: 'Of a refused body: whether its other references lead to rows',
  exits: ['no such R in f', 'unavailable'],
  compile: ({ references: probes, failureOf, collect, refusals }) => {
    if (probes.length === 0) return undefined;
    return (request) => {
      const { findings, refusal } = request;
      if (refusal === undefined || refusal.kind === 'held') return undefined;
      const sent = probes.filter(({ needs }) => needs.every((name) => (findings.bindings[name] ?? null) !== null));
      if (sent.length === 0) return undefined;
      return allOf(sent, request, (results) => {
        const causes = results.flatMap((result) => (result.kind === 'refused' ? [result.cause] : []));
        const failures = [...findings.failures, ...causes.map((cause) => failureOf(cause))];
        request.refusal = decide({ ...findings, failures }, collect, refusals) ?? refusal;
        return undefined;
      });
    };
  },
};

/** Where uniqueness goes before the body: what is taken, by the values that did fit. */
export const uniqueFirst: Phase = {
  name: 'unique first',
  does: 'Of a refused body: what is taken, where Checks puts uniqueness before it',
  exits: ['R.f taken', 'R already there', 'unavailable'],
  compile: ({ uniqueProbes: probes }) => {
    if (probes.length === 0) return undefined;
    return (request) => {
      if (request.refusal === undefined) return undefined;
      return allOf(probes, request, (results) => {
        const [cause, ...also] = probes.flatMap((probe, place) => (isFound(results[place]!) ? [probe.cause] : []));
        return cause === undefined ? undefined : conclude(request, { kind: 'refused', cause, also });
      });
    };
  },
};

export const refused: Phase = {
  name: 'refused',
  does: 'The refusal of query or body, where nothing goes before it',
  exits: [],
  compile: () => (request) => (request.refusal === undefined ? undefined : end(request, request.refusal)),
};
