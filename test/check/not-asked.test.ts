// What a document does not leave open is not asked, and what is asked is what lacks. Input: complete documents with a statement taken
// away. Output: gaps and questions. Notation, rule 1.8.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';

const file = (name: string): string => readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8');

function edited(source: string, from: string, to: string): string {
  expect(source).toContain(from);
  return source.replace(from, to);
}

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'a.md');
  return link(document, diagnostics);
}

const gapsOf = (source: string): readonly string[] =>
  gapView(modelOf(source)).gaps.flatMap(({ id, status }) => (status === 'gap' ? [id] : []));

const THING = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller | any | none |`;

const operation = (heading: string, does: string, rows: string): string => `### ${heading}

- Does: ${does}
- Body: ${does.startsWith('deletes') ? 'none' : 'Thing'}
- Repeat: same effect

| Status | When | Body |
|---|---|---|
${rows}`;

function remove(code: number): string {
  return documentOf({
    resources: THING,
    operations: operation('DELETE /things/{id}', 'deletes Thing if there', `| ${code} | deleted | not shown |`),
  });
}

it.each([204, 205])('the body of %s, which HTTP says is none', async (status) => {
  expect(gapsOf(remove(200))).toEqual(['4/DELETE /things/{id}/200/body']);
  expect(gapsOf(remove(status))).toEqual([]);
  const service = await start(plan(modelOf(remove(status))));
  try {
    expect(await send(service, 'DELETE', '/things/a')).toMatchObject({ status, text: '' });
  } finally {
    await service.stop();
  }
});

it('what lacks beside a success that is stated', () => {
  const put = documentOf({
    resources: THING,
    operations: operation('PUT /things/{id}', 'creates or replaces Thing', '| 201 | created | Thing |'),
  });
  const [ask] = asksOf(modelOf(put))
    .flatMap(({ asks }) => asks)
    .filter(({ gaps }) => gaps[0]!.endsWith('/status'));
  expect(ask!.gap.question).toBe('With which status does `PUT /things/{id}` answer when a row was replaced?');
  expect(ask!.forms[0]).toContain('| replaced |');
});

const PARCELS = file('test/deletions/parcels.md');

function delivered(...bullets: readonly string[]): string {
  const source = PARCELS.replace(/(### Delivery\n\n)(?:- .*\n)*/, `$1${bullets.map((one) => `- ${one}\n`).join('')}`);
  expect(source).not.toBe(PARCELS);
  return source;
}

it.each(['server-sent events on `GET /events`', 'subject `parcels`'])('of %s no answer, try or signature', (how) => {
  const bullets = [`Sent as: ${how}`, 'Order: none', 'Kept for: 1 day'];
  expect(gapsOf(delivered(...bullets)).filter((id) => id.startsWith('6/delivery'))).toEqual([]);
});

it('of a stream alone, how long a reader can go on where it was', () => {
  const [stream, subject] = ['server-sent events on `GET /events`', 'subject `parcels`'].map((how) =>
    gapsOf(delivered(`Sent as: ${how}`, 'Order: none')),
  );
  expect(stream).toContain('6/delivery/kept-for');
  expect(subject).not.toContain('6/delivery/kept-for');
});

it('of one try no wait', () => {
  const post = /- Sent as: .*/.exec(PARCELS)![0].slice(2);
  const others = ['Accepted: any 2xx', 'Time-out: 5 seconds', 'Order: none', 'Signature: none'];
  const gaps = (tries: string): readonly string[] =>
    gapsOf(delivered(post, tries, ...others)).filter((id) => id.startsWith('6/delivery'));
  expect(gaps('Tries: 2')).toEqual(['6/delivery/waits']);
  expect(gaps('Tries: 1')).toEqual([]);
});

it('a name that begins with a vowel has its article', () => {
  const source = edited(file('test/catalogue/base.md'), '| 404 | no such Order |', '| 404 | no such Guest |');
  const asked = asksOf(modelOf(source))
    .flatMap(({ asks }) => asks)
    .map(({ gap }) => gap.question)
    .join('\n');
  expect(asked).toContain('an Order that does not exist');
  expect(asked).not.toContain('a Order');
});
