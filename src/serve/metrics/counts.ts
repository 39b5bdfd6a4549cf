// What the service counts of its requests. Input: what happens to each of them. Output: families of samples, whose labels are words of
// the documents that this process has served, HTTP's methods and statuses, and never anything that a caller sends.

import { Histogram } from '../../base/histogram.ts';
import type { OperationPlan, RunPlan } from '../../plan/plan.ts';
import type { MadeMove } from '../../plan/steps.ts';
import type { Family, Labels } from './exposition.ts';

/** Seconds: a read takes a fraction of a millisecond, a password some tenths of a second. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Others are one: https://opentelemetry.io/docs/specs/semconv/http/http-metrics/ */
const METHODS: ReadonlySet<string> = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '));

/** Of one method at one path of the document; of what no path has, of one method. */
export interface Counted {
  /** Its answer was handed to the system. Undefined: the connection was gone before that. */
  answered(status: number | undefined, milliseconds: number): void;
  held(gaps: readonly string[]): void;
  /** `code`: of the document's error; undefined where HTTP's own answer is given. */
  refused(cause: string, code: string | undefined): void;
  /** Its effect is kept. */
  done(): void;
}

interface Counter {
  readonly labels: Labels;
  value: number;
}

/** Counters by their labels, each made when it is first needed. */
class Counters {
  readonly #all = new Map<string, Counter>();

  add(labels: Labels): void {
    this.at(labels).value += 1;
  }

  at(labels: Labels): Counter {
    const key = JSON.stringify(labels);
    let known = this.#all.get(key);
    if (known === undefined) this.#all.set(key, (known = { labels, value: 0 }));
    return known;
  }

  samples(): [Labels, number][] {
    return [...this.#all.values()].map(({ labels, value }) => [labels, value]);
  }
}

export class Counts {
  readonly held: Counters = new Counters();
  readonly signIns: Counters = new Counters();
  readonly moves: Counters = new Counters();
  readonly refusedMoves: Counters = new Counters();
  readonly #deliveries = new Counters();
  readonly #limited = new Counters();
  readonly #tries = new Map<string, { readonly labels: Labels; readonly seconds: Histogram }>();
  readonly #unmet = new Counters();
  readonly #routes = new Map<string, RouteCounts>();

  /** `route`: a path of the document; undefined: no path has it. */
  at(route: string | undefined, method: string | undefined, operation?: OperationPlan): Counted {
    const known = method !== undefined && METHODS.has(method) ? method : '_OTHER';
    const key = `${known} ${route ?? ''}`;
    const before = this.#routes.get(key);
    // The document may say something else of it now.
    if (before !== undefined && (operation === undefined || before.operation === operation)) return before;
    const labels = { http_request_method: known, http_route: route };
    const counts = new RouteCounts(this, labels, operation, before?.byStatus ?? new Map());
    this.#routes.set(key, counts);
    return counts;
  }

  /** The HTTP server refused it before anything was looked up. */
  unmet(status: number): void {
    this.#unmet.add({ http_response_status_code: String(status) });
  }

  moved({ resource, field, from, to }: MadeMove, by: 'call' | 'outside'): void {
    this.moves.add({ resource, field, from: from.join('|'), to: to.join('|'), by });
  }

  /** One try to send an event. */
  tried(event: string, outcome: 'accepted' | 'refused' | 'unanswered', milliseconds: number): void {
    const key = JSON.stringify([event, outcome]);
    let known = this.#tries.get(key);
    if (known === undefined)
      this.#tries.set(key, (known = { labels: { event, outcome }, seconds: new Histogram(SECONDS) }));
    known.seconds.observe(milliseconds / 1000);
  }

  /** What became of a delivery in the end. */
  sent(event: string, outcome: 'delivered' | 'given up' | 'no receiver'): void {
    this.#deliveries.add({ event, outcome });
  }

  /** Of a limit: how many calls it admits and how many it refuses. */
  limited(limit: string, refused: 'refused' | 'would be refused'): { admit(): void; refuse(): void } {
    const at = (outcome: string): Counter => this.#limited.at({ limit, outcome });
    const [admitted, others] = [at('admitted'), at(refused)];
    return { admit: () => void admitted.value++, refuse: () => void others.value++ };
  }

  families(): readonly Family[] {
    const durations = [...this.#routes.values()].flatMap(({ labels, byStatus }) =>
      [...byStatus].map(([status, histogram]): [Labels, Histogram] => [
        { ...labels, http_response_status_code: status === undefined ? undefined : String(status) },
        histogram,
      ]),
    );
    return [
      {
        name: 'http_server_request_duration_seconds',
        type: 'histogram',
        help: 'From the head of a request to its answer being handed to the system. Without a status: the connection was gone. Without a route: no path of the document.',
        samples: durations,
      },
      counter('ninefold_unmet_requests_total', 'Refused before the path of a request was looked at.', this.#unmet),
      counter('ninefold_held_requests_total', 'Requests that met a gap, once for each gap that held them.', this.held),
      counter('ninefold_moves_total', 'Calls that made a move of part 3 and were kept.', this.moves),
      counter('ninefold_refused_moves_total', 'Calls of which a move of part 3 was refused.', this.refusedMoves),
      counter('ninefold_sign_ins_total', 'Calls of operations that sign in.', this.signIns),
      counter('ninefold_limited_calls_total', 'Calls that a rate of part 8 has judged.', this.#limited),
      counter('ninefold_event_deliveries_total', 'Deliveries of events that came to their end.', this.#deliveries),
      {
        name: 'ninefold_event_try_duration_seconds',
        type: 'histogram',
        help: 'Tries to send an event to a receiver: accepted, refused by its status, or unanswered.',
        samples: [...this.#tries.values()].map(({ labels, seconds }): [Labels, Histogram] => [labels, seconds]),
      },
    ];
  }
}

function counter(name: string, help: string, counters: Counters): Family {
  return { name, type: 'counter', help, samples: counters.samples() };
}

class RouteCounts implements Counted {
  readonly labels: Labels;
  readonly byStatus: Map<number | undefined, Histogram>;
  readonly operation: OperationPlan | undefined;
  readonly #all: Counts;
  readonly #moves: readonly MadeMove[];
  /** By cause that refuses a move, the resource of the row. */
  readonly #refusing: ReadonlyMap<string, string>;
  readonly #signsIn: boolean;

  constructor(
    all: Counts,
    labels: Labels,
    operation: OperationPlan | undefined,
    byStatus: Map<number | undefined, Histogram>,
  ) {
    this.#all = all;
    this.labels = labels;
    this.operation = operation;
    this.byStatus = byStatus;
    const run = operation?.run;
    this.#moves = run?.makes ?? [];
    this.#refusing = run?.makes === undefined ? new Map() : refusing(run);
    this.#signsIn = run?.steps.some((step) => 'outcome' in step && step.outcome === 'signed in') ?? false;
  }

  answered(status: number | undefined, milliseconds: number): void {
    let histogram = this.byStatus.get(status);
    if (histogram === undefined) this.byStatus.set(status, (histogram = new Histogram(SECONDS)));
    histogram.observe(milliseconds / 1000);
  }

  held(gaps: readonly string[]): void {
    for (const gap of gaps) this.#all.held.add({ gap });
    if (this.#signsIn) this.#signed('held');
  }

  refused(cause: string, code: string | undefined): void {
    if (this.#signsIn) this.#signed(SIGN_INS[cause] ?? 'refused');
    const resource = this.#refusing.get(cause);
    if (resource !== undefined) this.#all.refusedMoves.add({ ...this.labels, resource, code });
  }

  done(): void {
    if (this.#signsIn) this.#signed('signed in');
    for (const move of this.#moves) this.#all.moved(move, 'call');
  }

  #signed(outcome: string): void {
    this.#all.signIns.add({ ...this.labels, outcome });
  }
}

/** By cause, what became of a sign-in; any other is `refused`. */
const SIGN_INS: Readonly<Record<string, string | undefined>> = {
  'wrong credentials': 'wrong credentials',
  unavailable: 'unavailable',
  internal: 'failed',
};

function refusing({ steps }: RunPlan): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap((step) =>
      step.kind === 'update' || step.kind === 'delete'
        ? step.guards.flatMap(({ check, cause }) => (check === 'state' ? [[cause, step.table] as const] : []))
        : [],
    ),
  );
}
