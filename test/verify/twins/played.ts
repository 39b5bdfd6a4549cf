// Plays drawn calls to a twin and to the service of Ninefold. Output: what differs, first things first.

import { readFileSync } from 'node:fs';
import { openStage } from '../../callers/stage.ts';
import { Beside, Drawing, type Call, type Chosen } from './differential.ts';
import type { Running, Twin } from './twin.ts';

export interface Play {
  readonly twin: Twin;
  readonly chosen: Chosen;
  readonly draw: (draw: Drawing) => Call;
  /** Beforehand, so that there is something to call about. */
  readonly first?: readonly Call[];
  /** What the operator does behind these. */
  readonly prepare?: (own: Running, operatorUrl: string, beside: Beside) => Promise<void>;
}

export function sourceOf(twin: Twin): string {
  return readFileSync(new URL(`../../../${twin.document}`, import.meta.url), 'utf8');
}

export async function played(
  { twin, chosen, draw, first = [], prepare }: Play,
  { seed, calls, fault, most = 5 }: { seed: number; calls: number; fault?: string; most?: number },
): Promise<string[]> {
  const stage = await openStage(sourceOf(twin), 'sqlite');
  const own = await twin.start(fault === undefined ? {} : { fault });
  const beside = new Beside([own.url, stage.service.url], chosen);
  const drawing = new Drawing(seed);
  const out: string[] = [];
  try {
    for (const call of first) out.push(...(await beside.differences(call)));
    await prepare?.(own, stage.service.operatorUrl, beside);
    for (let nth = 0; nth < calls && out.length < most; nth += 1)
      out.push(...(await beside.differences(draw(drawing))).map((each) => `${nth}: ${each}`));
    return out;
  } finally {
    beside.end();
    await own.close();
    await stage.close();
  }
}

/** Does a fault make a difference in any of some plays? */
export async function isSeen(play: Play, { fault, calls }: { fault: string; calls: number }): Promise<boolean> {
  for (let seed = 2; seed < 8; seed += 1)
    if ((await played(play, { seed, calls, fault, most: 1 })).length > 0) return true;
  return false;
}
