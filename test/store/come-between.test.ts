// What a step makes of answers that only others could have brought about between two of its statements: it begins again.
// Each statement is answered here as if they had.

import { expect, test } from 'vitest';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Step } from '../../src/plan/steps.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { prepareStep } from '../../src/store/relational/prepare.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import { ComeBetween, Violated } from '../../src/store/relational/statement.ts';
import type { Row } from '../../src/store/store.ts';
import { answer, BY_KEY, column, equal, insertTask, literal, parameter, TABLES } from './fixtures.ts';

const schema = schemaOf([...TABLES, OUTBOX], POSTGRES);

/** Answers one statement after the other; a text is the unique index that is met. Out: the statements, and what it came to. */
function answered(step: Step, answers: readonly (readonly Row[] | string)[]): readonly [readonly string[], unknown] {
  const on = {
    schema,
    returning: 'before',
    grow: () => undefined,
    prepare: (printed: never) => ({ printed }),
  } as const;
  const run = prepareStep(on, step)({ key: 1, title: 'x', now: '2026-11-22T00:00:00.000Z' }, {});
  const asked: string[] = [];
  try {
    let next = run.next();
    for (const each of answers) {
      if (next.done === true) break;
      asked.push(next.value.statement.printed.sql);
      next = typeof each === 'string' ? run.throw(new Violated(each, undefined)) : run.next(each);
    }
    return [asked, next.value];
  } catch (error) {
    return [asked, error];
  }
}

const change: Extract<Step, { kind: 'update' }> = {
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [{ where: equal(column('state'), literal('open')), cause: 'not open', check: 'state' }],
  set: [{ column: 'state', value: literal('shut') }],
  every: false,
  absent: 'no such Task',
  outcome: 'moved',
  answer: undefined,
};

test('a row that was changed, and every guard holds when it is asked why not', () => {
  expect(answered(change, [[], [[1, 1]]])[1]).toBeInstanceOf(ComeBetween);
  expect(answered(change, [[], [[1, 0]]])[1]).toMatchObject({ refused: 'not open' });
  expect(answered(change, [[], []])[1]).toMatchObject({ refused: 'no such Task' });
});

test('a row that was made between the look at what it was and its change', () => {
  const rows = { kind: 'count', table: 'Task', alias: 'r', where: { kind: 'true' } } as const;
  const wasOpen = { event: 'was_open', by: 'POST /x', when: equal(column('count', 'integer'), literal(1, 'integer')) };
  const step: Step = { ...change, answer: answer(rows), emits: [wasOpen] };
  const [asked, came] = answered(step, [[], [[7]], [[1]], []]);
  expect(asked[0]).toMatch(/^SELECT .* FOR UPDATE$/);
  expect(asked[1]).toMatch(/^UPDATE/);
  expect(came).toBeInstanceOf(ComeBetween);
  // One that was looked at sends what was found out then.
  expect(answered(step, [[[7, 1]], [[7]], [[1]], []])[0].at(-1)).toMatch(/^INSERT INTO "_outbox"/);
  expect(answered(step, [[[7, 0]], [[7]], [[1]], []])[1]).toMatchObject({ rows: [[1]] });
});

test('a new row that was in the way of one that is put, and is gone again', () => {
  const put: Step = {
    kind: 'put',
    update: { ...change, guards: [], where: equal(column('title'), parameter('title')), outcome: 'replaced' },
    insert: insertTask() as Extract<Step, { kind: 'insert' }>,
  };
  const index = schema.get('Task')!.unique[0]!.name;
  // Not there; met the index; neither index is met when it is asked again; and then nobody is in the way any more.
  const [asked, came] = answered(put, [[], [], index, [], [], [[1]]]);
  expect(asked.at(-1)).toMatch(/^SELECT 1 WHERE EXISTS \(.*\) OR NOT \(EXISTS/s);
  expect(came).toBeInstanceOf(ComeBetween);
  expect(answered(put, [[], [], index, [], [], []])[1]).toMatchObject({ refused: 'Task.title taken' });
});
