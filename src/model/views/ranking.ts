// In which order questions are worth answering: those first that let most operations run for the fewest answers. In: what
// each operation waits for. Out: blocks of questions, each with what it releases. Pure; the reckoning is project selection
// by minimum cut (an operation needs all of its answers), cut again on both sides, so that every prefix of blocks releases
// as many operations as that number of answers can.

import { Network } from '../../base/max-flow.ts';

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

/** Operations that wait for nothing are not spoken of. `order` decides where nothing else does. */
export function rankQuestions(waiting: readonly Waiting[], order: readonly string[]): readonly RankedBlock[] {
  const place = new Map(order.map((question, index) => [question, index]));
  const groups = grouped(waiting.filter(({ questions }) => questions.length > 0));
  return divide(groups).map((block) => ordered(block, place));
}

/** Operations that wait for the same questions are one; what waits for nothing any more comes with what released it. */
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

/** The groups that release more operations for each answer than the block does as a whole; none when it is even. */
function denser(block: readonly Group[]): readonly Group[] {
  // Questions that the same groups wait for are answered together or not at all.
  const bundles = new Map<string, { cost: number; groups: number[] }>();
  const waits = new Map<string, number[]>();
  block.forEach(({ questions }, index) => {
    for (const question of questions) {
      const own = waits.get(question);
      if (own) own.push(index);
      else waits.set(question, [index]);
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

/** Within a block: the operation next that needs the fewest answers more. */
function ordered(block: readonly Group[], place: ReadonlyMap<string, number>): RankedBlock {
  const at = (question: string): number => place.get(question) ?? Infinity;
  const answered = new Set<string>();
  const questions: RankedQuestion[] = [];
  const left = block.map(({ operations, questions: own }) => ({
    operations,
    open: [...own].toSorted((one, other) => at(one) - at(other)),
  }));
  while (left.length > 0) {
    for (const group of left) group.open = group.open.filter((question) => !answered.has(question));
    const next = left.reduce((best, group) => (before(group.open, best.open, at) ? group : best));
    for (const [index, question] of next.open.entries()) {
      answered.add(question);
      const isLast = index === next.open.length - 1;
      const done = isLast ? left.filter(({ open }) => open.every((one) => answered.has(one))) : [];
      questions.push({ question, releases: done.flatMap(({ operations }) => operations) });
      for (const group of done) left.splice(left.indexOf(group), 1);
    }
  }
  return { questions };
}

function before(one: readonly string[], other: readonly string[], at: (question: string) => number): boolean {
  if (one.length !== other.length) return one.length < other.length;
  const differs = one.findIndex((question, index) => question !== other[index]);
  return differs !== -1 && at(one[differs]!) < at(other[differs]!);
}
