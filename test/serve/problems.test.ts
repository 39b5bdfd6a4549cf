// `<problem>`: each constraint that notation/problems.ts declares has a case that shows its text, and nothing of it is in the plan of a
// document that does not ask. The cases themselves are test/parts/errors/what-is-wrong-with-a-field.http. Notation, part 7.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { problem, PROBLEM_KINDS, PROBLEMS, TYPE_PROBLEMS, type ProblemKind } from '../../src/notation/problems.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { send, start } from './running.ts';

const PLACE = join(import.meta.dirname, '..', 'parts', 'errors', 'what-is-wrong-with-a-field');
const CASES = readFileSync(`${PLACE}.http`, 'utf8');
const DOCUMENT = readFileSync(`${PLACE}.md`, 'utf8');

function understood(source: string): Model {
  const { document, diagnostics } = read(source, 'problems.md');
  return link(document, diagnostics);
}

function exampleOf<K extends ProblemKind>(kind: K): string {
  return problem(kind, PROBLEMS[kind].example);
}

// A stream is resumed: streams/streams.test.ts; sizes of part 8: length-limits.test.ts.
test.each(PROBLEM_KINDS.filter((kind) => kind !== 'resumed' && kind !== 'largest'))(
  'a case shows the text of %s',
  (kind) => {
    expect(CASES).toContain(exampleOf(kind));
  },
);

// A field of type `file` is not taken.
test.each(Object.entries(TYPE_PROBLEMS).filter(([kind]) => kind !== 'file'))(
  'a case shows the text of the type %s',
  (_, text) => {
    expect(CASES).toContain(text);
  },
);

test('nothing of it is in the plan of a document that does not ask', () => {
  const without = plan(understood(DOCUMENT.replaceAll(' <problem>', '')));
  expect(JSON.stringify(without)).not.toContain('"problem');
  expect(JSON.stringify(without)).not.toContain('longer than');
  expect(JSON.stringify(plan(understood(DOCUMENT)))).toContain('longer than');
});

test('where no cause is about a field, check says so at the place, with what to write instead', () => {
  const wrong = DOCUMENT.replace('no such Thing | gone', 'no such Thing | it <problem>');
  const [first] = check(understood(wrong)).diagnostics;
  expect(first).toMatchObject({ code: 'word-not-here', severity: 'error' });
  expect(first!.message).toContain('no cause of `absent` is about a field');
  expect(first!.fix).toContain('`<code>`');
});

test('a value of a megabyte, thousands of allowed values and words inside of them are told as any others', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => `value ${index} <field> & "q"`);
  const source = DOCUMENT.replace('`<b>`, `"&"`, `it\'s`', many.map((one) => `\`${one}\``).join(', '));
  const service = await start(plan(understood(source)));
  const sent = { name: 'a'.repeat(900_000), html: '<script>' };
  const { status, json } = await send(service, 'POST', '/things', sent);
  expect(status).toBe(422);
  expect(json).toEqual({
    errors: { name: ['name is longer than 80 characters'], html: ['html is not one of the 2000 allowed values'] },
  });
  await service.stop();
});

test('in a header what is wrong is percent-encoded where a header cannot hold it', async () => {
  const source = DOCUMENT.replace('| Message |\n|---|---|---|---|', '| Message | Headers |\n|---|---|---|---|---|')
    .replace('| gone |', '| gone | none |')
    .replace('<field> <problem> |\n', '<field> <problem> | `X-Why: <problem>` |\n')
    .replace('<field> <problem>. |', '<field> <problem>. | none |')
    .replace('one of `a`, `b`, `c`', 'one of `ä`, `b`');
  const service = await start(plan(understood(source)));
  const { headers } = await send(service, 'POST', '/things', { name: 'abc', kind: 'x' });
  expect(headers.get('x-why')).toBe('is not one of: %C3%A4, b');
  await service.stop();
});
