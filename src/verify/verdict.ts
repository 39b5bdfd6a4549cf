// What a run of `verify` found, as data: the reports are made from it, and `--format json` is it. Pure types.

import type { Exchange } from './exchange.ts';
import type { Row } from './world/known.ts';

/** A statement of the document: the id of its slot, as `check --format json` has it, and its place. */
export interface Statement {
  readonly id: string;
  readonly line: number;
  readonly column: number;
  /** As written. */
  readonly text: string;
}

/** What a failure is about; stable, for machines. */
export const FINDING_CLASSES = [
  'wrong status',
  'wrong body',
  'wrong header',
  'effect lacking',
  'side effect',
  'open door',
  'shut door',
  'illegal move made',
  'legal move refused',
  'wrong order',
  'broken page',
  'repeat counted',
  'precondition passed over',
  'wrong event',
  'limit missed',
  'wrong version',
  'no reply',
] as const;

export type FindingClass = (typeof FINDING_CLASSES)[number];

/** The service does what the document does not let it do. */
export interface Finding {
  readonly class: FindingClass;
  /** `POST /todos`; undefined: of no operation. */
  readonly operation: string | undefined;
  readonly statement: Statement | undefined;
  /** What the call had to be refused for, as When of part 7 has it; left out: it had to succeed, or something beside its status is wrong. */
  readonly cause?: string | undefined;
  /** The id of the obligation that is not met, where it is a single one. */
  readonly obligation?: string | undefined;
  /** Findings in which it is the same text are one fault, which several operations show. */
  readonly fault?: string | undefined;
  /** For people, one sentence each, without a full stop. */
  readonly expected: string;
  readonly got: string;
  /** All that was sent and received, the exchange that shows it last; after shrinking the shortest known. */
  readonly exchanges: readonly Exchange[];
  /** They were made again from nothing, and showed it. */
  readonly isReproduced?: boolean;
}

/** A failure that one reply shows; `about`: the rows of which it shows something wrong. */
export type FoundInReply = Omit<Finding, 'exchanges' | 'isReproduced'> & {
  readonly about?: readonly Row[] | undefined;
};

/** Something that was seen and that nobody states. */
export interface Invented {
  readonly what: 'status' | 'field' | 'header' | 'operation' | 'move' | 'event';
  /** Its name: `X-Powered-By`, `items.total`, `418`. */
  readonly name: string;
  /** `GET /todos 200`. */
  readonly at: string;
  /** Is the list complete that lacks it? Then it is a failure. */
  readonly isComplete: boolean;
  readonly exchanges: readonly Exchange[];
}

/** An observation met a gap: what it was, and the gaps that say why nobody can judge it. */
export interface Inconclusive {
  readonly gaps: readonly string[];
  readonly operation: string | undefined;
  readonly what: string;
}

/** Something stated that can be observed. */
export interface Obligation {
  /** Unique, stable: `4/POST /todos/cause/no such Todo`. */
  readonly id: string;
  readonly operation: string | undefined;
  readonly statement: Statement | undefined;
  /** For people: `a todo that is not there is refused`. */
  readonly what: string;
}

/** What one exchange showed. */
export interface Judgement {
  readonly findings: readonly FoundInReply[];
  readonly invented: readonly Omit<Invented, 'exchanges'>[];
  readonly inconclusive: readonly Inconclusive[];
  /** Ids of obligations that it exercised. */
  readonly exercised: readonly string[];
}

export interface Verdict {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** Undefined: nothing was sent. */
  readonly seed: number | undefined;
  readonly requests: number;
  /** Calls of others that could not be judged: they ran beside one that may change something, or were not seen whole. */
  readonly unjudged: number;
  readonly findings: readonly Finding[];
  readonly invented: readonly Invented[];
  readonly inconclusive: readonly Inconclusive[];
  readonly exercised: readonly Obligation[];
  /** With why: `no sequence of calls was found`, `needs --limits`. */
  readonly notExercised: readonly (Obligation & { readonly why: string })[];
  /** Assumptions without which it would be inconclusive: `conforms under`. */
  readonly under: readonly string[];
  /** What was made and could not be removed again: `Todo 17`. */
  readonly left: readonly string[];
  /** Failures that a baseline knows: they do not count before their day. */
  readonly known?: readonly Known[];
  /** What the baseline knows and was not seen. */
  readonly ended?: readonly Known[];
}

/** A failure that somebody knows of, as a baseline has it. */
export interface Known {
  /** Of an invention `invented header`. */
  readonly class: string;
  /** Of an invention where it was seen. */
  readonly operation: string | null;
  /** The id of the statement, or the name of what is invented. */
  readonly statement: string;
  /** As the failure has it. */
  readonly cause?: string | undefined;
  /** Where else the same fault was seen. */
  readonly also?: readonly Pick<Known, 'operation' | 'statement'>[];
  readonly why: string;
  /** The last day: `2027-01-31`. */
  readonly until: string;
}
