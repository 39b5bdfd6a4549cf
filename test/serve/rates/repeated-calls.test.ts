// Calls with a key (`Repeat: key`) beside rates and versions: what the answer that is kept says again, and what is not kept. Notation, part 4,
// "What a second call does", parts 8 and 9.

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../../src/plan/compile.ts';
import { edited } from '../../catalogue/edits.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Answer, type Running } from '../running.ts';
import { sourceOf } from './document.ts';

let now = 0;
let service: Running;
afterEach(() => service.stop());

const KEYED = `- Does: creates Note
- Who: anyone, signed-in if sent
- Body: Note
- Repeat: key

| Status | When | Body | Headers |
|---|---|---|---|
| 201 | created | Note | none |

| Repeat | Statement |
|---|---|
| Header | \`Key\` optional |
| Scope | operation |
| Kept for | 1 day |
| Same body | the first answer |
| Other body | \`invalid\` |
| Still running | \`invalid\` |
| Kept answers | all |
`;
const PLAIN = `- Does: creates Note
- Who: signed-in
- Body: Note
- Repeat: again
- Answers: 201 created, Note
`;
const RATE = 'Calls | 2 per minute | IP address | `POST /notes` | `slow`';
const TOLD = '- Headers: `RateLimit`, `RateLimit-Policy`\n';

async function served(source: string): Promise<void> {
  now = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: (): number => now, set: () => Promise.resolve(true) };
  service = await start(compile(modelOf(edited(source, [PLAIN, KEYED]))), { clock });
}

const make = (key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service, 'POST', '/notes', { text: 'a' }, { key, ...headers });
const told = ({ status, json, headers }: Answer): unknown[] => [
  status,
  (json as { readonly id?: number }).id ?? (json as { readonly code: string }).code,
  headers.get('ratelimit'),
];

describe('a call that comes again', () => {
  it('is told what rates have left now', async () => {
    await served(sourceOf([RATE], TOLD));
    expect(told(await make('a'))).toEqual([201, 1, '"Calls";r=1;t=60']);
    now += 10_000;
    const again = await make('a');
    expect(told(again)).toEqual([201, 1, '"Calls";r=0;t=50']);
    expect(again.headers.get('ratelimit-policy')).toBe('"Calls";q=2;w=60');
  });

  it('is told nothing of them where they do not count it any more', async () => {
    await served(sourceOf(['Calls | 2 per minute | caller | `POST /notes`, if caller `plan` = `free` | `slow`'], TOLD));
    await send(service, 'POST', '/accounts', { email: 'ann', password: 'right', plan: 'free' });
    const { json } = await send(service, 'POST', '/sessions', { email: 'ann', password: 'right' });
    const ann = { authorization: `Bearer ${(json as { token: string }).token}` };
    expect(told(await make('a', ann))).toEqual([201, 1, '"Calls";r=1;t=60']);
    await fetch(`${service.operatorUrl}/rows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resource: 'Account', id: '1', set: { plan: 'patron' } }),
    });
    const again = await make('a', ann);
    expect(told(again)).toEqual([201, 1, null]);
    expect(again.headers.has('ratelimit-policy')).toBe(false);
  });

  it.each(['', '- Checks: body, limits\n'])('is let in where a rate refused it before, %j', async (checks) => {
    await served(sourceOf([RATE], TOLD + checks, '`Retry-After`'));
    await make('a');
    await make('b');
    const refused = await make('c');
    expect([...told(refused), refused.headers.get('retry-after')]).toEqual([429, 'slow', '"Calls";r=0;t=60', '60']);
    expect((await make('a')).status).toBe(429);
    now += 60_000;
    expect(told(await make('c'))).toEqual([201, 3, '"Calls";r=1;t=60']);
  });

  it.each(['', '- Checks: body, version\n'])(
    'may name another version than the one that was refused, %j',
    async (checks) => {
      const source = edited(sourceOf([], checks), [
        '- Scheme: none\n- Compatibility: none',
        '- Scheme: header `V`\n- Current version: `2`\n- Supported versions: `1`, `2`\n- Deprecated: `1` on 2029-01-01\n' +
          '- Missing version: the current version\n- Unknown version: refused `query`\n- Compatibility: none\n- Other changes: none',
      ]);
      await served(source);
      expect((await make('a', { v: '3' })).status).toBe(400);
      const made = await make('a', { v: '1' });
      expect([made.status, made.headers.get('deprecation')]).toEqual([201, '@1861920000']);
      const again = await make('a', { v: '2' });
      expect([again.status, again.headers.get('deprecation')]).toEqual([201, null]);
    },
  );
});
