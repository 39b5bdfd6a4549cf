// What a request can meet: a cause without a place in the text, and what cause-kinds.ts declares for each kind.
// Notation, part 7, "Causes".

import type { PartName } from '../../base/parts.ts';
import type { Name } from '../slot.ts';
import type { Cause, FieldFailure } from './causes.ts';

type WithoutPlace<T> = T extends Name ? string : T;

type Met<K, C> = K extends string
  ? { readonly kind: K } & { readonly [P in keyof C as Exclude<P, 'kind' | 'at'>]: WithoutPlace<C[P]> }
  : never;

type MetOf<C> = C extends { readonly kind: infer K } ? Met<K, C> : never;

/** A cause as a request meets it: those that When can name, and those that follow from another statement alone. */
export type MetCause =
  | MetOf<Exclude<Cause, { readonly kind: 'condition' }>>
  /** By a row of part 3, or a condition of part 7: the code that answers is stated there. */
  | { readonly kind: 'refused'; readonly code: string }
  /** By When deleted of a resource, where no code has this search as its condition. */
  | { readonly kind: 'refused while'; readonly resource: string };

export type FieldCause = Extract<MetCause, { readonly kind: 'field' }>;

export type OfKind<K> = Extract<MetCause, { readonly kind: K }>;

/** What it is about: the place of the reason, in a request or in what the document says of it. */
export type CauseOrigin =
  | 'http'
  | 'version'
  | 'limit'
  | 'caller'
  | 'path'
  | 'query'
  | 'header'
  | 'precondition'
  | 'repeat'
  | 'field'
  /** A field of the body that names a row. */
  | 'reference'
  | 'row'
  /** A row that is gone. */
  | 'gone'
  | 'machine'
  | 'rule';

/** What a question says that depends on the document. */
export interface Asked {
  /** The operations that can meet the cause. */
  readonly to: string;
  /** `Lesson.pupil`, which names the cause, and what is unique together with it. */
  together(cause: FieldCause): readonly string[];
  /** `read or changed`, where each of the operations does something to a row of it. */
  doneTo(resource: string): string | undefined;
}

export interface CauseKind<C> {
  readonly of: CauseOrigin;
  /** The status that HTTP itself answers where part 7 does not (docs/http-floor.md). */
  readonly floor?: number;
  /** Requests that reach no operation can meet it; `alone`: no others can. */
  readonly outside?: true | 'alone';
  /** Without this part of the document no request meets it. */
  readonly part?: PartName;
  /** Its word in supported.ts; left out: only a statement that does not run yet can cause it. */
  readonly feature?: string;
  /** Left out: the kind alone. */
  key?(cause: C): string;
  /** As When writes it; left out: as its key. Undefined: no cause of When. */
  written?(cause: C): string | undefined;
  /** What follows "What happens when"; left out where HTTP answers. */
  question?(cause: C, asked: Asked): string;
  /** One question for all that share this sentence, and what is listed after it for each; undefined: asked about alone. */
  alike?(cause: C): Alike | undefined;
}

export interface Alike {
  readonly question: string;
  readonly about: string;
}

/** `Todo.title`, `body.notify` of one that sets no field. */
export function subjectOf({ resource, path }: Pick<FieldCause, 'resource' | 'path'>): string {
  return [...(resource === undefined ? [] : [resource]), ...path].join('.');
}

/** The same for readers: `notify`. */
export function fieldOf(cause: FieldCause): string {
  return isOfBody(cause) ? cause.path.slice(1).join('.') : subjectOf(cause);
}

/** A field of the body that sets none: its path begins with `body`. */
export function isOfBody({ resource, path }: Pick<FieldCause, 'resource' | 'path'>): boolean {
  return resource === undefined && path[0] === 'body' && path.length > 1;
}

/** What is wrong with a field of a resource. */
export function fieldCause(resource: string, field: string, failure: FieldFailure): FieldCause {
  return { kind: 'field', resource, path: [field], failure };
}
