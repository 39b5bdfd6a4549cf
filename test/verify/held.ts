// `verify` as the judge of the table in twins/found.ts: it stops at the first failure that tells of a fault, and looks at all of a correct
// service. Input: a budget. Output: a judge.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Model } from '../../src/model/model.ts';
import { clockAt } from '../../src/verify/clock/clock.ts';
import { verify } from '../../src/verify/verify.ts';
import type { Invented, Verdict } from '../../src/verify/verdict.ts';
import { modelOf } from './document.ts';
import { plantedSubjects } from './planted/planted.ts';
import { subjectsOf, type Judge, type Subject, type Verdict as Judged } from './twins/found.ts';
import { TICKET_SHOP } from './twins/ticket-shop/service.ts';
import { TODO_BACKEND } from './twins/todo-backend/service.ts';
import type { Running } from './twins/twin.ts';

export interface Budget {
  readonly requests: number;
  /** Milliseconds. */
  readonly time: number;
}

class Enough extends Error {}

type About = Omit<Verdict['findings'][number], 'exchanges'>;

function lineOf({ class: kind, operation, statement, cause, expected, got }: About): string {
  const of = [operation ?? 'no operation', statement?.id, cause].filter((one) => one !== undefined);
  return `${kind}, ${of.join(', ')}: expected ${expected}; got ${got}`;
}

function inventedLine({ what, name, at }: Omit<Invented, 'exchanges'>): string {
  return `invented ${what}, ${name}, ${at}`;
}

export function judgeOf(budget: Budget): Judge {
  return ({ document, running, seed, shows }) => held(modelIn(document), running, seed, { budget, shows });
}

function modelIn(document: string): Model {
  return modelOf(readFileSync(join(import.meta.dirname, '..', '..', document), 'utf8'), document);
}

async function held(
  model: Model,
  { url, clock }: Running,
  seed: number,
  { budget, shows }: { readonly budget: Budget; readonly shows: RegExp | undefined },
): Promise<Judged> {
  const begun = performance.now();
  let said: string[] = [];
  let seconds: number | undefined;
  try {
    const verdict = await verify(model, {
      url: new URL(url),
      seed,
      isLimited: true,
      ...budget,
      ...(clock !== undefined && { clock: await clockAt(new URL(clock)) }),
      onProgress: ({ found }) => {
        if (!shows || found.findings.size + found.invented.size === said.length) return;
        said = [
          ...[...found.findings.values()].map(({ finding }) => lineOf(finding)),
          ...[...found.invented.values()].map(({ invented }) => inventedLine(invented)),
        ];
        if (said.some((line) => shows.test(line))) throw new Enough();
      },
    });
    said = [...verdict.findings.map(lineOf), ...verdict.invented.map(inventedLine)];
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  if (shows && said.some((line) => shows.test(line))) seconds = (performance.now() - begun) / 1000;
  return { said, seconds };
}

export const SUBJECTS: readonly Subject[] = [
  ...subjectsOf(TODO_BACKEND),
  ...subjectsOf(TICKET_SHOP),
  ...plantedSubjects(),
];
