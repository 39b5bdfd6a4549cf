// Events: a service that sends them as its document states passes; what is sent without a cause, with something else in it, in another wrapping or
// with another signature is found.

import { afterEach, describe, expect, it } from 'vitest';

import type { Model } from '../../../src/model/model.ts';
import { rangesOf } from '../../../src/serve/relay/addresses.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import {
  creates,
  deletes,
  documentOf,
  errors,
  ID,
  modelOf,
  REFUSED,
  resource,
  section,
  updates,
  type Bullets,
} from '../document.ts';
import { tampered, type Between } from '../running.ts';

interface Stated {
  readonly delivery?: Bullets;
  readonly made?: string;
  readonly payload?: string;
  readonly more?: string;
}

const HOOKS: Bullets = {
  'Sent as': '`POST` to `Hook.url`',
  Accepted: 'any 2xx',
  Tries: '3',
  Waits: '1 second, doubling, at most 1 minute',
  'Time-out': '5 seconds',
  Order: 'as they happened',
  Signature: 'Standard Webhooks, secret `Hook.secret`',
  Envelope: '`{"id": <event id>, "type": <event name>, "at": <now>, "data": <payload>}`',
  Duplicates: 'possible, told by header `webhook-id`',
  'Given up': 'dropped',
};

const STREAM: Bullets = {
  'Sent as': 'server-sent events on `GET /events`',
  Order: 'as they happened',
  Envelope: 'none',
  'Kept for': '1 hour',
};

const READ = section('GET /events', {
  Does: 'none',
  'Media type': 'text/event-stream',
  Repeat: 'safe',
  Answers: '200 found',
});

function sending({ delivery = HOOKS, made = 'Thing is created', payload = 'Thing', more = '' }: Stated): Model {
  const secret = 'string(24..60) | yes | caller, hidden';
  return modelOf(
    documentOf({
      resources:
        resource('Hook', [ID, '`url` | url', `\`secret\` | ${secret}`, `\`other\` | ${secret}`]) +
        resource('Thing', [
          ID,
          '`title` | string(1..40) | yes | caller | not blank',
          '`size` | integer 1..9 | no | caller | any | 1',
        ]),
      operations: [
        creates('Hook'),
        creates('Thing'),
        updates('Thing'),
        deletes('Thing'),
        delivery === STREAM ? READ : '',
      ].join(''),
      events: [
        section('Delivery', delivery),
        section('thing.made', { When: made, Payload: payload }),
        section('thing.changed', { When: 'Thing is updated', Payload: 'Thing' }),
        section('thing.gone', { When: 'Thing is deleted', Payload: '{"id": `id`}' }),
        more,
      ].join(''),
      errors: errors(['`absent` | 404 | no such Thing', REFUSED, '`query` | 400 | invalid query']),
    }),
  );
}

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verdictOn(stated: Stated, served: Stated = stated, to = '127.0.0.0/8'): Promise<Verdict> {
  const options = { relay: { allowed: rangesOf([to]), secrets: () => [] } };
  running = await tampered(sending(served), () => undefined, { options });
  // What stands between would wait for the end of a stream.
  const url = stated.delivery === STREAM ? running.behind : running.url;
  return verify(sending(stated), { url, seed: 6, requests: 60, time: 20_000 });
}

describe('events', () => {
  it('a service that sends them as stated passes', async () => {
    const verdict = await verdictOn({});
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        '6/thing.made/sent',
        '6/thing.changed/sent',
        '6/thing.gone/sent',
        '6/delivery/signature',
        '6/delivery/order',
      ]),
    );
  });

  it('a service that streams them as stated passes', async () => {
    const verdict = await verdictOn({ delivery: STREAM });
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['6/thing.made/sent', '6/thing.changed/sent', '6/thing.gone/sent']),
    );
  });

  it('what does not come at all is listed', async () => {
    // The service may not send to this machine.
    const verdict = await verdictOn({}, {}, '192.0.2.0/24');
    expect(verdict.findings).toEqual([]);
    expect(verdict.notExercised.find(({ id }) => id === '6/thing.made/sent')?.why).toContain('not seen');
  });

  const WRONG: readonly (readonly [what: string, served: Stated])[] = [
    ['sends one without a cause', { made: 'Thing is created, Thing is updated' }],
    ['shows less of the row', { payload: 'Thing without `size`' }],
    ['signs by another secret', { delivery: { ...HOOKS, Signature: 'Standard Webhooks, secret `Hook.other`' } }],
    ['never sends one of them', { made: 'none' }],
    [
      'wraps them otherwise',
      { delivery: { ...HOOKS, Envelope: '`{"id": <event id>, "type": <event name>, "data": <payload>}`' } },
    ],
  ];
  it.each(WRONG)('finds a service that %s', async (_what, served) => {
    const verdict = await verdictOn({}, served);
    expect(verdict.findings.map((one) => one.class)).toContain('wrong event');
  });

  it('finds a service that shows less of the row on a stream', async () => {
    const verdict = await verdictOn({ delivery: STREAM }, { delivery: STREAM, payload: 'Thing without `title`' });
    expect(verdict.findings.map((one) => one.class)).toContain('wrong event');
  });

  it('finds an event that is not declared', async () => {
    const more = section('thing.seen', { When: 'Thing is created', Payload: 'Thing' });
    const verdict = await verdictOn({}, { more });
    expect(verdict.invented.map(({ what, name }) => `${what} ${name}`)).toContain('event thing.seen');
    const seen = verdict.invented.find(({ name }) => name === 'thing.seen');
    expect(seen!.exchanges.at(-1)?.call.method).toBe('POST');
  });
});
