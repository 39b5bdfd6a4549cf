// The first State table of a machine, written by the answer to one question about its states: it has all of them, says of none
// more than the answer does, and leaves the list open where a move may lead elsewhere.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { asksOf, factOf } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { understand } from '../laws/service.ts';

const MOVES = ['| `new`, `held` | `sent` |', '| `sent` | one of `done`, `lost` |', '| `held` | refused `no` |'];

function sourceOf(moves: readonly string[], newline = '\n'): string {
  const rows = moves.map((row) => `${row} \`POST /things/{id}/go\` | none | none |`).join('\n');
  return `# T\n\n- Lists: complete unless marked\n\n## 2. R\n\n### Thing\n\n- Identified by: \`id\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`id\` | integer | yes | service: new id | any | none |\n| \`status\` | state | yes | service: state | any | none |\n\n## 3. S\n\n### Thing.status\n\n- Any other move: \`no\`\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${rows}\n\n## 4. E\n\n### POST /things\n\n- Does: creates Thing\n\n### POST /things/{id}/go\n\n- Does: moves Thing.status\n\n## 7. E\n\n| Code | Status | When |\n|---|---|---|\n| \`no\` | 409 | illegal move |\n`.replaceAll(
    '\n',
    newline,
  );
}

const errors = (text: string): string[] =>
  check(understand(text).model).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));

/** What is wrong and what is open. */
const found = (text: string): unknown => [errors(text), gapView(understand(text).model).gaps.map(({ id }) => id)];

/** What the answer puts in, and nothing else is another than before. */
function written(source: string, id: string, words: string): string {
  const { model } = understand(source);
  const answer = writeAnswer(model, factOf(model, id)!, words);
  if (answer.kind === 'refused') return answer.why;
  const [edit, ...others] = answer.edits;
  expect(others).toEqual([]);
  expect(edit!.at.start).toBe(edit!.at.end);
  expect(answer.source.replace(edit!.text, '')).toBe(source);
  expect(errors(answer.source)).toEqual(errors(source));
  expect(gapView(understand(answer.source).model).gaps.map((gap) => gap.id)).not.toContain(id);
  return edit!.text;
}

const INITIAL = '3/Thing.status/initial';
const KIND = '3/Thing.status/kind';
const table = (rows: readonly string[]): string => ['| State | Kind |', '|---|---|', ...rows, '', ''].join('\n');
const kinds = (by: Readonly<Record<string, string>>): string =>
  table(['new', 'held', 'sent', 'done', 'lost'].map((state) => `| \`${state}\` | ${by[state] ?? 'not shown'} |`));

describe('a first State table', () => {
  it('has every state that the moves name, and a Kind for the one that is answered', () => {
    expect(written(sourceOf(MOVES), INITIAL, '`held`')).toBe(kinds({ held: 'initial' }));
    expect(written(sourceOf(MOVES), INITIAL, 'held')).toBe(kinds({ held: 'initial' }));
    expect(written(sourceOf(MOVES), KIND, 'any')).toBe(kinds({ new: 'any' }));
    expect(written(sourceOf(MOVES), KIND, '`lost` | final\n`done` | final')).toBe(
      kinds({ done: 'final', lost: 'final' }),
    );
    expect(written(sourceOf(MOVES, '\r\n'), KIND, 'initial')).toBe(kinds({ new: 'initial' }).replaceAll('\n', '\r\n'));
  });

  it('is open where a move may lead to a state that nobody has named', () => {
    const open = [...MOVES, '| `lost` | not shown |'];
    const closed = kinds({ held: 'initial' });
    expect(written(sourceOf(open), INITIAL, '`held`')).toBe(`${closed.trimEnd()}\n| … |  |\n\n`);
  });

  it('takes a state that no move names, in ticks', () => {
    expect(written(sourceOf(MOVES), INITIAL, '`drafted`')).toBe(
      `${kinds({}).trimEnd()}\n| \`drafted\` | initial |\n\n`,
    );
    expect(written(sourceOf(MOVES), INITIAL, 'drafted')).toBe(
      'The moves name no state `drafted`; they name `new`, `held`, `sent`, `done`, `lost`. Write another one in ticks.',
    );
  });

  it('is asked for state by state', () => {
    let source = sourceOf(MOVES);
    const asked: string[] = [];
    for (const kind of ['initial', 'any', 'any', 'final', 'final']) {
      const { model } = understand(source);
      const { gap } = asksOf(model)
        .flatMap(({ asks }) => asks)
        .find((one) => one.gap.kind === 'kind of a state')!;
      asked.push(/^Is (.*?) a state/.exec(gap.question)![1]!);
      const answer = writeAnswer(model, factOf(model, gap.id)!, kind);
      source = answer.kind === 'written' ? answer.source : answer.why;
    }
    expect(asked).toEqual(['new', 'held', 'sent', 'done', 'lost'].map((state) => `\`${state}\` of \`Thing.status\``));
    expect(source).toContain(kinds({ new: 'initial', held: 'any', sent: 'any', done: 'final', lost: 'final' }));
    const left = gapView(understand(source).model).gaps.filter(
      ({ part, status }) => part === 'states' && status !== 'unsupported',
    );
    expect(left).toEqual([]);
  });
});

describe('where a `(new)` row leads to a state', () => {
  const source = sourceOf(MOVES).replace(
    '| `new`, `held` |',
    '| (new) | `new` | `POST /things` | none | none |\n| `new`, `held` |',
  );

  it('its Kind is not asked for, and the answer is that of the first other', () => {
    const { model } = understand(source);
    const { gap } = asksOf(model)
      .flatMap(({ asks }) => asks)
      .find((one) => one.gap.kind === 'kind of a state')!;
    expect(gap.question).toMatch(/^Is `held` of `Thing.status` a state .*with it and `sent`, `done`, `lost`, each/);
    expect(written(source, KIND, 'any')).toBe(kinds({ held: 'any' }));
    const answered = writeAnswer(model, factOf(model, KIND)!, 'any');
    const then = answered.kind === 'written' ? gapView(understand(answered.source).model).gaps : [];
    expect(then.filter(({ kind }) => kind === 'kind of a state').map(({ id }) => id)).toEqual(
      ['sent', 'done', 'lost'].map((state) => `3/Thing.status/${state}/kind`),
    );
  });
});

describe('a new code for any other move', () => {
  it('gets its row with the cause that the answer names, and is not asked about again', () => {
    const source = sourceOf(MOVES)
      .replace('Any other move: `no`', 'Any other move: not shown')
      .replace('| illegal move |', '| internal |');
    const { model } = understand(source);
    const answer = writeAnswer(model, factOf(model, '3/Thing.status/any-other-move')!, '`not_now` 409');
    const then = answer.kind === 'written' ? answer.source : answer.why;
    expect(then).toBe(
      source
        .replace('Any other move: not shown', 'Any other move: `not_now`')
        .replace('| internal |\n', '| internal |\n| `not_now` | 409 | illegal move of `Thing.status` |\n'),
    );
    const known = new Set(gapView(model).gaps.map(({ id }) => id));
    const now = gapView(understand(then).model).gaps.filter(({ id }) => !known.has(id));
    expect(now).toEqual([]);
  });

  it('says the same in part 7 as in part 3 alone', () => {
    const moved = sourceOf(MOVES).replace('| illegal move |', '| internal |');
    const both = moved.replace('| internal |', '| internal, illegal move of `Thing.status` |');
    expect(found(both)).toEqual(found(moved));
  });
});
