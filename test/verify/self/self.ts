// A document served, and the service held to that document. Input: a document, an engine, a seed. Output: the verdict.

import { openStage, type Engine } from '../../callers/stage.ts';
import type { Model } from '../../../src/model/model.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify, type VerifyOptions } from '../../../src/verify/verify.ts';

export type Options = Pick<VerifyOptions, 'seed' | 'requests' | 'time' | 'credentials'>;

/** A store of its own for each run: the same seed makes the same calls. */
export async function held(source: string, model: Model, engine: Engine, options: Options): Promise<Verdict> {
  const stage = await openStage(source, engine, { limits: 'enforce' });
  try {
    return await verify(model, { url: new URL(stage.service.url), ...options });
  } finally {
    await stage.close();
  }
}

/** What it does otherwise, and what it made up, as lines. */
export function wrongIn({ findings, invented }: Verdict): readonly string[] {
  return [
    ...findings.map(
      ({ class: kind, operation, expected, got }) => `${kind} ${operation}: expected ${expected}; got ${got}`,
    ),
    ...invented.map(({ what, name, at }) => `invented ${what} ${name} in ${at}`),
  ];
}
