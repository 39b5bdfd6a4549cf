// One finding on one line, for editors and scripts: `file:line:column: severity code: message`.

import type { Severity } from './define.ts';
import type { Place } from './frame.ts';

/** A finding as a report gives it: places are for people, texts are filled in. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at: Place;
  readonly related: readonly { readonly at: Place; readonly message: string }[];
  readonly fix?: string;
  /** Where else, in few words. */
  readonly also?: string;
  /** Statements that cannot hold together. */
  readonly conflict?: readonly {
    readonly at: Place;
    readonly text: string;
    readonly id?: string;
    readonly isEnough: boolean;
  }[];
}

export function renderLine({ at, severity, code, message }: Finding): string {
  return `${at.file}:${at.line}:${at.column}: ${severity} ${code}: ${oneLine(message)}`;
}

/** Documents may put line breaks and control characters into a message: a quoted cell is theirs. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** The text about statements that cannot hold together. */
export function togetherText(conflict: NonNullable<Finding['conflict']>): string {
  const isEnough = conflict.every((one) => one.isEnough);
  return `These cannot all be true${isEnough ? '; it is enough to change any one of them' : ', and they are not the only ones'}:`;
}
