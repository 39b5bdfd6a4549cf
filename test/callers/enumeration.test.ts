// Nobody learns who has an account: a name that nobody has and a wrong secret are answered with the same bytes, in the same time. The tier
// `all` measures the time. Its power: 40 pairs of calls, one after the other, are judged by their ranks (Mann and Whitney); a
// difference of one comparison of secrets, which is what leaving it out would make, is planted and found on a busy machine, too.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realScrypt } from '../real-scrypt.ts';
import { isWhole } from '../trials.ts';
import { DOCUMENTS } from './documents.ts';
import { World } from './oracle.ts';
import { isSigningIn, membersOf, wrapped } from './signing-in.ts';
import { openStage, type Stage } from './stage.ts';
import { sendBytes, type Heard } from './wire.ts';

const SIGNING = DOCUMENTS.flatMap((known) => {
  const cell = known.table.cells.find(({ asked, expected }) => isSigningIn(asked) && expected.status < 300);
  if (!cell) return [];
  const body = membersOf(cell.asked.body!) as Record<string, string>;
  return [{ ...known, body, path: cell.asked.path, wrapper: wrapped(cell.asked.body!) }];
});
const PAIRS = 40;

describe.each(SIGNING)('$name', ({ source, table, body, path, wrapper }) => {
  const [name, secret] = Object.keys(body) as [string, string];
  if (isWhole) realScrypt();
  let stage: Stage;
  let world: World;
  beforeAll(async () => {
    stage = await openStage(source, 'sqlite');
    world = new World(stage, table);
    await world.make();
  }, 60_000);
  afterAll(async () => {
    world.close();
    await stage.close();
  });

  const signIn = (sent: object): Promise<Heard> =>
    sendBytes(stage.service.url, {
      method: 'POST',
      target: path,
      body: JSON.stringify(wrapper === undefined ? sent : { [wrapper]: sent }),
    });
  const bytes = async (sent: object): Promise<string> =>
    (await signIn(sent)).all.replace(/^(?:Date|RateLimit): .*$/gm, '');
  const took = async (sent: object): Promise<number> => {
    const begun = performance.now();
    await signIn(sent);
    return performance.now() - begun;
  };
  const wrong = { ...body, [secret]: 'not the secret' };
  const unknown = { ...body, [name]: body[name]!.replace('mark-', 'none-') };

  it('a wrong secret and a name that nobody has are answered with the same bytes', async () => {
    const known = await bytes(wrong);
    expect(known).toContain('HTTP/1.1 401');
    expect(await bytes(unknown)).toBe(known);
    expect(await bytes({ ...unknown, [secret]: 'not the secret' })).toBe(known);
  });

  it.skipIf(!isWhole)('and in the same time', { timeout: 120_000 }, async () => {
    const there: number[] = [];
    const nobody: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      there.push(await took(wrong));
      nobody.push(await took(unknown));
    }
    expect(Math.abs(rankScore(there, nobody))).toBeLessThan(4);
    // What the measure is worth.
    const one = median(there);
    expect(
      Math.abs(
        rankScore(
          there,
          nobody.map((time) => time + one),
        ),
      ),
    ).toBeGreaterThan(4);
    const without: number[] = [];
    for (let call = 0; call < 9; call += 1) without.push(await took({ [name]: body[name] }));
    expect(median(without)).toBeLessThan(median(there) / 2);
  });
});

/** By how many standard deviations the ranks of one are apart from chance. https://doi.org/10.1214/aoms/1177730491 */
function rankScore(one: readonly number[], other: readonly number[]): number {
  const before = one.reduce((sum, time) => sum + other.filter((each) => each < time).length, 0);
  const mean = (one.length * other.length) / 2;
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12);
  return (before - mean) / deviation;
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[of.length >> 1]!;
}
