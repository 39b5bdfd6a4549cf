// A change that has to name the tag of its row: the row is read for it where none is known, and where the known one has turned out to be old.

import { afterEach, expect, it } from 'vitest';

import { Found } from '../../../src/verify/explore/found.ts';
import { Reach } from '../../../src/verify/explore/reach.ts';
import { Session } from '../../../src/verify/explore/session.ts';
import { isReply } from '../../../src/verify/exchange.ts';
import { Client } from '../../../src/verify/http/client.ts';
import { expect as expected, isHopeless, isRefusedFor } from '../../../src/verify/judge/expect.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { knowledge } from '../../../src/verify/world/begin.ts';
import { closed, served, type Answer, type Handler } from '../by-hand.ts';
import { creates, documentOf, ID, modelOf, reads, resource, table, updates } from '../document.ts';

const shownWith = (status: string): string => table('Status | When | Body | Headers', [`${status} | Thing | \`ETag\``]);

const MODEL = modelOf(
  documentOf({
    resources:
      resource('Thing', [ID, '`title` | string(1..40) | yes | caller | not blank']) +
      resource('Part', [ID, '`thing` | Thing by `id` | yes | caller']),
    operations: [
      creates('Thing'),
      creates('Part'),
      reads('Thing', { Answers: undefined }, shownWith('200 | found')),
      updates(
        'Thing',
        { Preconditions: '`If-Match` required on `ETag`', Answers: undefined },
        shownWith('200 | updated'),
      ),
    ].join(''),
    codes: '| `tag_needed` | 428 | precondition required |\n| `other_tag` | 412 | precondition failed |',
  }),
);

interface Thing {
  readonly id: number;
  title: unknown;
  version: number;
}

/** No answer to a creation shows a tag, and a thing has another one for each part of it. */
class Service {
  readonly #things: Thing[] = [];

  #parts = 0;

  readonly handler: Handler = ({ method, path, headers, json }) => {
    if (path === '/parts') {
      for (const thing of this.#things) if (thing.id === json?.['thing']) thing.version += 1;
      return { status: 201, body: { id: (this.#parts += 1), thing: json?.['thing'] } };
    }
    if (method === 'POST') {
      this.#things.push({ id: this.#things.length + 1, title: json?.['title'], version: 1 });
      return { status: 201, body: { id: this.#things.length, title: json?.['title'] } };
    }
    const thing = this.#things.find(({ id }) => path === `/things/${id}`);
    if (!thing) return { status: 404 };
    if (method === 'GET') return shown(thing);
    const named = headers['if-match'];
    if (named !== `"${thing.version}"`)
      return named === undefined ? refused(428, 'tag_needed') : refused(412, 'other_tag');
    thing.title = json?.['title'] ?? thing.title;
    thing.version += 1;
    return shown(thing);
  };

  /** What no call has done. */
  change(): void {
    for (const thing of this.#things) thing.version += 1;
  }
}

function shown({ id, title, version }: Thing): Answer {
  return { status: 200, body: { id, title }, headers: { etag: `"${version}"` } };
}

function refused(status: number, code: string): Answer {
  return { status, body: { code } };
}

let client: Client;
afterEach(() => {
  client.close();
  return closed();
});

it('is sent with the tag that the row has now', async () => {
  const service = new Service();
  const url = await served(service.handler);
  client = new Client(url);
  const session = new Session(
    knowledge(MODEL, url.href),
    client,
    { judge, expect: expected, isHopeless, isRefusedFor },
    { seed: 1, budget: { requests: 40, time: 15_000 }, found: new Found() },
  );
  const reach = new Reach(session, false);
  const changed = async (): Promise<readonly string[]> => {
    const before = session.steps.length;
    await reach.reach(MODEL.operations.get('PATCH /things/{id}')!);
    return session.steps
      .slice(before)
      .map(({ exchange: { call, reply } }) => `${call.method} ${isReply(reply) ? reply.status : 'none'}`);
  };
  await reach.reach(MODEL.operations.get('POST /things')!);
  expect(await changed()).toEqual(['GET 200', 'PATCH 200']);
  expect(await changed()).toEqual(['PATCH 200']);
  await reach.reach(MODEL.operations.get('POST /parts')!);
  expect(await changed()).toEqual(['GET 200', 'PATCH 200']);
  service.change();
  expect(await changed()).toEqual(['PATCH 412', 'GET 200', 'PATCH 200']);
});
