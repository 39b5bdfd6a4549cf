// What a twin is: a service written by hand that does what a document of examples/ states, or does it with one fault.

/** What goes wrong, as docs and tables group it. */
export const FAULT_CLASSES = [
  'illegal move',
  'refusal',
  'side effect',
  'authentication',
  'role',
  'owner',
  'list of others',
  'reference',
  'tag or key',
  'page',
  'total',
  'hidden field',
  'undeclared',
  'null, absent, default',
  'derived value',
  'effect',
  'cascade',
  'timed move',
  'event',
  'version',
  'limit',
] as const;

export type FaultClass = (typeof FAULT_CLASSES)[number];

export interface Fault {
  readonly name: string;
  readonly class: FaultClass;
  /** What a caller meets. */
  readonly said: string;
  /** What a finding is about that tells of it: the operation, the field, the event or the word that it touches. */
  readonly shows: RegExp;
}

export interface Running {
  readonly url: string;
  /** The operator's port, where its clock is moved by hand. */
  readonly clock?: string;
  close(): Promise<void>;
}

export interface Twin {
  readonly name: string;
  /** Below the project. */
  readonly document: string;
  readonly faults: readonly Fault[];
  start(options?: { readonly fault?: string }): Promise<Running>;
}

/** Which fault a service has; a name that is none of its own would be a correct twin under a wrong name. */
export function faultOf(faults: readonly Fault[], name: string | undefined): (asked: string) => boolean {
  if (name !== undefined && !faults.some((fault) => fault.name === name)) throw new Error(`there is no fault ${name}`);
  return (asked) => {
    if (!faults.some((fault) => fault.name === asked)) throw new Error(`no fault is called ${asked}`);
    return asked === name;
  };
}
