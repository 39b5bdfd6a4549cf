// The order in which questions are worth answering: first those that let most operations run for the fewest answers. Input: what
// each operation waits for. Output: blocks of questions, each with what it releases. Pure; the computation is project selection
// by minimum cut (an operation needs all of its answers), cut again on both sides, so that every prefix of blocks releases as
// many operations as that number of answers can.

import { addTo } from '../../base/grouped.ts';
import { Network } from '../../base/max-flow.ts';
import { Queue } from '../../base/queue.ts';

export interface Waiting {
  readonly operation: string;
  /** Questions, all of which must be answered. */
  readonly questions: readonly string[];
}

export interface RankedBlock {
  /** In the order in which they release operations earliest; within that, as given. */
  readonly questions: readonly RankedQuestion[];
}

export interface RankedQuestion {
  readonly question: string;
  /** What runs once this is answered, and all before it. */
  readonly releases: readonly string[];
}

/** Operations that wait for nothing are left out. `order` decides where nothing else does. */
export function rankQuestions(waiting: readonly Waiting[], order: readonly string[]): readonly RankedBlock[] {
  const place = new Map(order.map((question, index) => [question, index]));
  const groups = grouped(waiting.filter(({ questions }) => questions.length > 0));
  return divide(groups).map((block) => ordered(block, place));
}

/** Operations that wait for the same questions. One that waits for nothing more is listed with the block that released it. */
interface Group {
  readonly operations: readonly string[];
  readonly questions: ReadonlySet<string>;
}

function grouped(waiting: readonly Waiting[]): Group[] {
  const groups = new Map<string, { operations: string[]; questions: ReadonlySet<string> }>();
  for (const { operation, questions } of waiting) {
    const own = new Set(questions);
    const key = JSON.stringify([...own].toSorted());
    const group = groups.get(key);
    if (group) group.operations.push(operation);
    else groups.set(key, { operations: [operation], questions: own });
  }
  return [...groups.values()];
}

function divide(groups: readonly Group[]): (readonly Group[])[] {
  const blocks: (readonly Group[])[] = [];
  const open: (readonly Group[])[] = [groups];
  while (open.length > 0) {
    const block = open.pop()!;
    if (block.length === 0) continue;
    const first = denser(block);
    if (first.length === 0 || first.length === block.length) {
      blocks.push(block);
      continue;
    }
    const answered = new Set(first.flatMap(({ questions }) => [...questions]));
    const isFirst = new Set(first);
    const later = block
      .filter((group) => !isFirst.has(group))
      .map(({ operations, questions }) => ({
        operations,
        questions: new Set([...questions].filter((question) => !answered.has(question))),
      }));
    open.push(later, first);
  }
  return blocks;
}

/** The groups that release more operations for each answer than the whole block does; none when all release the same. */
function denser(block: readonly Group[]): readonly Group[] {
  // Questions that the same groups wait for are answered together or not at all.
  const bundles = new Map<string, { cost: number; groups: number[] }>();
  const waits = new Map<string, number[]>();
  block.forEach(({ questions }, index) => {
    for (const question of questions) {
      addTo(waits, question, index);
    }
  });
  for (const own of waits.values()) {
    const key = own.join(',');
    const bundle = bundles.get(key);
    if (bundle) bundle.cost += 1;
    else bundles.set(key, { cost: 1, groups: own });
  }
  const released = block.reduce((sum, { operations }) => sum + operations.length, 0);
  const asked = waits.size;
  const [source, sink] = [block.length + bundles.size, block.length + bundles.size + 1];
  const network = new Network(sink + 1);
  block.forEach(({ operations }, index) => network.connect(source, index, operations.length * asked));
  [...bundles.values()].forEach(({ cost, groups }, index) => {
    network.connect(block.length + index, sink, cost * released);
    for (const group of groups) network.connect(group, block.length + index, Infinity);
  });
  network.saturate(source, sink);
  const side = network.sourceSide(source);
  return block.filter((_, index) => side[index]);
}

/** Within a block, the operation that needs the fewest further answers is next. */
function ordered(block: readonly Group[], place: ReadonlyMap<string, number>): RankedBlock {
  const at = (question: string): number => place.get(question) ?? Infinity;
  const left = block.map(({ operations, questions: own }, index): Left => ({
    operations,
    index,
    open: [...own].toSorted((one, other) => at(one) - at(other)),
  }));
  const waits = new Map<string, Left[]>();
  for (const group of left)
    for (const question of group.open) {
      addTo(waits, question, group);
    }
  const queue = new Queue<Turn>((one, other) => before(one, other, at));
  for (const group of left) queue.add({ group, open: group.open });
  const answered = new Set<string>();
  const questions: RankedQuestion[] = [];
  for (let next = queue.take(); next; next = queue.take()) {
    // This entry is outdated: later answers have put the group into the queue again, with the questions that are left.
    if (next.group.open !== next.open) continue;
    for (const question of next.open) answered.add(question);
    const waiting = new Set(next.open.flatMap((question) => waits.get(question)!));
    for (const group of waiting) group.open = group.open.filter((question) => !answered.has(question));
    for (const group of waiting) if (group.open.length > 0) queue.add({ group, open: group.open });
    const done = [...waiting].filter(({ open }) => open.length === 0).toSorted((one, other) => one.index - other.index);
    const releases = done.flatMap(({ operations }) => operations);
    const last = next.open.length - 1;
    questions.push(...next.open.map((question, index) => ({ question, releases: index === last ? releases : [] })));
  }
  return { questions };
}

interface Left {
  readonly operations: readonly string[];
  readonly index: number;
  open: readonly string[];
}

/** A group and what it waited for when it was put into the queue. */
interface Turn {
  readonly group: Left;
  readonly open: readonly string[];
}

function before(one: Turn, other: Turn, at: (question: string) => number): boolean {
  if (one.open.length !== other.open.length) return one.open.length < other.open.length;
  const differs = one.open.findIndex((question, index) => question !== other.open[index]);
  if (differs === -1) return one.group.index < other.group.index;
  const [here, there] = [at(one.open[differs]!), at(other.open[differs]!)];
  return here === there ? one.group.index < other.group.index : here < there;
}
