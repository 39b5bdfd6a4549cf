// Null inside of nested shapes and the empty text, over a real server: one rule for every depth and every type.

import { afterEach, describe, expect, test } from 'vitest';
import { heldBy, PLAIN, refused, serving, specAfter } from './input-service.ts';
import { send, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

async function begin(facts: string): Promise<void> {
  service = await serving('Thing', facts);
  const spec = { name: 'n', cost: 1, note: 'o' };
  expect(await refused(service, 'POST', '/things', { id: 'a', ...PLAIN, spec })).toBe(201);
}

describe('null inside of a nested shape', () => {
  test('of a patch takes the member away, and is missing where it must be there', async () => {
    await begin('');
    expect(
      await specAfter(service, 'PATCH', '/things/a', { spec: { name: null }, title: null, place: { street: null } }),
    ).toEqual(['title: missing', 'spec.name: missing', 'place.street: missing']);
    expect(await specAfter(service, 'PATCH', '/things/a', { spec: { cost: null, note: null } })).toEqual({
      name: 'n',
      kind: 'plain',
    });
    expect(
      await specAfter(service, 'PATCH', '/things/a', { lines: [{ name: null }], spec: { more: { name: null } } }),
    ).toEqual(['spec.more.name: missing', 'lines.0.name: invalid']);
  });
  test.each([
    ['', ['title: blank', 'spec.name: invalid', 'spec.cost: invalid', 'place.city: invalid']],
    ['- Null fields: refused\n', ['title: blank', 'spec.name: invalid', 'spec.cost: invalid', 'place.city: invalid']],
    ['- Null fields: cleared\n', ['title: missing', 'spec.name: missing']],
    ['- Null fields: kept\n', ['title: missing', 'spec.name: missing']],
  ])('of a creation goes by Null fields: %s', async (facts, failures) => {
    await begin(facts);
    const body = {
      id: 'b',
      title: null,
      place: { street: 's', city: null },
      spec: { name: null, cost: null, kind: null },
    };
    const given =
      facts.includes('cleared') || facts.includes('kept')
        ? failures
        : [...failures.slice(0, 3), 'spec.kind: invalid', ...failures.slice(3)];
    expect([...((await refused(service, 'POST', '/things', body)) as string[])].sort()).toEqual([...given].sort());
    const { spec: _, title: __, ...rest } = body;
    if (facts.includes('cleared') || facts.includes('kept')) {
      const shown = await specAfter(service, 'POST', '/things', {
        ...rest,
        title: 't',
        spec: { name: 'x', cost: null, kind: null },
      });
      expect(shown).toEqual({ name: 'x', kind: 'plain' });
    }
  });
  test.each([
    ['- Null fields: refused\n', ['spec.name: invalid', 'spec.note: invalid']],
    ['- Null fields: cleared\n', ['spec.name: missing']],
    ['- Null fields: kept\n', ['spec.name: missing']],
  ])('of an update goes by Null fields: %s', async (facts, failures) => {
    await begin(facts);
    expect(await specAfter(service, 'POST', '/things/a', { spec: { name: null, note: null } })).toEqual(failures);
  });
  test('of a replacement goes by the type', async () => {
    await begin('- Null fields: kept\n');
    expect(await specAfter(service, 'PUT', '/things/a', { ...PLAIN, spec: { name: 'x', note: null } })).toEqual({
      name: 'x',
      kind: 'plain',
    });
  });
});

describe('an empty text', () => {
  const EMPTY = { day: '', size: '', mail: '', tags: '', free: '', lines: '', spec: { name: 'x', cost: '', note: '' } };
  const body = { id: 'a', ...PLAIN, ...EMPTY };
  test('refused is blank for a field of every type', async () => {
    service = await serving('Thing', '- Empty text: refused\n');
    const names = ['day', 'free', 'lines', 'mail', 'size', 'spec.cost', 'spec.note', 'tags'];
    const failures = (await refused(service, 'POST', '/things', body)) as string[];
    expect(failures.toSorted()).toEqual(names.map((name) => `${name}: blank`));
    expect(await refused(service, 'GET', '/things?size=')).toEqual(['size: query']);
    expect(await refused(service, 'GET', '/things?code=')).toEqual(['code: query']);
    expect(await refused(service, 'GET', '/things?codes=')).toEqual(['codes: query']);
    expect(await refused(service, 'GET', '/things?page=')).toEqual(['page: query']);
  });
  test('as missing is filled with defaults, and kept away from a patch', async () => {
    service = await serving('Thing', '- Empty text: as missing\n');
    const made = await send(service, 'POST', '/things', body);
    expect(made).toMatchObject({
      status: 201,
      json: { size: 3, day: '2026-01-01', spec: { name: 'x', kind: 'plain' } },
    });
    expect(made.json).not.toHaveProperty('mail');
    expect(await refused(service, 'POST', '/things', { ...body, title: '' })).toEqual(['title: missing']);
    const patched = await send(service, 'PATCH', '/things/a', {
      size: '',
      title: 'new',
      spec: { name: '', note: 'n' },
    });
    expect(patched).toMatchObject({ status: 200, json: { title: 'new', size: 3, spec: { name: 'x', note: 'n' } } });
    for (const query of ['', 'size=', 'page=', 'code=', 'size=&codes=']) {
      const { status, json } = await send(service, 'GET', `/things?${query}`);
      expect([query, status, json]).toEqual([query, 200, [{ id: 'a' }]]);
    }
    expect((await send(service, 'GET', '/things?size=4')).json).toEqual([]);
  });
  test('as null goes by the rule for null', async () => {
    service = await serving('Thing', '- Empty text: as null\n- Null fields: cleared\n');
    expect(await send(service, 'POST', '/things', body)).toMatchObject({ status: 201, json: { size: 3 } });
    expect(await refused(service, 'POST', '/things', { ...body, title: '', spec: { name: '' } })).toEqual([
      'title: missing',
      'spec.name: missing',
    ]);
    expect(await refused(service, 'PATCH', '/things/a', { title: '' })).toEqual(['title: missing']);
    const patched = await send(service, 'PATCH', '/things/a', { spec: { kind: '' } });
    expect((patched.json as { spec: unknown }).spec).toEqual({ name: 'x' });
  });
  test('kept is a text, which a date is not', async () => {
    service = await serving('Thing', '- Empty text: kept; `code`: refused\n');
    expect(await refused(service, 'POST', '/things', { id: 'a', ...PLAIN, day: '', area: '', code: '' })).toEqual([
      'code: blank',
      'day: invalid',
    ]);
    expect(await refused(service, 'GET', '/things?size=')).toEqual(['size: query']);
    expect(await refused(service, 'GET', '/things?code=')).toEqual(['code: query']);
  });
  test('is held where nothing says what it does', async () => {
    service = await serving('Thing', '- Empty text: not shown\n');
    for (const field of Object.keys(EMPTY))
      expect(
        await heldBy(service, 'POST', '/things', { id: 'a', ...PLAIN, [field]: (EMPTY as never)[field] }),
        field,
      ).toBe('"4/POST /things/empty-text"');
    expect(await heldBy(service, 'POST', '/things', { id: 'a', ...PLAIN })).toBe(201);
    expect(await heldBy(service, 'PATCH', '/things/a', { day: '' })).toBe('"4/PATCH /things/{id}/empty-text"');
    expect(await heldBy(service, 'GET', '/things?page=')).toBe('"4/GET /things/empty-text"');
    expect(await heldBy(service, 'GET', '/things')).toBe(200);
    expect(await heldBy(service, 'POST', '/things', { id: 'a', ...PLAIN, tags: [''] })).toBe(422);
  });
});
