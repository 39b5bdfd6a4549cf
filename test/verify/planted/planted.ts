// Services with a fault in analysis or plan, each a process of its own. Input: the name of a plant. Output: where it is served, and a way to
// end it.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { opened, type Opened } from './opened.ts';
import type { Subject } from '../twins/found.ts';
import type { Running } from '../twins/twin.ts';
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

/** `isEnforced`: its rates refuse calls, and are not only watched. */
export async function serveWith(name: string, isEnforced = false): Promise<Served> {
  const plant = PLANTED.find((one) => one.name === name);
  if (!plant) throw new Error(`nothing is planted under the name ${name}`);
  const { file, before, after, clock = false } = plant;
  const document = documentOf(plant);
  const planting = join(HERE, '..', '..', 'callers', 'planting.mjs');
  const child = spawn(process.execPath, ['--import', planting, join(HERE, 'serving.ts')], {
    env: {
      ...process.env,
      PLANTED: JSON.stringify({ file, before, after }),
      SERVED: JSON.stringify({ document, clock, isEnforced }),
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

/** For the table of what a judge finds: the documents of what is planted, served without a fault, and each fault. */
export function plantedSubjects(): Subject[] {
  const one = new Map(PLANTED.map((plant) => [`${plant.document}${plant.clock ? ', by the clock' : ''}`, plant]));
  return [
    ...[...one].map(([name, plant]) => ({
      name: `planted: none, ${name}`,
      document: plant.document,
      start: async () => runningOf(await opened(documentOf(plant), plant.clock === true, true), plant),
    })),
    ...PLANTED.map((plant) => ({
      name: `planted: ${plant.name}`,
      document: plant.document,
      fault: plant,
      start: async () => runningOf(await serveWith(plant.name, true), plant),
    })),
  ];
}

function runningOf({ url, operatorUrl, close }: Opened, { clock }: Plant): Running {
  return { url, close, ...(clock && { clock: operatorUrl }) };
}
