// What HTTP itself refuses without a body, in a document that states one. The causes and statuses are those of http-floor.md.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { refusalsWithoutBody } from '../../src/analysis/gaps/refusals-without-body.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

function bare(...edits: readonly Edit[]): readonly string[] {
  const { document, diagnostics } = read(edits.reduce(edited, WHOLE), 'a.md');
  return refusalsWithoutBody(link(document, diagnostics)).map(({ cause, status }) => `${cause} ${status}`);
}

const ALL = [
  'malformed body 400',
  'unsupported media type 415',
  'not acceptable 406',
  'no such path 404',
  'method not allowed 405',
  'too large 413',
  'unavailable 503',
  'internal 500',
];
const NOT_NOW = '| `not_now` | 409 |';
const code = (causes: string): Edit => [NOT_NOW, `| \`odd\` | 400 | ${causes} | Odd |\n${NOT_NOW}`];
const without = (...names: readonly string[]): readonly string[] =>
  ALL.filter((one) => !names.some((name) => one.startsWith(name)));

it('is all that no code names', () => {
  expect(bare()).toEqual(ALL);
  expect(bare(code('malformed body, internal'))).toEqual(without('malformed body', 'internal'));
  expect(bare(code('no such path, method not allowed, too large'))).toEqual(without('no such', 'method', 'too large'));
});

it('is nothing where no body is stated for errors', () => {
  const BODY = '- Error body: `{"error": <code>, "message": <message>}`';
  for (const value of ['none', 'not shown']) expect(bare([BODY, `- Error body: ${value}`])).toEqual([]);
});

it('leaves out what meets a gap: a path or a method that may be one of those not shown', () => {
  expect(bare(['- Lists: complete unless marked', '- Lists: complete only where marked'])).toEqual(
    without('no such path', 'method not allowed'),
  );
});

it('leaves out what no request can meet', () => {
  const POSTS = /### POST \/guests\n[\s\S]*?(?=### GET \/orders\n)|### PATCH[\s\S]*?(?=## 5)/g;
  const { document, diagnostics } = read(WHOLE.replace(POSTS, ''), 'a.md');
  const causes = refusalsWithoutBody(link(document, diagnostics)).map(({ cause }) => cause);
  expect(causes).toEqual(['not acceptable', 'no such path', 'method not allowed', 'unavailable', 'internal']);
});
