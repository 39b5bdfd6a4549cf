// Is there an order of these operations, each at one instant between its call and its answer, that a sequential model explains? The search
// of Wing and Gong over a linked list of calls and answers, with Lowe's memory of what was tried; reads go first, pending operations last,
// and of equal pending ones the earliest. Input: a model and one partition of a history. Output: ok, illegal with the shortest explanation
// found, or unknown in time.

export interface Model<State, Input, Output> {
  readonly init: State;
  /** `output` undefined: nobody saw the answer, any would do. The second is the state afterwards, where the first holds. */
  step(state: State, input: Input, output: Output | undefined): readonly [boolean, State];
  /** Equal texts are equal states. */
  hash(state: State): string;
  /** With this answer it never changes any state (a read, a refusal): such a one is put into the order as soon as it fits. */
  still?(input: Input, output: Output): boolean;
  show?(input: Input, output: Output | undefined): string;
}

export interface Operation<Input, Output> {
  readonly client: number;
  readonly input: Input;
  readonly call: number;
  /** Undefined: pending. It may take effect at any time after its call, or never. */
  readonly answer: { readonly output: Output; readonly at: number } | undefined;
}

export type Verdict<Input, Output> =
  | { readonly kind: 'ok' | 'unknown' }
  | { readonly kind: 'illegal'; readonly explanation: Explanation<Input, Output> };

export interface Explanation<Input, Output> {
  /** The operation whose answer no order explains. */
  readonly unexplained: Operation<Input, Output>;
  /** The shortest beginning of the history that contradicts itself: up to the answer of `unexplained`. */
  readonly prefix: readonly Operation<Input, Output>[];
  /** The operations whose answers are needed to see it, by call; those of all others may be forgotten. */
  readonly core: readonly Operation<Input, Output>[];
  readonly text: string;
}

/** Calls and answers in one list: an operation that is put into the order is lifted out of it, and let in again. */
interface Entry<Input, Output> {
  readonly operation: Operation<Input, Output>;
  readonly number: number;
  readonly isCall: boolean;
  /** Of a call: its answer. */
  match: Entry<Input, Output> | undefined;
  before: Entry<Input, Output> | undefined;
  after: Entry<Input, Output> | undefined;
}

/** What may come next in the order, and how far that has been tried. */
interface Node<State, Input, Output> {
  readonly state: State;
  readonly candidates: readonly Entry<Input, Output>[];
  next: number;
  /** The one of them that was put into the order last. */
  taken: Entry<Input, Output> | undefined;
}

/** Milliseconds that one partition may take. */
const LIMIT = 10_000;
/** Milliseconds for making an explanation shorter. */
const SHORTENING = 2_000;

export function check<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
  limit: number = LIMIT,
  shortening: number = SHORTENING,
): Verdict<Input, Output> {
  const kind = search(model, history, performance.now() + limit);
  if (kind !== 'illegal') return { kind };
  return { kind, explanation: explain(model, history, shortening) };
}

interface Look<Input, Output> {
  /** They happened, with whatever answer. */
  readonly forgotten?: ReadonlySet<Operation<Input, Output>>;
  /** Collects the states in which the answer of this operation came due, and it fitted nowhere. */
  readonly before?: Operation<Input, Output>;
  readonly states?: Set<string>;
}

export function search<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
  deadline: number = Infinity,
  look: Look<Input, Output> = {},
): 'ok' | 'illegal' | 'unknown' {
  const head = listOf(history);
  const tried = new Tried(history.map((each) => !each.answer));
  const twins = twinsOf(history);
  const outputOf = ({ operation }: Entry<Input, Output>): Output | undefined =>
    look.forgotten?.has(operation) === true ? undefined : operation.answer?.output;

  /** All that were called before the next answer. Pending ones come last: most of them explain nothing. */
  const nodeOf = (state: State): Node<State, Input, Output> => {
    const candidates: Entry<Input, Output>[] = [];
    const pending: Entry<Input, Output>[] = [];
    let entry = head.after;
    for (; entry?.isCall; entry = entry.after) {
      if (!entry.operation.answer) {
        const twin = twins[entry.number];
        if (twin === undefined || tried.has(twin)) pending.push(entry);
        continue;
      }
      const output = outputOf(entry);
      const isStill = output !== undefined && model.still?.(entry.operation.input, output) === true;
      if (isStill && model.step(state, entry.operation.input, output)[0])
        return { state, candidates: [entry], next: 0, taken: undefined };
      if (!isStill) candidates.push(entry);
    }
    if (entry && entry.operation === look.before) look.states?.add(model.hash(state));
    return { state, candidates: [...candidates, ...pending], next: 0, taken: undefined };
  };

  const path = [nodeOf(model.init)];
  let open = history.filter((each) => each.answer).length;
  for (let steps = 1; open > 0; steps += 1) {
    if (steps % 256 === 0 && performance.now() > deadline) return 'unknown';
    const node = path.at(-1)!;
    const entry = node.candidates[node.next++];
    if (!entry) {
      // What was put into the order before is the wrong choice.
      path.pop();
      const wrong = path.at(-1);
      if (!wrong) return 'illegal';
      unlift(wrong.taken!);
      tried.drop(wrong.taken!.number);
      if (wrong.taken!.operation.answer) open += 1;
      continue;
    }
    const { input, answer } = entry.operation;
    const [fits, state] = model.step(node.state, input, outputOf(entry));
    if (!fits) continue;
    const hash = model.hash(state);
    // A pending operation that changes nothing here need not have happened.
    if (!answer && hash === model.hash(node.state)) continue;
    if (!tried.add(entry.number, hash)) continue;
    lift(entry);
    if (answer) open -= 1;
    node.taken = entry;
    path.push(nodeOf(state));
  }
  return 'ok';
}

/**
 * Of each pending operation the one before it that asks for the very same. Whatever the later one explains, the earlier one
 * would explain as well, so that it goes first.
 */
function twinsOf<Input, Output>(history: readonly Operation<Input, Output>[]): readonly (number | undefined)[] {
  const last = new Map<string, number>();
  const twins: (number | undefined)[] = [];
  const byCall = history.map((_, i) => i).sort((a, b) => history[a]!.call - history[b]!.call);
  for (const i of byCall) {
    if (history[i]!.answer) continue;
    const key = JSON.stringify(history[i]!.input);
    twins[i] = last.get(key);
    last.set(key, i);
  }
  return twins;
}

function listOf<Input, Output>(history: readonly Operation<Input, Output>[]): Entry<Input, Output> {
  const entries = history.flatMap((operation, number) => {
    const call = entryOf(operation, number, true);
    if (!operation.answer) return [{ at: operation.call, entry: call }];
    call.match = entryOf(operation, number, false);
    return [
      { at: operation.call, entry: call },
      { at: operation.answer.at, entry: call.match },
    ];
  });
  // At the same instant calls come first: the two may have overlapped.
  entries.sort((a, b) => a.at - b.at || Number(b.entry.isCall) - Number(a.entry.isCall));
  const head = entryOf(history[0]!, -1, true);
  let last = head;
  for (const { entry } of entries) {
    last.after = entry;
    entry.before = last;
    last = entry;
  }
  return head;
}

function entryOf<Input, Output>(
  operation: Operation<Input, Output>,
  number: number,
  isCall: boolean,
): Entry<Input, Output> {
  return { operation, number, isCall, match: undefined, before: undefined, after: undefined };
}

function lift<Input, Output>(call: Entry<Input, Output>): void {
  for (const each of [call, call.match]) {
    if (!each) continue;
    each.before!.after = each.after;
    if (each.after) each.after.before = each.before;
  }
}

function unlift<Input, Output>(call: Entry<Input, Output>): void {
  for (const each of [call.match, call]) {
    if (!each) continue;
    each.before!.after = each;
    if (each.after) each.after.before = each;
  }
}

/**
 * Which operations are in the order, and which sets of them were reached with which state. Where the same answered operations
 * led to the same state with fewer pending ones, that was at least as good: whatever is left here was left there.
 */
class Tried {
  readonly #answered: Int32Array;
  readonly #pending: Int32Array;
  readonly #isPending: readonly boolean[];
  readonly #marks: Int32Array;
  #mark = 0;
  readonly #seen = new Map<number, { readonly answered: Int32Array; readonly pending: Int32Array; state: string }[]>();

  constructor(isPending: readonly boolean[]) {
    const words = (isPending.length + 31) >> 5;
    this.#answered = new Int32Array(words);
    this.#pending = new Int32Array(words);
    this.#isPending = isPending;
    this.#marks = Int32Array.from(isPending, () => Math.floor(Math.random() * 0x1_0000_0000));
  }

  /** False, and nothing is added, when nothing can come of it that could not come of what was reached before. */
  add(number: number, state: string): boolean {
    this.#flip(number);
    const [answered, pending] = [this.#answered, this.#pending];
    const found = this.#seen.get(this.#mark);
    const isNoBetter = found?.some(
      (each) =>
        each.state === state &&
        each.answered.every((word, i) => word === answered[i]) &&
        each.pending.every((word, i) => (word & ~pending[i]!) === 0),
    );
    if (isNoBetter === true) {
      this.#flip(number);
      return false;
    }
    const entry = { answered: answered.slice(), pending: pending.slice(), state };
    if (found) found.push(entry);
    else this.#seen.set(this.#mark, [entry]);
    return true;
  }

  has(number: number): boolean {
    return ((this.#answered[number >> 5]! | this.#pending[number >> 5]!) & (1 << (number & 31))) !== 0;
  }

  drop(number: number): void {
    this.#flip(number);
  }

  #flip(number: number): void {
    const bit = 1 << (number & 31);
    if (this.#isPending[number]) {
      this.#pending[number >> 5]! ^= bit;
      return;
    }
    this.#answered[number >> 5]! ^= bit;
    this.#mark ^= this.#marks[number]!;
  }
}

/** The history up to the first answer that cannot be explained, and of it only what the contradiction needs. */
function explain<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
  shortening: number,
): Explanation<Input, Output> {
  const deadline = performance.now() + shortening;
  const answers = history.flatMap((each) => (each.answer ? [each.answer.at] : [])).sort((a, b) => a - b);
  // Whatever begins well: a prefix of a legal history is legal, so the first illegal one can be halved for.
  let low = 0;
  let high = answers.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (search(model, until(history, answers[middle]!), deadline) === 'illegal') high = middle;
    else low = middle + 1;
  }
  const prefix = until(history, answers[high]!);
  const unexplained = prefix.find((each) => each.answer?.at === answers[high])!;
  const states = new Set<string>();
  search(model, prefix, deadline, { before: unexplained, states });
  const core = needed(model, prefix, unexplained, deadline);
  return { unexplained, prefix, core, text: told(model, prefix, core, unexplained, states) };
}

/** What was known at that instant. */
function until<Input, Output>(
  history: readonly Operation<Input, Output>[],
  instant: number,
): readonly Operation<Input, Output>[] {
  return history
    .filter((each) => each.call <= instant)
    .map((each) => (each.answer && each.answer.at > instant ? { ...each, answer: undefined } : each));
}

/** Forgets answers, many at once, then fewer, as long as the rest still contradicts itself. */
function needed<State, Input, Output>(
  model: Model<State, Input, Output>,
  prefix: readonly Operation<Input, Output>[],
  unexplained: Operation<Input, Output>,
  deadline: number,
): readonly Operation<Input, Output>[] {
  let forgotten: ReadonlySet<Operation<Input, Output>> = new Set();
  const answered = prefix.filter((each) => each.answer && each !== unexplained);
  for (let size = answered.length; size >= 1; size >>= 1) {
    for (let from = 0; from < answered.length && performance.now() < deadline; from += size) {
      const more = new Set([...forgotten, ...answered.slice(from, from + size)]);
      if (more.size === forgotten.size) continue;
      const end = Math.min(deadline, performance.now() + 200);
      if (search(model, prefix, end, { forgotten: more }) === 'illegal') forgotten = more;
    }
  }
  return prefix.filter((each) => each.answer && !forgotten.has(each));
}

function told<State, Input, Output>(
  model: Model<State, Input, Output>,
  prefix: readonly Operation<Input, Output>[],
  core: readonly Operation<Input, Output>[],
  unexplained: Operation<Input, Output>,
  states: ReadonlySet<string>,
): string {
  const show = (each: Operation<Input, Output>): string => {
    const what = model.show?.(each.input, each.answer?.output) ?? JSON.stringify([each.input, each.answer?.output]);
    const ended = each.answer ? each.answer.at.toFixed(3) : 'open';
    return `  ${each === unexplained ? '>' : ' '} ${each.call.toFixed(3)}..${ended} client ${each.client}: ${what}`;
  };
  const beside = prefix.filter((each) => (each.answer?.at ?? Infinity) >= unexplained.call);
  const shown = [...new Set([...core.slice(-12), ...beside.slice(-12)])].sort((a, b) => a.call - b.call);
  const open = prefix.filter((each) => !each.answer).length;
  const before = [...states].slice(0, 4).map((state) => (state === '' ? '(nothing there)' : state));
  return [
    `no order of ${prefix.length} operations (${open} of them open) explains the answer marked >; needed to see it and beside it:`,
    ...shown.map(show),
    `  the state there could only be ${before.join(' or ')}${states.size > 4 ? ` or ${states.size - 4} others` : ''}`,
  ].join('\n');
}
