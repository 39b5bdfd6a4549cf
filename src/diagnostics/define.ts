// A diagnostic is a declared thing: code, severity, what, why, fix. Input: parameters the compiler checks. Output: a Diagnostic with its
// place. The catalogue lives in one file per part beside this one.

import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';

/** An error means that two readings are possible, or none is; `serve` refuses a document with any. */
export type Severity = 'error' | 'warning' | 'information';

/** Text with `{name}` holes that the parameters fill. */
export interface Definition<P extends string = string> {
  readonly code: string;
  readonly part: PartName | 'document';
  readonly severity: Severity;
  /** One sentence: "Unexpected X, expected Y". */
  readonly what: string;
  /** Why it matters, for `explain` and the doc page. */
  readonly why: string;
  /** What to write instead. */
  readonly fix: string;
  readonly parameters: readonly P[];
}

export interface Diagnostic {
  readonly code: string;
  readonly part: PartName | 'document';
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly at: Span;
  /** Other places, each with a sentence of its own. */
  readonly related: readonly { readonly at: Span; readonly message: string }[];
}

type Holes<T extends string> = T extends `${string}{${infer H}}${infer Rest}` ? H | Holes<Rest> : never;

/** Declares a diagnostic; its parameters are the holes of `what` and `fix`. */
export function defineDiagnostic<const W extends string, const F extends string>(definition: {
  code: string;
  part: PartName | 'document';
  severity: Severity;
  what: W;
  why: string;
  fix: F;
}): Definition<Holes<W> | Holes<F>> {
  const holes = [...`${definition.what} ${definition.fix}`.matchAll(/\{(\w+)\}/g)].map(
    (m) => m[1] as Holes<W> | Holes<F>,
  );
  return { ...definition, parameters: [...new Set(holes)] };
}

/** What fills a hole, where its own name does not say it. */
const HOLE_NAMES: Readonly<Record<string, string>> = {
  above: 'other row',
  all: 'all that it would answer',
  because: 'reason',
  by: 'who',
  circle: 'moves',
  expected: 'what may be written there',
  found: 'what is written there',
  head: 'column',
  held: 'what is held',
  home: 'its place',
  id: 'gap',
  info: 'first line',
  instead: 'what to write instead',
  known: 'known names',
  left: 'the one side',
  missing: 'what is missing',
  most: 'bound',
  names: 'fields',
  place: 'where it belongs',
  plain: 'bare name',
  repair: 'what to write',
  right: 'the other side',
  text: 'words',
  types: 'their types',
  what: 'statement',
  where: 'place',
  write: 'what may be written there',
};

/** Placeholders as `withoutHoles` writes them. */
export const PLACEHOLDERS: RegExp = /\[[a-z ]+\]/g;

/** Where no document fills the holes: placeholders. What is only added at the end of a clause is left out. */
export function withoutHoles(text: string): string {
  return text
    .replace(/\{(?:hint|more)\}|(?<=[\w)])\{\w+\}/g, '')
    .replace(/\{(\w+)\}/g, (_, hole: string) => `[${HOLE_NAMES[hole] ?? hole}]`);
}

/** Makes the finding. Every hole must be given a value: the compiler checks it. */
export function diagnose<P extends string>(
  definition: Definition<P>,
  at: Span,
  values: Record<P, string>,
  related: Diagnostic['related'] = [],
): Diagnostic {
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => (values as Record<string, string>)[name] ?? whole);
  return {
    code: definition.code,
    part: definition.part,
    severity: definition.severity,
    // A suggestion that ends in a question mark ends the sentence.
    message: fill(definition.what).replace(/\?\.$/, '?'),
    fix: fill(definition.fix),
    at,
    related,
  };
}
