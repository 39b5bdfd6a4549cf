// Part 3 in the one statement that changes a row: moves, states that are sent, refused rows, where a row begins, gaps.

import { describe, expect, it } from 'vitest';
import type { ColumnValue } from '../../src/plan/steps.ts';
import { guardsOf, operationIn, planOf, runOf, say, stepOf } from './plan-of.ts';

const THING = (setBy: string): string => `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`paid\` | boolean | no | caller | any | none |
| \`status\` | state | yes | ${setBy} | any | none |`;

const STATES = `| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | final |
`;

interface Case {
  readonly does: string;
  readonly moves: string;
  readonly other?: string;
  readonly setBy?: string;
  readonly codes?: string;
  readonly status?: string;
}

const HEADING = 'POST /things/{id}/go';

function planFor({ does, moves, other = '`stage`', setBy = 'service: state', codes, status = 'moved' }: Case) {
  const body =
    setBy === 'caller' && does !== 'deletes Thing' ? '- Body: Thing\n- Omitted fields: kept' : '- Body: none';
  return planOf({
    resources: THING(setBy),
    states: `### Thing.status

${STATES}
| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves}

- Any other move: ${other}`,
    ...(codes !== undefined && { codes }),
    operations: `### ${HEADING}

- Does: ${does}
${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${status} | none |`,
  });
}

function update(given: Case): { readonly guards: readonly string[]; readonly set: string } {
  const step = stepOf(runOf(planFor(given), HEADING), 0, 'update');
  const own = step.set.find((one: ColumnValue) => one.column === 'status');
  return { guards: guardsOf(step.guards), set: say(own?.value) };
}

const BY = `\`${HEADING}\``;

describe('a move', () => {
  it('goes where the table leads, from where it says', () => {
    expect(
      update({ does: 'moves Thing.status', moves: `| \`new\`, \`sent\` | \`done\` | ${BY} | none | none |` }),
    ).toStrictEqual({
      guards: ['state: illegal move of Thing.status unless status in ["new", "sent"]'],
      set: '"done"',
    });
  });

  it('writes out `any` and `any except`, which no final state is among', () => {
    expect(
      update({ does: 'moves Thing.status', moves: `| any except \`done\` | \`done\` | ${BY} | none | none |` }).guards,
    ).toStrictEqual(['state: illegal move of Thing.status unless status in ["new", "sent"]']);
    expect(
      update({ does: 'moves Thing.status', moves: `| any | \`done\` | ${BY} | none | none |` }).guards,
    ).toStrictEqual(['state: illegal move of Thing.status unless status in ["new", "sent"]']);
    expect(
      update({ does: 'moves Thing.status', moves: `| any except \`new\` | \`done\` | ${BY} | none | none |` }).guards,
    ).toStrictEqual(['state: illegal move of Thing.status unless status = "sent"']);
  });

  it('leads to different states by condition', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | \`paid\` = false | none |\n| \`new\` | \`done\` | ${BY} | \`paid\` = true | none |`;
    expect(update({ does: 'moves Thing.status', moves })).toStrictEqual({
      guards: [
        'state: illegal move of Thing.status unless ((status = "new" and paid = 0) or (status = "new" and paid = 1))',
      ],
      set: 'case when (status = "new" and paid = 0) then "sent" when (status = "new" and paid = 1) then "done" else status',
    });
  });

  it('to a stated state takes all rows that lead there', () => {
    const moves = `| \`new\` | \`done\` | ${BY} | none | none |\n| \`sent\` | \`done\` | ${BY} | \`paid\` = true | none |`;
    expect(update({ does: 'moves Thing.status to `done`', moves })).toStrictEqual({
      guards: ['state: illegal move of Thing.status unless (status = "new" or (status = "sent" and paid = 1))'],
      set: '"done"',
    });
  });

  it('stays where it is told to', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| \`sent\` | same | ${BY} | none | none |`;
    expect(update({ does: 'moves Thing.status', moves })).toStrictEqual({
      guards: ['state: illegal move of Thing.status unless (status = "new" or status = "sent")'],
      set: 'case when status = "new" then "sent" when status = "sent" then status else status',
    });
  });

  it('is refused by the error of its own row first', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| \`done\` | refused \`over\` | ${BY} | none | none |`;
    const given = { does: 'moves Thing.status', moves, codes: '| `over` | 410 | none |' };
    expect(update(given).guards).toStrictEqual([
      'state: refused over unless (status = "new" or not status = "done")',
      'state: illegal move of Thing.status unless status = "new"',
    ]);
    expect(runOf(planFor(given), HEADING).refusals).toMatchObject({
      'refused over': { kind: 'refuse', refusal: { status: 410, code: 'over' } },
      'illegal move of Thing.status': { kind: 'refuse', refusal: { status: 409, code: 'stage' } },
    });
  });

  it('is not guarded where any other move is accepted', () => {
    const given = {
      does: 'moves Thing.status to `done`',
      moves: `| \`new\` | \`done\` | ${BY} | none | none |`,
      other: 'accepted',
    };
    expect(update(given)).toStrictEqual({ guards: [], set: '"done"' });
  });

  it('meets a gap where nothing says whether another one is refused', () => {
    const given = {
      does: 'moves Thing.status',
      moves: `| \`new\` | \`sent\` | ${BY} | none | none |`,
      other: 'not shown',
    };
    const plan = planFor(given);
    expect(runOf(plan, HEADING).refusals['illegal move of Thing.status']).toStrictEqual({
      kind: 'hold',
      held: { type: 'gap', by: ['3/Thing.status/any-other-move'] },
    });
    expect(operationIn(plan, HEADING)).toMatchObject({
      runs: 'partly',
      partlyHeldBy: ['3/Thing.status/any-other-move'],
    });
  });

  it('meets a gap where From is not shown and no other row holds', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| not shown | \`done\` | ${BY} | none | none |`;
    const plan = planFor({ does: 'moves Thing.status', moves });
    const { partlyHeldBy } = operationIn(plan, HEADING);
    expect(partlyHeldBy).toHaveLength(1);
    const run = runOf(plan, HEADING);
    const guards = guardsOf(stepOf(run, 0, 'update').guards);
    expect(guards).toStrictEqual([`state: gap ${partlyHeldBy[0]!} unless status = "new"`]);
    expect(run.refusals[`gap ${partlyHeldBy[0]!}`]).toStrictEqual({
      kind: 'hold',
      held: { type: 'gap', by: partlyHeldBy },
    });
  });
});

describe('two rows of which both may hold', () => {
  const WHICH = `3/Thing.status/${HEADING}/which-move`;
  const SEARCH = '(there is Thing (`paid` = true))';
  const rows = (other: string): string =>
    `| \`new\` | \`sent\` | ${BY} | there is ${SEARCH.slice(10, -1)} | none |\n| any | ${other} | ${BY} | \`paid\` = false | none |`;

  it.each([
    ['leads elsewhere', '`done`', '', '"new", "sent"'],
    ['is refused', 'refused `over`', '| `over` | 410 | none |', '"new", "sent", "done"'],
  ])('are held where both do, whatever their order: the other %s', (_, other, codes, states) => {
    const plan = planFor({ does: 'moves Thing.status', moves: rows(other), ...(codes && { codes }) });
    const run = runOf(plan, HEADING);
    const [first] = stepOf(run, 0, 'update').guards;
    expect(say(first!.where)).toBe(
      `not (status = "new" and exists(Thing r1: r1.paid = 1) and status in [${states}] and paid = 0)`,
    );
    expect(run.refusals[first!.cause]).toStrictEqual({ kind: 'hold', held: { type: 'gap', by: [WHICH] } });
    expect(operationIn(plan, HEADING)).toMatchObject({ runs: 'partly', partlyHeldBy: [WHICH] });
    expect(plan.gaps[WHICH]).toMatch(/^Which move of `Thing\.status` does .* make when two apply: /);
  });

  it('are told apart where their conditions or states never meet', () => {
    const apart = `| \`new\` | \`sent\` | ${BY} | not ${SEARCH} | none |\n| \`new\` | \`done\` | ${BY} | ${SEARCH.slice(1, -1)} | none |\n| \`sent\` | \`done\` | ${BY} | none | none |`;
    expect(operationIn(planFor({ does: 'moves Thing.status', moves: apart }), HEADING).partlyHeldBy).toStrictEqual([]);
  });

  it('are refused by check where some row makes both hold', () => {
    const meet = `| \`new\` | \`sent\` | ${BY} | \`paid\` = true | none |\n| \`new\` | \`done\` | ${BY} | \`paid\` is set | none |`;
    expect(() => planFor({ does: 'moves Thing.status', moves: meet })).toThrow(/^nondeterministic-move: .* from `new`/);
  });
});

describe('a state that the request sends', () => {
  it('may stay, or make a move that the table has for this operation', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| \`sent\` | \`done\` | ${BY} | \`paid\` = true | none |`;
    expect(update({ does: 'updates Thing', setBy: 'caller', moves, status: 'updated' })).toStrictEqual({
      guards: [
        'state: illegal move of Thing.status unless (not :sent.body.status = 1 or :body.status = status or ' +
          '(status = "new" and :body.status = "sent") or (status = "sent" and paid = 1 and :body.status = "done"))',
      ],
      set: 'case when :sent.body.status = 1 then :body.status else status',
    });
  });

  it.each([
    ['accepted', []],
    [
      'not shown',
      [
        'state: illegal move of Thing.status unless (not :sent.body.status = 1 or :body.status = status or ' +
          '(status = "new" and :body.status = "sent"))',
      ],
    ],
  ])('is guarded from any other move unless that is accepted: %s', (other, guards) => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |`;
    expect(update({ does: 'updates Thing', setBy: 'caller', moves, other, status: 'updated' }).guards).toStrictEqual(
      guards,
    );
  });

  it('is refused by the error of a row, also where it stays, unless an earlier row lets it', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| \`done\` | refused \`over\` | ${BY} | none | none |`;
    const given = {
      does: 'updates Thing',
      setBy: 'caller',
      moves,
      codes: '| `over` | 410 | none |',
      status: 'updated',
    };
    const legal = '(status = "new" and :body.status = "sent")';
    expect(update(given).guards).toStrictEqual([
      `state: refused over unless (${legal} or not status = "done")`,
      `state: illegal move of Thing.status unless (not :sent.body.status = 1 or :body.status = status or ${legal})`,
    ]);
  });

  it('meets a gap where From is not shown and no other row lets it', () => {
    const moves = `| \`new\` | \`sent\` | ${BY} | none | none |\n| not shown | \`done\` | ${BY} | none | none |`;
    expect(update({ does: 'updates Thing', setBy: 'caller', moves, status: 'updated' }).guards).toStrictEqual([
      `state: gap 3/Thing.status/${HEADING} to done/from unless (not :sent.body.status = 1 or ` +
        ':body.status = status or (status = "new" and :body.status = "sent"))',
    ]);
  });

  it('is one of the machine’s', () => {
    const { body } = runOf(
      planFor({
        does: 'updates Thing',
        setBy: 'caller',
        moves: `| \`new\` | \`sent\` | ${BY} | none | none |`,
        status: 'updated',
      }),
      HEADING,
    );
    const field = body.kind === 'fields' ? body.fields.find((one) => one.name === 'status') : undefined;
    expect(field?.schema).toStrictEqual({ type: 'string', enum: ['new', 'sent', 'done'] });
  });
});

function creates(setBy: string, moves: string): { readonly guards: readonly string[]; readonly value: string } {
  const plan = planOf({
    resources: THING(setBy),
    states: `### Thing.status\n\n${STATES}\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${moves}\n\n- Any other move: \`stage\``,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |`,
  });
  const step = stepOf(runOf(plan, 'POST /things'), 0, 'insert');
  return { guards: guardsOf(step.checks), value: say(step.values.find((one) => one.column === 'status')?.value) };
}

/** What a new row that no `(new)` row of the table allows is answered with. */
function illegalAtBirth(does: string, moves: string, other = '`stage`') {
  const plan = planOf({
    resources: THING('service: state'),
    states: `### Thing.status\n\n${STATES}\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${moves}\n\n- Any other move: ${other}`,
    operations: `### POST /things

- Does: ${does}
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |`,
  });
  return runOf(plan, 'POST /things').refusals['illegal move of Thing.status'];
}

describe('a new row', () => {
  it('begins in the initial state', () => {
    expect(
      creates(
        'service: state',
        '| `new` | `sent` | `POST /things` | none | none |'.replace('`POST /things`', 'not shown'),
      ),
    ).toStrictEqual({
      guards: [],
      value: '"new"',
    });
  });

  it('begins where its own row says, by condition', () => {
    const moves =
      '| (new) | `sent` | `POST /things` | `paid` = true | none |\n| (new) | `new` | `POST /things` | `paid` = false | none |';
    expect(creates('service: state', moves)).toStrictEqual({
      guards: ['state: illegal move of Thing.status unless (:body.paid = 1 or :body.paid = 0)'],
      value: 'case when :body.paid = 1 then "sent" when :body.paid = 0 then "new" else null',
    });
  });

  it('begins where the caller says only under the condition of that row', () => {
    const moves =
      '| (new) | `sent` | `POST /things` | `paid` = true | none |\n| (new) | `new` | `POST /things` | `paid` = false | none |';
    expect(creates('caller', moves).guards).toStrictEqual([
      'state: illegal move of Thing.status unless ' +
        '((:body.status = "sent" and :body.paid = 1) or (:body.status = "new" and :body.paid = 0))',
    ]);
  });

  it('is refused by the error of a row', () => {
    const moves =
      '| (new) | `new` | `POST /things` | `paid` = true | none |\n| (new) | refused `stage` | `POST /things` | `paid` = false | none |';
    expect(creates('service: state', moves)).toStrictEqual({
      guards: [
        'state: refused stage unless not :body.paid = 0',
        'state: illegal move of Thing.status unless :body.paid = 1',
      ],
      value: 'case when :body.paid = 1 then "new" else null',
    });
  });

  it('has an answer when no row of its own holds, or when Does names where it begins', () => {
    const conditional = '| (new) | `new` | `POST /things` | `paid` = true | none |';
    const free = '| (new) | `new` | `POST /things` | none | none |';
    expect(illegalAtBirth('creates Thing', conditional)).toMatchObject({ kind: 'refuse', refusal: { status: 409 } });
    expect(illegalAtBirth('creates Thing with `status` = `new`', conditional)).toMatchObject({ kind: 'refuse' });
    expect(illegalAtBirth('creates Thing', conditional, 'not shown')).toMatchObject({
      kind: 'hold',
      held: { by: ['3/Thing.status/any-other-move'] },
    });
    expect(illegalAtBirth('creates Thing', free)).toBeUndefined();
  });

  it('begins where the caller says, if rows begin there', () => {
    expect(creates('caller', '| (new) | `new` | `POST /things` | none | none |')).toStrictEqual({
      guards: ['state: illegal move of Thing.status unless :body.status = "new"'],
      value: ':body.status',
    });
  });
});
