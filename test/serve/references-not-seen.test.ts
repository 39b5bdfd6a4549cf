// A body whose fields are refused is looked at for its references, too: a row that the caller may not see is none. Notation, part 2, Visible to;
// part 7, `All failed fields at once`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
beforeAll(async () => {
  service = await start(plan(modelOf(readFileSync(join(import.meta.dirname, 'references-not-seen.md'), 'utf8'))));
});
afterAll(() => service.close());

type Headers = Readonly<Record<string, string>>;

function fields({ json }: { readonly json: unknown }): readonly string[] {
  return (json as { readonly fields: readonly { readonly field: string }[] }).fields.map(({ field }) => field);
}

async function signedUp(name: string): Promise<Headers> {
  const { json } = await send(service, 'POST', '/users', { name, pin: '1' });
  return { authorization: `Bearer ${(json as { readonly token: string }).token}` };
}

it('a row that its caller may not see is among what is wrong', async () => {
  const [owner, other] = [await signedUp('owner'), await signedUp('other')];
  await send(service, 'POST', '/boxes', { name: 'mine', full: false }, owner);
  const wrong = async (into: string, headers: Headers): Promise<readonly string[]> =>
    fields(await send(service, 'POST', '/things', { label: 7, into }, headers));
  expect(await wrong('mine', owner)).toEqual(['label']);
  expect(await wrong('mine', other)).toEqual(['label', 'into']);
  expect(await wrong('none', owner)).toEqual(['label', 'into']);
  expect(await wrong('none', { authorization: 'Bearer none' })).toEqual([]);
});

it('and one in a list', async () => {
  const [owner, other] = [await signedUp('owner of a list'), await signedUp('another')];
  await send(service, 'POST', '/boxes', { name: 'hers', full: false }, owner);
  const wrong = async (boxes: readonly string[], headers: Headers): Promise<readonly string[]> =>
    fields(await send(service, 'POST', '/shelves', { label: 7, boxes }, headers));
  expect(await wrong(['hers'], owner)).toEqual(['label']);
  expect(await wrong(['hers', 'none'], owner)).toEqual(['label', 'boxes']);
  expect(await wrong(['hers'], other)).toEqual(['label', 'boxes']);
});
