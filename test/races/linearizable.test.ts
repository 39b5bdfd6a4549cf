// The checker itself: histories that are known to be good or bad, and thousands by chance, held against trying all orders.

import { expect, it } from 'vitest';
import { check, search } from './linearizable.ts';
import type { Model, Operation } from './linearizable.ts';

type Input =
  | { readonly do: 'write'; readonly value: number }
  | { readonly do: 'read' }
  /** Answers whether it has changed the value. */
  | { readonly do: 'swap'; readonly from: number; readonly to: number };
type Register = Operation<Input, number | boolean>;

const register: Model<number, Input, number | boolean> = {
  init: 0,
  step(state, input, output) {
    if (input.do === 'read') return [output === undefined || output === state, state];
    if (input.do === 'write') return [true, input.value];
    const swaps = state === input.from;
    return [output === undefined || output === swaps, swaps ? input.to : state];
  },
  hash: String,
  still: (input, output) => input.do === 'read' || (input.do === 'swap' && output === false),
};

const write = (value: number): Input => ({ do: 'write', value });
const read: Input = { do: 'read' };
const swap = (from: number, to: number): Input => ({ do: 'swap', from, to });

let client = 0;
/** From `call` to `at`; without `at` it is pending. */
const op = (input: Input, output: number | boolean, call: number, at?: number): Register => ({
  client: (client += 1),
  input,
  call,
  answer: at === undefined ? undefined : { output, at },
});

it.each<[string, Register[]]>([
  ['nothing', []],
  ['one after the other', [op(write(1), true, 0, 1), op(read, 1, 2, 3)]],
  ['a read beside a write sees the old value', [op(write(1), true, 0, 5), op(read, 0, 1, 2)]],
  ['a read beside a write sees the new value', [op(write(1), true, 0, 5), op(read, 1, 1, 2)]],
  ['two reads beside a write, the later one sees it', [op(write(1), true, 0, 9), op(read, 0, 1, 2), op(read, 1, 3, 4)]],
  ['an answer at the instant of a call', [op(write(1), true, 0, 1), op(read, 0, 1, 2)]],
  ['one winner', [op(swap(0, 1), true, 0, 5), op(swap(0, 2), false, 1, 4), op(read, 1, 6, 7)]],
  ['a pending write that happened', [op(write(1), true, 0), op(read, 1, 5, 6)]],
  ['a pending write that did not', [op(write(1), true, 0), op(read, 0, 5, 6)]],
  ['a pending write that happened late', [op(write(1), true, 0), op(read, 0, 5, 6), op(read, 1, 7, 8)]],
  [
    'a pending swap between two others',
    [op(swap(1, 0), true, 0), op(swap(0, 1), true, 1, 2), op(swap(0, 1), true, 3, 4)],
  ],
  ['only pending ones', [op(write(1), true, 0), op(swap(5, 6), true, 1)]],
])('accepts %s', (_name, history) => {
  expect(check(register, history)).toEqual({ kind: 'ok' });
});

it.each<[string, Register[], RegExp]>([
  ['a stale read', [op(write(1), true, 0, 1), op(write(2), true, 2, 3), op(read, 1, 4, 5)], /"read"},1\]/],
  ['a lost update', [op(write(1), true, 0, 1), op(read, 0, 2, 3)], /"read"},0\]/],
  ['two winners', [op(swap(0, 1), true, 0, 5), op(swap(0, 2), true, 1, 4)], /"swap"/],
  ['no winner', [op(swap(0, 1), false, 0, 5), op(swap(0, 2), false, 1, 4)], /"swap"/],
  ['a read that goes back', [op(write(1), true, 0, 9), op(read, 1, 1, 2), op(read, 0, 3, 4)], /"read"},0\]/],
  ['a value from nowhere', [op(write(1), true, 0, 9), op(read, 3, 1, 2)], /"read"},3\]/],
  [
    'a pending write that must not have happened before its call',
    [op(read, 1, 0, 1), op(write(1), true, 2)],
    /"read"},1\]/,
  ],
  [
    'a pending write that has happened and is gone again',
    [op(write(1), true, 0), op(read, 1, 1, 2), op(read, 0, 3, 4)],
    /"read"},0\]/,
  ],
  [
    'a pending swap that happened twice',
    [op(swap(1, 0), true, 0), op(swap(0, 1), true, 1, 2), op(swap(0, 1), true, 3, 4), op(swap(0, 1), true, 5, 6)],
    /"swap"/,
  ],
])('finds %s', (_name, history, marked) => {
  const verdict = check(register, history);
  if (verdict.kind !== 'illegal') throw new Error(verdict.kind);
  expect(verdict.explanation.text.split('\n').find((line) => line.startsWith('  >'))).toMatch(marked);
});

/** Both move at once, and are told whether they did. */
const both = (a: boolean, b: boolean): Operation<'a' | 'b', boolean>[] => [
  { client: 1, input: 'a', call: 0, answer: { output: a, at: 3 } },
  { client: 2, input: 'b', call: 1, answer: { output: b, at: 2 } },
];

it('finds write skew on one row: each of two moves looked at what the other changed', () => {
  // Two machines of one row. `a` may go on only while `b` has not, and the other way round.
  const model: Model<string, 'a' | 'b', boolean> = {
    init: '',
    step: (state, input, output) => [output === undefined || output === (state === ''), state === '' ? input : state],
    hash: (state) => state,
  };
  expect([check(model, both(true, false)).kind, check(model, both(false, true)).kind]).toEqual(['ok', 'ok']);
  expect(check(model, both(true, true)).kind).toBe('illegal');
});

it('explains with the operations that it takes, and no other', () => {
  const history = [op(write(100), true, -1, -0.5)];
  for (let i = 0; i < 300; i += 1) history.push(op(write(i), true, i, i + 0.4), op(read, i, i + 0.5, i + 0.9));
  history.push(op(read, 17, 400, 401), op(read, 299, 402, 403));
  const verdict = check(register, history);
  if (verdict.kind !== 'illegal') throw new Error(verdict.kind);
  const { core, unexplained, text } = verdict.explanation;
  expect(unexplained).toMatchObject({ input: read, call: 400 });
  expect(core).toEqual([unexplained]);
  expect(text.split('\n')).toEqual([
    'no order of 602 operations (0 of them open) explains the answer marked >; needed to see it and beside it:',
    expect.stringMatching(/^ {2}> 400\.000\.\.401\.000 client \d+: \[\{"do":"read"\},17\]$/),
    '  the state there could only be 299',
  ]);
});

it('gives up in time, and says so', () => {
  // Forty writes at once and a read of a sum that they cannot reach: every subset would have to be tried.
  const sum: Model<number, number, number> = {
    init: 0,
    step: (state, input, output) => [output === undefined || output === -1 || output === state, state + input],
    hash: String,
  };
  const history: Operation<number, number>[] = Array.from({ length: 40 }, (_, i) => ({
    client: i,
    input: 2 ** i,
    call: i,
    answer: { output: -1, at: 100 },
  }));
  history.push({ client: 41, input: 0, call: 200, answer: { output: 0.5, at: 201 } });
  const began = performance.now();
  expect(check(sum, history, 300)).toEqual({ kind: 'unknown' });
  expect(performance.now() - began).toBeLessThan(3000);
});

it('judges ten thousand operations with a dozen at once in seconds', () => {
  const chance = dice(7);
  const history = overlapping(sequential(chance, 10_000, 1000), chance, 12);
  const began = performance.now();
  expect(check(register, history).kind).toBe('ok');
  expect(performance.now() - began).toBeLessThan(8000);
});

it('agrees with trying all orders, on thousands of small histories', () => {
  const chance = dice(20_261_122);
  const counts = { ok: 0, illegal: 0 };
  for (let round = 0; round < 12_000; round += 1) {
    const good = withPending(overlapping(sequential(chance, 1 + chance(7), 3), chance, 3), chance);
    if (search(register, good) !== 'ok') throw new Error(`a good history is refused: ${JSON.stringify(good)}`);
    const history = round % 4 === 0 ? good : mutated(good, chance);
    const verdict = search(register, history);
    if (verdict !== (permutable(history) ? 'ok' : 'illegal')) throw new Error(`${verdict}: ${JSON.stringify(history)}`);
    counts[verdict === 'ok' ? 'ok' : 'illegal'] += 1;
    if (verdict !== 'illegal' || round % 5 !== 0) continue;
    // The explanation is a contradiction, and none without the answer that it marks.
    const said = check(register, history);
    if (said.kind !== 'illegal') throw new Error(said.kind);
    const { prefix, unexplained } = said.explanation;
    const without = prefix.map((each) => (each === unexplained ? { ...each, answer: undefined } : each));
    if (permutable(prefix) || !permutable(without)) throw new Error(JSON.stringify(said));
  }
  expect(counts.ok).toBeGreaterThan(1500);
  expect(counts.illegal).toBeGreaterThan(1500);
});

function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/** Really executed, one after the other, each at its instant. */
function sequential(chance: (below: number) => number, count: number, values: number): Register[] {
  let state = 0;
  return Array.from({ length: count }, (_, i) => {
    const kind = chance(3);
    const input = kind === 0 ? read : kind === 1 ? write(chance(values)) : swap(chance(values), chance(values));
    const next = input.do === 'write' ? input.value : input.do === 'swap' && input.from === state ? input.to : state;
    const output = input.do === 'read' ? state : input.do === 'write' ? true : state === input.from;
    state = next;
    return op(input, output, i, i);
  });
}

/** Each instant becomes a time around it. */
function overlapping(history: readonly Register[], chance: (below: number) => number, width: number): Register[] {
  return history.map((each) => ({
    ...each,
    call: each.call - (chance(1000) * width) / 2000,
    answer: { output: each.answer!.output, at: each.answer!.at + (chance(1000) * width) / 2000 },
  }));
}

/** Some answers were never seen, and some operations are there that never happened. */
function withPending(history: readonly Register[], chance: (below: number) => number): Register[] {
  const seen = history.map((each) => (chance(6) === 0 ? { ...each, answer: undefined } : each));
  if (chance(3) === 0) seen.push(op(write(chance(3)), true, chance(4)));
  return seen;
}

function mutated(history: readonly Register[], chance: (below: number) => number): Register[] {
  const chosen = chance(history.length);
  return history.map((each, i) => {
    if (i !== chosen || !each.answer) return each;
    const { at } = each.answer;
    const output = each.input.do === 'read' ? chance(3) : each.answer.output !== true;
    if (chance(3) > 0) return { ...each, answer: { output, at } };
    const shift = chance(3000) / 1000;
    return { ...each, call: each.call + shift, answer: { output: each.answer.output, at: at + shift } };
  });
}

/** All orders that respect time, one by one. */
function permutable(history: readonly Register[]): boolean {
  const place = (rest: readonly Register[], state: number): boolean => {
    if (rest.every((each) => !each.answer)) return true;
    const first = Math.min(...rest.map((each) => each.answer?.at ?? Infinity));
    return rest.some((each) => {
      if (each.call > first) return false;
      const [fits, next] = register.step(state, each.input, each.answer?.output);
      return (
        fits &&
        place(
          rest.filter((other) => other !== each),
          next,
        )
      );
    });
  };
  return place(history, 0);
}
