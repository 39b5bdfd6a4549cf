// Findings in few words. Input: a source. Output: `line:column code` for each finding, in order.

import { LineIndex } from '../../src/base/span.ts';
import type { Span } from '../../src/base/span.ts';
import type { ReadResult } from '../../src/read/read.ts';
import { read } from '../../src/read/read.ts';

export function findings(source: string, result: ReadResult = read(source, 'x.md')): string[] {
  const lines = new LineIndex(source);
  return result.diagnostics.map((d) => {
    const { line, column } = lines.position(d.at.start);
    return `${line}:${column} ${d.code}`;
  });
}

export function textAt(source: string, at: Span): string {
  return source.slice(at.start, at.end);
}

/** A document with these lines as the whole of one part. */
export function withPart(number: number, title: string, ...lines: readonly string[]): string {
  return ['# T', '', `## ${number}. ${title}`, '', ...lines, ''].join('\n');
}

export const resources = (...lines: readonly string[]): string => withPart(2, 'Resources and their fields', ...lines);
export const states = (...lines: readonly string[]): string => withPart(3, 'States and transitions', ...lines);
export const endpoints = (...lines: readonly string[]): string => withPart(4, 'Endpoints', ...lines);
export const errors = (...lines: readonly string[]): string => withPart(7, 'Errors', ...lines);
