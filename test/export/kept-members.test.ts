// The schema of a body whose other members a field of the row keeps, beside the service: what fits it is what is accepted. Notation, part 4,
// "Members that a field keeps".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { openApi } from '../../src/export/interface.ts';
import { types } from '../../src/export/typescript.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from '../serve/running.ts';
import { judge, type Json } from './judged.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', 'unknown-fields-kept.md'), 'utf8');

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe('a body whose other members are kept', () => {
  it.each([
    [
      'post',
      '/contacts',
      '/contacts',
      [
        { name: 'A' },
        { name: 'A', nick: 1, more: { deep: [null] } },
        { name: 'A', address: { city: 'Ulm' }, 'address.city': 1 },
        { name: 'A', email: 7 },
        { nick: 1 },
        { name: 'A', address: { zip: 1 } },
        { name: 'A', address: 1 },
        { name: 'A', id: 1 },
        { name: 'A', extra: {} },
      ],
      4,
    ],
    [
      'put',
      '/contacts/{id}',
      '/contacts/1',
      [
        { contact: { name: 'A', nick: 1 } },
        { contact: { name: 'A', address: { city: 'B' } } },
        { contact: { name: 'A', extra: { a: 1 } } },
        { contact: { name: 'A', address: { zip: 1 } } },
        { contact: { name: 'A' }, nick: 1 },
        { contact: { nick: 1 } },
      ],
      2,
    ],
    [
      'post',
      '/meters/{id}/readings',
      '/meters/1/readings',
      [
        { mon: 1 },
        { mon: null, tue: 100 },
        {},
        { mon: '1' },
        { mon: 1, tue: 101 },
        { id: 7 },
        { readings: { mon: 1 } },
      ],
      3,
    ],
  ])('%s %s: what fits is what is accepted', async (method, path, address, bodies, accepted) => {
    const model = modelOf(DOCUMENT);
    running = await start(compile(model));
    await send(running, 'POST', '/contacts', { name: 'A' });
    await send(running, 'POST', '/meters', { name: 'A' });
    const schema = (openApi(model) as Json)['paths'][path][method].requestBody.content['application/json']
      .schema as Json;
    const fits = judge().compile(schema);
    const taken: unknown[] = [];
    for (const body of bodies)
      if ((await send(running, method.toUpperCase(), address, body)).status < 300) taken.push(body);
    expect(taken).toHaveLength(accepted);
    expect(bodies.filter((body) => fits(body))).toEqual(taken);
  });

  it('is told in types: any other name, and none of those that are refused', () => {
    const text = types(modelOf(DOCUMENT));
    const body = text.slice(
      text.indexOf('path: "/contacts";'),
      text.indexOf('answers', text.indexOf('path: "/contacts";')),
    );
    expect(body).toContain('"extra"?: never;');
    expect(body).toContain('[name: string]: unknown;');
  });
});
