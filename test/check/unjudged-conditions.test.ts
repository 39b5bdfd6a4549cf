// A code whose When is a condition that no operation can judge, and a refusal in part 3 by an operation that changes nothing: both
// are told the line to write, and with that line the document is complete and refuses as it says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { plan } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { send, start } from '../serve/running.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8');
const [, boxes] = /^## 0\. A first service[\s\S]*?^````markdown\n([\s\S]*?)^````$/m.exec(page)!;
const [, example] = /with `this` alone[\s\S]*?^```markdown\n([\s\S]*?)^```$/m.exec(page)!;
const [operation, codes] = example!.split(/^## 7.*\n\n/m) as [string, string];
const [rule] = /^\| `opened`.*\n/m.exec(codes)!;

interface Written {
  readonly code?: string;
  readonly errors?: string;
  readonly listed?: string;
}

/** The first service of the notation with a PATCH and a list. */
function written({ code = rule, errors = '', listed = '' }: Written): string {
  const patch = operation.replace('- Errors: `opened`\n', errors);
  const more = `${patch.trimEnd()}\n- Omitted fields: kept\n- Preconditions: none\n- Null fields: refused\n- Body: Box\n- Repeat: same effect\n\n| Status | When | Body |\n|---|---|---|\n| 200 | updated | Box |\n`;
  const list = `### GET /boxes\n\n- Does: lists Box\n${listed}- Order: oldest first\n- Pages: none\n- Repeat: safe\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | array of Box |\n`;
  return boxes!
    .replace('- Any other move: `not_now`\n', '$&- Any other change: accepted\n')
    .replace('| `not_now` | 409 |', `${code}| \`not_now\` | 409 |`)
    .replace('## 5. Authentication', `${more}\n${list}\n## 5. Authentication`);
}

function found(source: string, code: string): readonly (string | undefined)[] {
  const report = check(understand(source).model);
  expect(report.diagnostics.map((one) => one.code)).toEqual([code]);
  return report.diagnostics.map(({ fix }) => fix);
}

const NAMED = '- Errors: `opened`\n';

it('the example of the notation is complete, and refuses what is no longer locked', async () => {
  const { model } = understand(written({ errors: NAMED }));
  const { diagnostics, gaps } = check(model);
  expect([diagnostics, gaps]).toEqual([[], []]);
  const service = await start(plan(model));
  try {
    await send(service, 'POST', '/boxes', { label: 'left', pin: '1234' });
    expect((await send(service, 'PATCH', '/boxes/1', { label: 'right' })).status).toBe(200);
    await send(service, 'POST', '/boxes/1/open', { pin: '1234' });
    const late = await send(service, 'PATCH', '/boxes/1', { label: 'left' });
    expect([late.status, late.json]).toEqual([409, { error: 'opened', fields: [] }]);
    expect((await send(service, 'GET', '/boxes/1')).status).toBe(200);
  } finally {
    await service.stop();
  }
});

test('a condition that no operation takes up is told the code under Errors, and which operations can judge it', () => {
  const [fix] = found(written({}), 'unsupported');
  expect(fix).toContain(
    'write ``- Errors: `opened` `` under each operation that it refuses: `POST /boxes/{id}/open`, `PATCH /boxes/{id}` or `GET /boxes/{id}` can judge it',
  );
});

test('an operation that names it and finds no one row is told', () => {
  const [fix] = found(written({ errors: NAMED, listed: NAMED }), 'unsupported');
  expect(fix).toContain('take `opened` out of Errors and Status of `GET /boxes`, where Does finds no one row');
});

test('a resource in front of the field, which is of a list, too, is told `this`, and of none that makes a row', () => {
  const code = rule.replace('this `status`', '`Box.status`');
  const [fix] = found(written({ code }), 'unsupported');
  expect(fix).toContain('write `` this `status` `` in place of `Box.status`, which is of `GET /boxes`, too,');
  expect(fix).toContain('`POST /boxes/{id}/open`, `PATCH /boxes/{id}` or `GET /boxes/{id}` can judge it');
});

test('where no operation could, all that could be written is told', () => {
  const [fix] = found(written({ code: rule.replace('this `status`', 'body `wish`') }), 'unsupported');
  expect(fix).toContain('one whose Does finds the row that has');
});

const LAST = '| `locked` | refused `wrong_pin` |';

test.each([
  ['`open`', '= `open`', 'none', '``'],
  ['any except `locked`', '!= `locked`', 'none', '``'],
  ['`open`, `locked`', 'in (`open`, `locked`)', 'none', '``'],
  ['`open`', '= `open`', '`label` = `a`', '``, with what Only if says behind `and`,'],
])('a refusal from %s by what changes nothing is told the same line', (from, condition, onlyIf, behind) => {
  const code = rule.replace('this `status` != `locked`', 'none');
  const row = `| ${from} | refused \`opened\` | \`GET /boxes/{id}\` | ${onlyIf} | none |\n`;
  const source = written({ code }).replace(LAST, row + LAST);
  const [fix] = found(source, 'move-not-done');
  expect(fix).toContain(
    `write \`\` this \`status\` ${condition} ${behind} under When of \`opened\` in part 7 and \`\`- Errors: \`opened\` \`\` under \`GET /boxes/{id}\`.`,
  );
});

const WISH = rule.replace('this `status` != `locked`', 'body `wish` = `x`');
const unjudged = (source: string): readonly string[] =>
  check(understand(source).model).diagnostics.flatMap(({ code, message }) =>
    code === 'unsupported' && message.includes('no operation can judge') ? [message] : [],
  );
const gapIn = (source: string, from: string | RegExp, to: string): string => {
  const after = source.replace(from, to);
  expect(after).not.toBe(source);
  return after;
};

// What no gap of these could make a rule of an operation is told with or without them.
test.each([
  ['When deleted', /(### Box\n\n- Identified by: `id`\n)/, '$1- When deleted: not shown\n'],
  ['Does of an operation that takes no such field', '- Does: reads Box', '- Does: not shown'],
  ['Who', '- Who: anyone', '- Who: not shown'],
  ['Order', '- Order: oldest first', '- Order: not shown'],
  ['an answer', '- Answers: 201 created, Box', '- Answers: 201 created, not shown'],
])('a gap in %s does not silence a condition that no operation can judge', (_, from, to) => {
  expect(unjudged(written({ code: WISH }))).toHaveLength(1);
  expect(unjudged(gapIn(written({ code: WISH }), from, to))).toHaveLength(1);
});

test.each([
  ['the body that would bring it', '- Does: creates Box\n- Body: Box', '- Does: creates Box\n- Body: not shown', WISH],
  ['the operation as a whole', /(### POST \/boxes\n\n)[^]*?(?=### )/, '$1not shown\n\n', WISH],
  ['Does of the operation that names its code', '- Does: updates Box', '- Does: not shown', rule],
])('a gap in %s may be about it, and holds that operation', (_, from, to, code) => {
  const errors = code === rule ? NAMED : '';
  const source = gapIn(written({ code, errors }), from, to);
  expect(unjudged(source)).toEqual([]);
  expect(check(understand(source).model).operations.some(({ runs }) => runs === 'no')).toBe(true);
});

test('When deleted that is not shown may be about a search, where rows of the resource are deleted', () => {
  const search = rule.replace('this `status` != `locked`', 'there is Box (`label` = `x`)');
  const deleted = `### DELETE /boxes/{id}\n\n- Does: deletes Box\n- Repeat: same effect\n\n| Status | When | Body |\n|---|---|---|\n| 204 | deleted | none |\n\n## 5. Auth`;
  const open = gapIn(
    written({ code: search }),
    /(### Box\n\n- Identified by: `id`\n)/,
    '$1- When deleted: not shown\n',
  );
  expect(unjudged(open)).toHaveLength(1);
  expect(unjudged(gapIn(open, '## 5. Auth', deleted))).toEqual([]);
});

test('each condition of a code has judges of its own: one that is judged does not cover another', () => {
  const two = rule.replace('this `status` != `locked`', 'body `label` = `x`, body `wish` = `y`');
  expect(unjudged(written({ code: rule.replace('this `status` != `locked`', 'body `label` = `x`') }))).toEqual([]);
  expect(unjudged(written({ code: two }))).toHaveLength(1);
});
