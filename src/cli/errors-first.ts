// What `ask` says of a document with errors: `serve` does not start, and questions may rest on a misreading. Input: a model. Output: its
// errors, and lines that name the first and the command that shows all.

import { counted } from '../base/counted.ts';
import { check, type Report } from '../check/check.ts';
import type { Model } from '../model/model.ts';

type Finding = Report['diagnostics'][number];

export function errorsOf(model: Model): readonly Finding[] {
  return check(model).diagnostics.filter(({ severity }) => severity === 'error');
}

export function errorLines(model: Model, file: string): readonly string[] {
  const errors = errorsOf(model);
  const [first] = errors;
  if (!first) return [];
  return [
    `${countedErrors(errors)} first: ${startsWithout(errors)}, and questions may rest on a misreading. Run ninefold check ${file}`,
    `  ${first.code} at ${first.at.file}:${first.at.line}  ${first.message}`,
  ];
}

export function startsWithout(errors: readonly Finding[]): string {
  return `serve does not start before ${errors.length === 1 ? 'it is' : 'they are'} gone`;
}

export function countedErrors({ length }: readonly Finding[]): string {
  return counted(length, 'error');
}
