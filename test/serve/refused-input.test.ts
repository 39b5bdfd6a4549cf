// What a caller is told of a body that does not fit, over a real server: which fields, at which place, for which cause.

import { afterEach, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { ERRORS, PLAIN, refused, RESOURCES, serving, type Failed } from './input-service.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

describe('one message a field', () => {
  const WRONG = {
    id: 'a',
    ...PLAIN,
    tags: ['a', 'abcd', 7, ''],
    lines: [{}, { name: 'a' }, { name: 5, cost: 'x' }, { name: 'b', more: { name: 7 } }],
    map: { k: { name: 1 }, l: { name: 'x' } },
  };
  test('a list of plain values is one field, whatever number of its items fails; fields inside of it have their places', async () => {
    service = await serving('Thing');
    expect(await refused(service, 'POST', '/things', WRONG)).toEqual([
      'lines.0.name: missing',
      'tags: invalid',
      'lines.2.name: invalid',
      'lines.2.cost: invalid',
      'lines.3.more.name: invalid',
      'map.k.name: invalid',
    ]);
  });
  test('a list that holds what is no such shape fails itself, beside the fields inside of it', async () => {
    service = await serving('Thing');
    const lines = [7, { name: 'a' }, { name: 5 }, null];
    expect(
      await refused(service, 'POST', '/things', { id: 'a', ...PLAIN, lines, map: { a: { name: 5 }, b: [] } }),
    ).toEqual(['lines.2.name: invalid', 'lines: invalid', 'map.a.name: invalid', 'map: invalid']);
    expect(await refused(service, 'POST', '/things', { id: 'a', ...PLAIN, lines: { name: 'a' } })).toEqual([
      'lines: invalid',
    ]);
  });
  test('a wrapper is part of the place, and not of the field', async () => {
    service = await serving('{"thing": Thing}');
    const thing = { id: 'a', title: ' ', place: { street: 5 }, lines: [{ name: 5 }], extra: 1 };
    const { json } = await send(service, 'POST', '/things', { thing });
    expect((json as { fields: Failed[] }).fields.map(({ field, path }) => `${field} at ${path}`)).toEqual([
      'title at thing.title',
      'lines.0.name at thing.lines.0.name',
      'place.street at thing.place.street',
      'extra at thing.extra',
    ]);
  });
});

function addressed(key: string, address: string, zone: string): unknown {
  return { who: { key, title: 't', address, street: 's' }, zone };
}

describe('a value that is taken', () => {
  const TABLE = `none

| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
| \`who.key\` | string | yes | none | \`id\` |
| \`who.title\` | string | yes | none | \`title\` |
| \`who.address\` | email | no | none | \`mail\` |
| \`who.street\` | string | yes | none | \`place.street\` |
| \`zone\` | string | no | none | \`area\` |
`.replace('none\n\n', '');
  test('is told at its place in the body, not by its column', async () => {
    const plan = planOf({
      resources: RESOURCES,
      operations: `### POST /things
- Does: creates Thing with \`code\` = \`x\`
- Repeat: again

${TABLE}
| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
`,
      errors: ERRORS,
    });
    service = await start(plan);
    expect(await refused(service, 'POST', '/things', addressed('a', 'a@b.c', 'north'))).toBe(201);
    expect(await refused(service, 'POST', '/things', addressed('b', 'a@b.c', 'south'))).toEqual(['who.address: taken']);
    expect(await refused(service, 'POST', '/things', addressed('a', 'a@b.d', 'south'))).toEqual(['who.key: taken']);
    // Of several fields that are unique together, the one that is sent.
    expect(await refused(service, 'POST', '/things', addressed('b', 'a@b.d', 'north'))).toEqual(['zone: taken']);
    expect(await refused(service, 'POST', '/things', addressed('a', 'a@b.c', 'north'))).toEqual([
      'who.key: taken',
      'who.address: taken',
      'zone: taken',
    ]);
  });
  test('an address that cannot become an identity is told by the name of its field', async () => {
    service = await start(
      planOf({
        resources: RESOURCES,
        operations: `### PUT /things/{key}
- Does: creates or replaces Thing
- Body: {"thing": Thing without id}
- Repeat: same effect

| Path | Type | Selects |
|---|---|---|
| \`key\` | string | Thing by \`id\` |

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
| 200 | replaced | Thing |
`,
        errors: ERRORS,
      }),
    );
    expect(await refused(service, 'PUT', '/things/NO', { thing: PLAIN })).toEqual(['id: invalid']);
    expect(await refused(service, 'PUT', '/things/yes', { thing: PLAIN })).toBe(201);
    expect(await refused(service, 'PUT', '/things/yes', { thing: PLAIN })).toBe(200);
  });
});
