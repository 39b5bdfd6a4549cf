// What is shown of a failure where callers sign in: no more than one of them is needed. And how long it is looked for.

import { afterEach, expect, it } from 'vitest';

import { renderVerdict } from '../../src/verify/report/report.ts';
import { closed, served } from './by-hand.ts';
import { deletes, modelOf } from './document.ts';
import { MEMBERS, signingIn } from './members.ts';
import { keeper, seen, things, verdictOn } from './things.ts';

afterEach(closed);

it('is nothing of a service that does what is stated; of what HTTP lets it accept, that no answer is stated', async () => {
  const verdict = await verdictOn(MEMBERS, await served(signingIn((listed) => listed)));
  expect(seen(verdict)).toEqual([]);
  const open = verdict.notExercised.filter(({ what }) => what === 'it is refused: not acceptable');
  expect(open.length).toBeGreaterThan(0);
  expect(new Set(open.map(({ why }) => why))).toEqual(
    new Set(['no answer to it is stated, and a service may take the call']),
  );
});

it('signs nobody in for calls that anyone may make', async () => {
  // By then several have signed in, each in a call of the one before.
  let reads = 0;
  const url = await served(signingIn((listed) => ((reads += 1) > 8 ? { ...listed, status: 206 } : listed)));
  const { findings } = await verdictOn(MEMBERS, url);
  const [first] = findings.filter(({ operation }) => operation === 'GET /own');
  const calls = first!.exchanges.map(({ call }) => `${call.method} ${call.target}`);
  expect(calls).toEqual(['POST /members', 'POST /sessions', 'GET /own']);
});

it('takes no more calls than 200, or half as many again', async () => {
  const right = signingIn((listed) => listed);
  const url = await served((asked) => {
    const answer = right(asked);
    return answer.status >= 400 ? { ...answer, status: answer.status + 20 } : answer;
  });
  const { findings, requests } = await verdictOn(MEMBERS, url);
  expect(findings.length).toBeGreaterThan(4);
  expect(requests).toBeLessThanOrEqual(300 + 200 + 60);
});

it.each([
  ['shows again', Infinity, true],
  ['shows once', 1, false],
])('says whether its calls were made again and showed it: what a service %s', async (_, most, isReproduced) => {
  const right = signingIn((listed) => listed);
  let wrong = 0;
  const url = await served((asked) => {
    const answer = right(asked);
    return answer.status === 401 && (wrong += 1) <= most ? { ...answer, status: 418 } : answer;
  });
  const verdict = await verdictOn(MEMBERS, url);
  const [found] = verdict.findings.filter(({ got }) => got.includes('418'));
  expect(found!.isReproduced).toBe(isReproduced);
  const shown = { model: modelOf(MEMBERS), url: url.href, version: '1.2.3', paint: (_: unknown, text: string) => text };
  const alone = { ...verdict, findings: [found!], invented: [] };
  for (const format of ['pretty', 'markdown'] as const)
    expect(renderVerdict(alone, { format, ...shown }).includes('seen once, behind these calls')).toBe(!isReproduced);
});

it('of what was shown once has the calls that changed the row', async () => {
  const gone = new Set<string>();
  let shown = 0;
  const keep = keeper();
  const url = await served((asked) => {
    if (!gone.has(asked.path)) {
      const isGone = asked.method === 'DELETE' && keep({ ...asked, method: 'GET' }).status === 200;
      return isGone && gone.add(asked.path)
        ? { status: 204 }
        : keep(asked.method === 'DELETE' ? { ...asked, method: 'GET' } : asked);
    }
    return asked.method === 'GET' && (shown += 1) === 1 ? { status: 418 } : { status: 404, body: { error: 'missing' } };
  });
  const { findings } = await verdictOn(things({ operations: deletes('Thing') }), url);
  const [once] = findings.filter(({ got }) => got.includes('418'));
  expect(once).toMatchObject({ operation: 'GET /things/{id}', isReproduced: false });
  expect(once!.exchanges.slice(-3).map(({ call }) => call.method)).toEqual(['POST', 'DELETE', 'GET']);
});
