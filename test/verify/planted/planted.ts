// Services with a fault in analysis or plan, each a process of its own. Input: the name of a plant. Output: where it is served, and a way to
// end it.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Opened } from './opened.ts';
import type { Subject } from '../twins/found.ts';
import { PLANTED, type Plant } from './plants.ts';

export interface Served extends Opened {
  /** A file. */
  readonly document: string;
}

const HERE = import.meta.dirname;
const PROJECT = join(HERE, '..', '..', '..');

export function documentOf({ document }: Plant): string {
  return join(PROJECT, document);
}

/** `isJudged`: its clock goes by itself, and its rates refuse calls. */
export async function serveWith(name: string, isJudged = false): Promise<Served> {
  const plant = PLANTED.find((one) => one.name === name);
  if (!plant) throw new Error(`nothing is planted under the name ${name}`);
  const { file, before, after, clock = false } = plant;
  const document = documentOf(plant);
  const planting = join(HERE, '..', '..', 'callers', 'planting.mjs');
  const child = spawn(process.execPath, ['--import', planting, join(HERE, 'serving.ts')], {
    env: {
      ...process.env,
      PLANTED: JSON.stringify({ file, before, after }),
      SERVED: JSON.stringify({ document, clock: clock && !isJudged, isEnforced: isJudged }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  let failed = '';
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) resolve(said);
    });
    child.on('close', () => reject(new Error(`the service did not start: ${failed}`)));
  });
  const { url, operatorUrl } = JSON.parse(line) as Pick<Opened, 'url' | 'operatorUrl'>;
  const close = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { url, operatorUrl, document, close };
}

/** For the table of what a judge finds. */
export function plantedSubjects(): Subject[] {
  return PLANTED.map((plant) => ({
    name: `planted: ${plant.name}`,
    document: plant.document,
    fault: plant,
    start: () => serveWith(plant.name, true),
  }));
}
