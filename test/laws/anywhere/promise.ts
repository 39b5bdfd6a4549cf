// The promise about documents that check calls clean: nothing throws, each operation that the gap view says runs has a plan, and no
// request is answered 500. Input: a stage and a seed. Output: what broke it.

import { check } from '../../../src/check/check.ts';
import { plan as compile } from '../../../src/plan/compile.ts';
import { Stage, understand } from '../service.ts';
import { made } from './documents.ts';

export interface Kept {
  readonly isClean: boolean;
  /** Operations that run. */
  readonly running: number;
  readonly broken: readonly string[];
}

export async function promise(stage: Stage, seed: number, isServed: boolean): Promise<Kept> {
  const { source, requests } = made(seed);
  const broken: string[] = [];
  const { model, errors } = understand(source);
  const report = check(model);
  if (errors.length > 0) return { isClean: false, running: 0, broken };
  const plan = compile(model);
  for (const { id, runs } of report.operations) {
    if (runs !== 'no' && !plan.operations.find((one) => one.id === id)?.run)
      broken.push(`seed ${seed}: ${id} runs, says check, and has no plan`);
  }
  const running = plan.operations.filter(({ run }) => run).length;
  if (!isServed) return { isClean: true, running, broken };
  await stage.play(plan);
  Stage.failures.length = 0;
  for (const { method, path, body } of requests) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const { status } = await stage.send({ method, path, headers, ...(body !== undefined && { body }) });
    if (status === 500) broken.push(`seed ${seed}: ${method} ${path} ${body ?? ''}: ${Stage.failures.join('\n')}`);
    Stage.failures.length = 0;
  }
  return { isClean: true, running, broken };
}

/** The promise over documents by chance, and how many of them tell anything; one of `every` is served. */
export async function promises(
  stage: Stage,
  from: number,
  documents: number,
  every = 1,
): Promise<{ clean: number; running: number; broken: string[] }> {
  const found = { clean: 0, running: 0, broken: [] as string[] };
  for (let seed = from; seed < from + documents; seed += 1) {
    const { isClean, running, broken } = await promise(stage, seed, seed % every === 0);
    if (isClean) found.clean += 1;
    found.running += running;
    found.broken.push(...broken);
  }
  return found;
}
