// What is open of a stream holds it, and keeps its events; what can never be read is an error. Notation, part 6, "On a stream".

import { afterEach, describe, expect, it } from 'vitest';
import { link } from '../../../src/link/link.ts';
import type { Diagnostic } from '../../../src/diagnostics/define.ts';
import { read } from '../../../src/read/read.ts';
import { send, start } from '../running.ts';
import { FEED, feed, order, user } from './reading.ts';

type Edit = readonly [from: string, to: string];

function edited(...edits: readonly Edit[]): string {
  return edits.reduce((source, [from, to]) => {
    expect(source).toContain(from);
    return source.replace(from, () => to);
  }, FEED);
}

function diagnosticsOf(source: string): readonly Diagnostic[] {
  const { document, diagnostics } = read(source, 'feed.md');
  return link(document, diagnostics).diagnostics;
}

const MEDIA = '- Media type: text/event-stream\n';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('a gap', () => {
  it.each<readonly [what: string, by: readonly string[], edit: Edit]>([
    ['how long events are kept', ['6/delivery/kept-for'], ['- Kept for: 1 hour\n', '']],
    ['in which order they come', ['6/delivery/order'], ['- Order: as they happened', '- Order: not shown']],
    ['what surrounds them', ['6/delivery/envelope'], ['- Envelope: none', '- Envelope: not shown']],
    ['in which format they come', ['4/GET /events/media-type'], [MEDIA, '- Media type: not shown\n']],
    ['who may', ['4/GET /events/who'], ['- Who: owner by `Order.customer`', '- Who: not shown']],
    ['what it does', ['4/GET /events/does'], ['- Does: none', '- Does: not shown']],
    ['whether it answers', ['4/GET /events/status'], ['- Answers: 200 found\n\n## 5.', '## 5.']],
    [
      'who may see the row',
      ['2/Order/visible-to'],
      ['- When deleted: none', '- When deleted: none\n- Visible to: not shown'],
    ],
  ])('%s holds the operation', async (_, by, edit) => {
    const service = await start(feed(edit));
    ends.push(() => service.stop());
    const { status, json } = await send(service, 'GET', '/events');
    const { type, gaps } = json as { type: string; gaps: readonly { id: string }[] };
    expect([status, type, gaps.map(({ id }) => id)]).toEqual([501, 'urn:ninefold:gap', by]);
  });

  it('holds no operation that emits, and no event is lost until it is filled', async () => {
    const plan = feed(['- Kept for: 1 hour\n', '']);
    expect(plan.delivery).toMatchObject({ heldBy: ['6/delivery/kept-for'] });
    const service = await start(plan);
    ends.push(() => service.stop());
    await order(service, await user(service, 'ann'), 1);
    const { json } = await send({ ...service, url: service.operatorUrl }, 'GET', '/outbox');
    expect(json).toMatchObject({ waiting: 1 });
  });

  it('of one payload keeps that event alone', () => {
    const { delivery, operations } = feed(['- Payload: Order', '- Payload: not shown']);
    expect([delivery!.heldBy, Object.keys(delivery!.events!)]).toEqual([[], ['order.made']]);
    expect(operations.find(({ id }) => id === 'GET /events')!.runs).toBe('yes');
  });
});

describe('what this runtime does not do', () => {
  it.each<readonly [what: string, by: readonly string[], edits: readonly Edit[]]>([
    ['an Envelope that shows a row', ['6/delivery/envelope'], [['- Envelope: none', '- Envelope: {"at": Order}']]],
    ['CloudEvents without a mode', ['6/delivery/envelope'], [['- Envelope: none', '- Envelope: CloudEvents']]],
    [
      'a path with parameters',
      ['4/GET /orders/{id}/events/media-type'],
      [
        ['### GET /events', '### GET /orders/{id}/events'],
        ['on `GET /events`', 'on `GET /orders/{id}/events`'],
        [
          '- Answers: 200 found\n\n## 5.',
          '- Answers: 200 found\n\n| Path | Type | Allowed values | Selects |\n|---|---|---|---|\n| `id` | integer | any | Order by `id` |\n\n## 5.',
        ],
      ],
    ],
  ])('%s holds it', (_, by, edits) => {
    const { operations } = feed(...edits);
    expect(operations.find(({ id }) => id.endsWith('/events'))!.held).toEqual({ type: 'unsupported', by });
  });
});

describe('what can never be read', () => {
  const found = (...edits: readonly Edit[]): readonly string[] =>
    diagnosticsOf(edited(...edits)).flatMap(({ code, severity, message }) =>
      severity === 'error' ? [`${code}: ${message}`] : [],
    );
  const ON = 'under Sent as of Delivery, expected';

  it('is nothing where all fits', () => {
    expect(found()).toEqual([]);
    expect(found([MEDIA, '- Media type: text/event-stream; charset=utf-8\n'])).toEqual([]);
    expect(
      found(['- Answers: 200 found\n\n## 5.', '\n| Status | When |\n|---|---|\n| 200 | found |\n\n## 5.']),
    ).toEqual([]);
  });

  it.each<readonly [what: string, edits: readonly Edit[]]>([
    [
      `\`GET /events\`, which answers with \`application/json\`, ${ON} an operation with \`Media type: text/event-stream\``,
      [[MEDIA, '- Media type: application/json\n']],
    ],
    [
      `\`GET /events\`, whose answer states a body, ${ON} an operation whose 200 says no body: \`Answers: 200 found\``,
      [['- Answers: 200 found\n\n## 5.', '- Answers: 200 found, {"a": 1}\n\n## 5.']],
    ],
    [
      `\`GET /events\`, which never answers 200, ${ON} an operation that answers 200: readers end at any other status`,
      [['- Answers: 200 found\n\n## 5.', '- Answers: 202 accepted, none\n\n## 5.']],
    ],
    [
      `\`POST /events\`, on which nothing can be streamed, ${ON} a \`GET\` with \`Does: none\``,
      [
        ['### GET /events', '### POST /events'],
        ['on `GET /events`', 'on `POST /events`'],
      ],
    ],
    [
      '`CloudEvents, binary` under Envelope of Delivery, expected `CloudEvents, structured` or `none`: an event of a stream has no headers',
      [['- Envelope: none', '- Envelope: CloudEvents, binary']],
    ],
    [
      'header `X-Id` under Duplicates of Delivery, expected `possible` alone: an event of a stream has no headers, and its `id` is the same each time',
      [['- Envelope: none', '- Duplicates: possible, told by header `X-Id`']],
    ],
    [
      '`8` under Tries of Delivery, expected nothing: nobody is called, and a reader asks again by itself',
      [['- Envelope: none', '- Tries: 8']],
    ],
  ])('%s', (what, edits) => {
    expect(found(...edits)).toContain(`wrong-delivery: Unexpected ${what}.`);
  });
});
