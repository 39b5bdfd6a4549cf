// What the process that reads documents and the process that serves them say to each other. Input and output: plain data; plans
// and reports as JSON, which is parsed faster than objects are copied.

import type { Format } from '../../export/formats.ts';
import type { FixedParts } from '../../page/page.ts';

export interface Texts {
  readonly file: string;
  /** By name: the document, and what is assumed of it. */
  readonly texts: ReadonlyMap<string, string>;
  readonly assume: readonly string[];
}

/** What is served while a save is read. */
export interface Before {
  readonly plan: string;
  readonly warnings: readonly string[];
}

export type ToReader =
  | {
      readonly kind: 'read';
      readonly of: Texts;
      readonly isColoured: boolean;
      readonly before: Before | undefined;
    }
  | { readonly kind: 'page'; readonly of: Texts; readonly address: string }
  | { readonly kind: 'export'; readonly of: Texts; readonly format: Format; readonly address: string };

/** It has errors. */
export interface Faulty {
  readonly kind: 'faulty';
  /** How many are in the way, in words. */
  readonly errors: string;
  /** For the terminal. */
  readonly told: readonly string[];
  /** For the operator's page. */
  readonly frames: readonly string[];
}

export interface Understood {
  readonly kind: 'understood';
  readonly plan: string;
  readonly report: string;
  /** The words of each, without its place. */
  readonly warnings: readonly string[];
  /** Lines: what is different from what was served, and warnings that were not there. */
  readonly changes: readonly string[];
  readonly newWarnings: readonly string[];
}

export type FromReader =
  | Faulty
  | Understood
  | { readonly kind: 'page'; readonly fixed: FixedParts }
  | { readonly kind: 'exported'; readonly text: string }
  /** Reading it threw. */
  | { readonly kind: 'failed'; readonly why: string };
