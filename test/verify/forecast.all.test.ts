// What a call may come to, asked in a few words: as all of its outcomes say it, and seldom in full, as that takes
// many times as long.

import { afterEach, describe, expect as hold, it } from 'vitest';

import type { Judging } from '../../src/verify/explore/judging.ts';
import { Client } from '../../src/verify/http/client.ts';
import { expect, isHopeless, isRefusedFor } from '../../src/verify/judge/expect.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { verified } from '../../src/verify/verified.ts';
import { modelOf } from './document.ts';
import { exampleText, tampered, type Between } from './running.ts';

let running: Between | undefined;
afterEach(async () => running?.close());

/** Calls that are made with such a judge. */
async function judgedBy(example: string, requests: number, judging: Judging): Promise<number> {
  const model = modelOf(exampleText(example), `examples/${example}.md`);
  running = await tampered(model, () => undefined);
  const client = new Client(running.url);
  const options = { url: running.url, seed: 1, requests, time: 50_000 };
  const verdict = await verified(model, options, client, judging);
  client.close();
  return verdict.requests;
}

describe('what a call may come to', { timeout: 60_000 }, () => {
  it('is said alike in a few words and in full', async () => {
    const said = { hopeless: 0, hopeful: 0, refused: 0 };
    await judgedBy('price-list', 60, {
      judge,
      expect,
      isHopeless: (asked) => {
        const is = isHopeless(asked);
        hold(is).toBe(!expect({ ...asked }).outcomes.some(({ kind }) => kind === 'success'));
        said[is ? 'hopeless' : 'hopeful'] += 1;
        return is;
      },
      isRefusedFor: (asked, isWanted) => {
        const is = isRefusedFor(asked, isWanted);
        const [first] = expect({ ...asked }).outcomes;
        if (first && 'cause' in first && isWanted(first.cause)) hold(is).toBe(true);
        said.refused += Number(is);
        return is;
      },
    });
    hold(Math.min(...Object.values(said))).toBeGreaterThan(0);
  });

  it('is seldom asked in full', async () => {
    let full = 0;
    const counting = (asked: Parameters<typeof expect>[0]): ReturnType<typeof expect> => {
      full += 1;
      return expect(asked);
    };
    const requests = await judgedBy('todo-backend', 150, { judge, expect: counting, isHopeless, isRefusedFor });
    hold(full / requests).toBeLessThan(2.5);
  });
});
