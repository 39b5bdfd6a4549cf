// What an event waits for and nothing makes happen, and limits that count nothing: each where the document says all, and silence
// where what is open, or any other statement, could make it happen.

import { describe, expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const CODES = ['never-happens', 'limit-of-nothing', 'unknown-state', 'impossible-value', 'contradiction'];

/** What emits nothing contradicts an event that it causes. */
const WITHOUT_EMITS = edited(WHOLE, ['- Emits: none\n', '']);

function found(edits: readonly Edit[]): readonly string[] {
  const source = edits.reduce(edited, WITHOUT_EMITS);
  const { document, diagnostics } = read(source, 'a.md');
  return check(link(document, diagnostics))
    .diagnostics.filter(({ code }) => CODES.includes(code))
    .map(({ code, at }) => `${code} ${source.split('\n')[at.line - 1]!.slice(at.column - 1, at.endColumn - 1)}`);
}

const event = (when: string, delivery = ''): Edit => [
  '## 6. Events\n\nnone',
  `## 6. Events\n${delivery}\n### happened\n\n- When: ${when}\n- Payload: Guest`,
];

const operation = (heading: string, does: string): Edit => [
  '## 5. Authentication',
  `### ${heading}\n\n- Does: ${does}\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 200 | any | none |\n\n## 5. Authentication`,
];

const CREATE: Edit = [
  '- Does: creates Guest\n- Body: Guest\n',
  '- Does: reads Guest where `name` = `a`\n- Body: none\n',
];
const WORD = '| `word` | string | no | caller | any | none | |';
const MOVE = '| `cooked` | `served` | `POST /orders/{id}/serve` | none | none |';
const given = (up: string): string => `\n### Delivery\n\n- Given up: ${up}\n`;

describe('an event', () => {
  test.each<[when: string, at: string, ...edits: Edit[]]>([
    ['Guest is updated', 'Guest'],
    ['`Guest.word` changes', '`word`'],
    ['`Guest.word` becomes `wave`', '`word`'],
    ['Order is deleted', 'Order'],
    ['Guest is created', 'Guest', CREATE],
    ['`Order.stage` becomes `taken`', '`stage`'],
    ['`Order.stage` becomes `taken`', '`stage`', ['- Any other move: `not_now`\n', '']],
    [
      '`Order.stage` becomes `taken`',
      '`stage`',
      [MOVE, `${MOVE}\n| \`cooked\` | \`taken\` | none | none | \`happened\` |`],
    ],
  ])('is never sent when %s', (when, at, ...edits) => {
    expect(found([...edits, event(when)])).toEqual([`never-happens ${at.replaceAll('`', '')}`]);
  });

  test.each([
    ['Guest is created'],
    ['Guest is deleted'],
    ['Order is updated'],
    ['`Order.given` changes'],
    ['`Order.given` becomes `3`'],
    ['`Order.stage` becomes `cooked`'],
    ['`GET /orders`'],
  ])('may be sent when %s', (when) => {
    expect(found([event(when)])).toEqual([]);
  });

  test.each<[why: string, when: string, ...edits: Edit[]]>([
    ['lists may go on', 'Guest is updated', ['complete unless marked', 'complete only where marked']],
    [
      'there may be more operations',
      'Guest is updated',
      ['complete unless marked', 'complete only where marked'],
      ['- Identified by: `name`', '- Identified by: `name`\n- Other fields: none'],
    ],
    ['an operation may do anything', 'Guest is updated', ['- Does: creates Guest', '- Does: not shown']],
    ['an operation is not shown', 'Guest is updated', operation('POST /x', 'none'), ['- Does: none', 'not shown']],
    ['an operation does it', 'Guest is updated', operation('POST /guests/{name}', 'sets `word` = `a`')],
    ['an operation does it to all', 'Guest is updated', operation('POST /x', 'updates every Guest')],
    [
      'a field follows other rows',
      'Guest is updated',
      [WORD, '| `word` | integer | no | service: count of Order | any | none | |'],
    ],
    ['a field may be a state', 'Guest is updated', [WORD, '| `word` | not shown | no | caller | any | none | |']],
    [
      'the operator makes the rows',
      'Guest is updated',
      ['- Identified by: `name`', '- Identified by: `name`\n- Rows: from the operator'],
    ],
    [
      'a row comes with another one',
      'Guest is created',
      CREATE,
      ['| `guest` | Guest by `name` | yes | caller |', '| `guest` | Guest by `name` | yes | service: new Guest |'],
    ],
    [
      'a row goes with another one',
      'Order is deleted',
      ['refused while Order (`guest` = this)', 'deletes every Order where `guest` = this'],
    ],
    [
      'what goes with another one is not shown',
      'Order is deleted',
      ['refused while Order (`guest` = this)', 'not shown'],
    ],
    [
      'time removes the row',
      'Order is deleted',
      [MOVE, `${MOVE}\n| \`served\` | (gone) | after 1 day | none | none |`],
    ],
    [
      'it is not shown what removes the row',
      'Order is deleted',
      [MOVE, `${MOVE}\n| \`served\` | (gone) | not shown | none | none |`],
    ],
    ['a move may remove the row', 'Order is deleted', [MOVE, MOVE.replace('`served`', 'not shown')]],
    [
      'someone outside makes the move',
      '`Order.stage` becomes `taken`',
      [MOVE, `${MOVE}\n| \`served\` | \`taken\` | outside: \`the cook\` | none | none |`],
    ],
    [
      'other moves are accepted',
      '`Order.stage` becomes `taken`',
      ['- Any other move: `not_now`', '- Any other move: accepted'],
    ],
    [
      'other moves are not shown',
      '`Order.stage` becomes `taken`',
      ['- Any other move: `not_now`', '- Any other move: not shown'],
    ],
    ['there may be more moves', '`Order.stage` becomes `taken`', [MOVE, `${MOVE}\n| … | | | | |`]],
  ])('may be sent where %s', (_, when, ...edits) => {
    expect(found([...edits, event(when)]).filter((one) => one.startsWith('never-happens'))).toEqual([]);
  });

  test.each([
    ['Guest is updated', 'sets `Guest.word` = `lost`'],
    ['Order is deleted', 'deletes Order'],
    ['`Order.stage` becomes `taken`', 'moves `Order.stage` to `taken`'],
    ['Order is deleted', 'not shown'],
  ])('may be sent when %s, where Given up is: %s', (when, up) => {
    expect(found([event(when, given(up))])).toEqual([]);
    expect(found([event(when, given('dropped'))])).toHaveLength(1);
  });

  test.each([
    ['`Order.stage` becomes `eaten`', 'unknown-state eaten'],
    ['`Order.pieces` becomes `few`', 'impossible-value few'],
    ['`Order.pieces` becomes `12`', 'impossible-value 12'],
  ])('waits for a value that is none: %s', (when, expected) => {
    expect(found([event(when)])).toEqual([expected]);
  });

  test.each([
    '`Order.pieces` becomes `9`',
    '`Order.dish` becomes `12`',
    '`Order.lines` becomes `a`',
    '`Order.guest` becomes `Ann`',
  ])('waits for a value that may be: %s', (when) => {
    expect(found([event(when)])).toEqual([]);
  });
});

const limit = (per: string, applies: string): Edit => [
  '## 8. Limits\n\nnone',
  `## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| Calls | 9 per hour | ${per} | ${applies} | \`taken\` |`,
];

const SCHEME: Edit = [
  '## 5. Authentication\n\nnone',
  '## 5. Authentication\n\n### Key\n\n- Scheme: API key\n- Sent in: header `X-Key`\n- Caller: Guest\n- Issued by: the operator',
];

const SIGNED_IN: Edit = ['- Does: creates Guest', '- Does: creates Guest\n- Who: signed-in'];
const MAYBE: Edit = ['- Does: creates Guest', '- Does: creates Guest\n- Who: anyone, signed-in if sent'];

describe('a limit', () => {
  test.each<[per: string, applies: string, expected: string, ...edits: Edit[]]>([
    ['caller', 'any', 'limit-of-nothing caller'],
    ['caller', 'any', 'limit-of-nothing caller', SCHEME],
    ['caller', 'GET, `POST /orders`', 'limit-of-nothing caller', SCHEME, SIGNED_IN],
    ['`POST /orders`', 'GET', 'limit-of-nothing `POST /orders`'],
    ['`POST /orders`', '`POST /guests`', 'limit-of-nothing `POST /orders`'],
    ['`Order.dish`', 'GET', 'limit-of-nothing `Order.dish`'],
    ['IP address', 'GET, if wrong credentials', 'limit-of-nothing IP address'],
    ['IP address', 'PUT', 'limit-of-nothing PUT'],
    ['IP address', 'OPTIONS, HEAD', 'limit-of-nothing OPTIONS, HEAD'],
    ['`GET /orders`', 'HEAD', 'limit-of-nothing `GET /orders`'],
  ])('Per %s that applies to %s counts nothing: %s', (per, applies, expected, ...edits) => {
    expect(found([...edits, limit(per, applies)])).toEqual([expected]);
  });

  test.each([
    ['40 characters', '`Guest.name`', ['limit-of-nothing `Guest.name`']],
    ['39 characters', '`Guest.name`', []],
    ['40 characters', '`Guest.word`', []],
  ])('%s Per %s, whose Type may take less: %j', (value, per, expected) => {
    const rows = `| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n| Long | ${value} | ${per} | \`taken\` |`;
    expect(found([['## 8. Limits\n\nnone', `## 8. Limits\n\n${rows}`]])).toEqual(expected);
  });

  test.each([
    ['9 characters', '`Guest.name`', 'GET', ['limit-of-nothing `Guest.name`']],
    ['9 characters', '`Guest.name`', '`POST /guests`', []],
    ['9 KB', '`Guest.name`', '`POST /orders`', ['limit-of-nothing `Guest.name`']],
    ['9 items', 'request', 'POST', ['limit-of-nothing request']],
    ['9 Guest', 'service', 'GET', ['limit-of-nothing service']],
    ['9 Guest', 'service', 'POST', []],
    ['9 KB', 'request', 'POST', []],
    ['9 KB', 'headers', 'GET', []],
    ['9 at once', '`Guest.name`', 'GET', ['limit-of-nothing `Guest.name`']],
    ['9 at once', 'operation', 'GET', []],
    ['9 seconds', 'request', 'GET', []],
  ])('%s Per %s that apply to %s: %j', (value, per, applies, expected) => {
    const rows = `| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| Some | ${value} | ${per} | ${applies} | \`taken\` |`;
    expect(found([['## 8. Limits\n\nnone', `## 8. Limits\n\n${rows}`]])).toEqual(expected);
  });

  test.each<[per: string, applies: string, ...edits: Edit[]]>([
    ['caller', 'any', SCHEME, SIGNED_IN],
    ['caller', '`POST /guests`', SCHEME, MAYBE],
    ['caller', 'any', SCHEME, ['complete unless marked', 'complete only where marked']],
    ['caller', 'not shown', SCHEME],
    ['caller', '`POST /guests`', SCHEME, ['- Does: creates Guest', '- Does: creates Guest\n- Who: not shown']],
    ['IP address', 'any'],
    ['operation', 'GET'],
    ['Order', 'GET'],
    ['`POST /orders`', 'POST'],
    ['`GET /orders`', 'GET, HEAD'],
    ['`POST /orders`', '`POST /guests`, `POST /orders`'],
    ['`POST /orders`', 'any'],
  ])('Per %s that applies to %s may count', (per, applies, ...edits) => {
    expect(found([...edits, limit(per, applies)])).toEqual([]);
  });
});
