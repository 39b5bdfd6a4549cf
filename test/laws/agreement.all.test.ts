// Over the laws' documents by chance, with gaps by chance: what check says of an operation is what the plan does with it;
// the plan is plain data and always the same; read → print → read is the identity (law 3). That both agree with a plain
// computation of what gaps do is held in test/model/computation.test.ts, over the same documents.

import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Model } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { print } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { meaning } from '../print/meaning.ts';
import { trial } from './laws.ts';
import { understand } from './service.ts';
import { inLong, trials } from '../trials.ts';

const DOCUMENTS = trials(15, inLong(80, 300));

/** What check says of an operation, and the plan does not do; nothing when they agree. */
function disagreement(model: Model, plan: Plan): string[] {
  const said = check(model).operations;
  expect(plan.operations.map((operation) => operation.id)).toEqual(said.map((operation) => operation.id));
  return plan.operations.flatMap(({ id, runs, heldBy, partlyHeldBy, restsOn, held, run }, i) => {
    const { id: _, ...facts } = said[i]!;
    const done = { runs, heldBy, partlyHeldBy, restsOn };
    const wrong =
      JSON.stringify(facts) === JSON.stringify(done)
        ? []
        : [`${id}: check says ${JSON.stringify(facts)}, the plan ${JSON.stringify(done)}`];
    if ((runs === 'no') !== (held !== undefined) || (runs === 'no') !== (run === undefined))
      wrong.push(`${id}: ${runs}, and held or run stands against it`);
    return wrong;
  });
}

it(
  `check and the plan agree, and read, print, read is the identity, in ${DOCUMENTS} documents`,
  { timeout: 240_000 },
  () => {
    const wrong: string[] = [];
    const met = new Set<string>();
    for (let seed = 0; seed < DOCUMENTS; seed += 1) {
      const { model, errors } = understand(trial(seed).source);
      const printed = print(model.document);
      expect(meaning(read(printed, 'after.md').document), `seed ${seed}\n${printed}`).toEqual(meaning(model.document));
      if (errors.length > 0) continue;
      const plan = compile(model);
      for (const text of disagreement(model, plan)) wrong.push(`seed ${seed}: ${text}`);
      for (const { runs } of plan.operations) met.add(runs);
    }
    expect(wrong).toEqual([]);
    expect([...met].toSorted()).toEqual(['no', 'partly', 'yes']);
  },
);

it('would see them disagree', () => {
  const { model } = understand(trial(1).source);
  const plan = JSON.parse(JSON.stringify(compile(model))) as Plan;
  const [first] = plan.operations;
  expect(disagreement(model, plan)).toEqual([]);
  const spoiled = { ...plan, operations: [{ ...first!, restsOn: ['8'] }, ...plan.operations.slice(1)] };
  expect(disagreement(model, spoiled)).toHaveLength(1);
});

it('the same document gives the same plan, byte for byte, and the plan is plain data', () => {
  for (let seed = 0; seed < trials(3, inLong(8, 30)); seed += 1) {
    const { source } = trial(seed);
    const [one, other] = [compile(understand(source).model), compile(understand(source).model)];
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    // `undefined` members are left out by JSON; nothing else may change on the way.
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(structuredClone(one))));
  }
});
