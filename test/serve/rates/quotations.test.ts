// examples/quotations.md: what its limits do to who tries passwords, and to who reads. Notation, part 8.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { plan as compile } from '../../../src/plan/compile.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Answer, type Running } from '../running.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', 'quotations.md'), 'utf8');

let service: Running;
afterEach(() => service.stop());

it('ten passwords are tried in an hour, and the headers say so', async () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  service = await start(compile(modelOf(SOURCE)), { clock: { now: () => now } });
  await send(service, 'POST', '/members', { email: 'ann@example.com', password: 'the right one' });
  const signIn = (password: string): Promise<Answer> =>
    send(service, 'POST', '/sessions', { email: 'Ann@example.com', password });
  for (let tries = 1; tries <= 10; tries++) expect((await signIn('a wrong one')).status).toBe(401);
  const refused = await signIn('the right one');
  expect([refused.status, refused.json]).toEqual([
    429,
    { error: 'too_many_tries', message: 'Too many wrong passwords' },
  ]);
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect(refused.headers.get('ratelimit-policy')).toBe('"Guesses";q=100;w=3600, "Wrong passwords";q=10;w=3600');
  const read = await send(service, 'GET', '/quotations');
  expect(read.headers.get('ratelimit')).toBe('"Reads";r=99;t=1');
});
