// `verify` as the judge of the table in twins/found.ts: it stops at the first failure of a service with a fault, and looks at all of a correct
// one. Input: a budget. Output: a judge; what it saw of each try.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { verify } from '../../src/verify/verify.ts';
import type { Invented, Verdict } from '../../src/verify/verdict.ts';
import { modelOf } from './running.ts';
import { opened } from './planted/opened.ts';
import { documentOf, plantedSubjects } from './planted/planted.ts';
import { PLANTED } from './planted/plants.ts';
import { subjectsOf, type Judge, type Subject } from './twins/found.ts';
import { TICKET_SHOP } from './twins/ticket-shop/service.ts';
import { TODO_BACKEND } from './twins/todo-backend/service.ts';

export interface Budget {
  readonly requests: number;
  /** Milliseconds. */
  readonly time: number;
}

export interface Try {
  readonly document: string;
  readonly seed: number;
  /** Calls that were made. */
  readonly calls: number;
  /** Milliseconds and calls until the first failure; undefined: there was none. */
  readonly first: { readonly time: number; readonly calls: number } | undefined;
  /** What was said, one line each. */
  readonly said: readonly string[];
}

class Enough extends Error {}

type About = Pick<Verdict['findings'][number], 'class' | 'operation' | 'expected' | 'got'>;

function lineOf({ class: kind, operation, expected, got }: About): string {
  return `${kind}, ${operation ?? 'no operation'}: expected ${expected}; got ${got}`;
}

function inventedLine({ what, name, at }: Omit<Invented, 'exchanges'>): string {
  return `invented ${what} ${name}, ${at}`;
}

/** `isWhole`: nothing may be found, so that all of it is looked at. */
async function held(
  document: string,
  url: string,
  seed: number,
  { budget, isWhole }: { readonly budget: Budget; readonly isWhole: boolean },
): Promise<Try> {
  const model = modelOf(readFileSync(join(import.meta.dirname, '..', '..', document), 'utf8'), document);
  const begun = performance.now();
  let first: Try['first'];
  let said: string[] = [];
  let calls = 0;
  try {
    const verdict = await verify(model, {
      url: new URL(url),
      seed,
      ...budget,
      onProgress: ({ sent, found }) => {
        calls = sent;
        const inventions = [...found.invented.values()].filter(({ invented }) => invented.isComplete);
        if (found.findings.size + inventions.length === 0 || first) return;
        first = { time: performance.now() - begun, calls: sent };
        said = [
          ...[...found.findings.values()].map(({ finding }) => lineOf(finding)),
          ...inventions.map(({ invented }) => inventedLine(invented)),
        ];
        if (!isWhole) throw new Enough();
      },
    });
    said = [...verdict.findings.map(lineOf), ...verdict.invented.map(inventedLine)];
    if (isWhole && verdict.invented.length > 0) first ??= { time: performance.now() - begun, calls: verdict.requests };
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return { document, seed, calls, first, said };
}

export function judgeOf(budget: Budget, tries: Try[]): Judge {
  return async (document, url, seed, isWhole) => {
    const tried = await held(document, url, seed, { budget, isWhole });
    tries.push(tried);
    const isFound = tried.first !== undefined;
    return { findings: isFound ? tried.said.length : 0, classes: tried.said.map((said) => said.split(',')[0]!) };
  };
}

/** The documents of what is planted, served without a fault. */
function withoutFaults(): Subject[] {
  const one = new Map(PLANTED.map((plant) => [plant.document, plant]));
  return [...one.values()].map((plant) => ({
    name: `planted: none, ${plant.document}`,
    document: plant.document,
    start: () => opened(documentOf(plant), false, true),
  }));
}

export const SUBJECTS: readonly Subject[] = [
  ...subjectsOf(TODO_BACKEND),
  ...subjectsOf(TICKET_SHOP),
  ...withoutFaults(),
  ...plantedSubjects(),
];
