// What a judge of services finds of the faults that are planted, class by class, over seeds. Input: a judge, correct services and faulty
// ones. Output: a table, and its text. The judge is given: nothing here knows how one works.

import { FAULT_CLASSES, type Fault, type FaultClass, type Running, type Twin } from './twin.ts';

/** `document`: a file. `classes`: what the judge calls what it found. `isWhole`: all is looked at, and not only the first failure. */
export type Judge = (document: string, url: string, seed: number, isWhole: boolean) => Promise<Verdict>;

export interface Verdict {
  readonly findings: number;
  readonly classes: readonly string[];
}

/** A service with a fault, or without one. */
export interface Subject {
  readonly name: string;
  readonly document: string;
  /** Undefined: it is correct. */
  readonly fault?: Fault;
  start(): Promise<Running>;
}

export interface Row {
  readonly class: FaultClass;
  readonly faults: number;
  readonly tries: number;
  readonly found: number;
}

export interface Found {
  readonly rows: readonly Row[];
  /** Of each fault that was not found each time: the seeds that found nothing. */
  readonly missed: readonly { readonly name: string; readonly class: FaultClass; readonly seeds: readonly number[] }[];
  /** Of each correct service of which something was said. */
  readonly falseAlarms: readonly { readonly name: string; readonly seed: number; readonly verdict: Verdict }[];
  /** What the judge called the faults that it found, by their class here. */
  readonly called: ReadonlyMap<FaultClass, ReadonlySet<string>>;
}

/** A twin without a fault, and with each of its own. */
export function subjectsOf(twin: Twin): Subject[] {
  const { name, document } = twin;
  return [
    { name, document, start: () => twin.start() },
    ...twin.faults.map((fault) => ({
      name: `${name}: ${fault.name}`,
      document,
      fault,
      start: () => twin.start({ fault: fault.name }),
    })),
  ];
}

async function judged(judge: Judge, subject: Subject, seed: number): Promise<Verdict> {
  const running = await subject.start();
  try {
    return await judge(subject.document, running.url, seed, subject.fault === undefined);
  } finally {
    await running.close();
  }
}

/** One after the other, each try with a service of its own. */
export async function foundBy(judge: Judge, subjects: readonly Subject[], seeds: readonly number[]): Promise<Found> {
  const verdicts: { subject: Subject; seed: number; verdict: Verdict }[] = [];
  for (const subject of subjects)
    for (const seed of seeds) verdicts.push({ subject, seed, verdict: await judged(judge, subject, seed) });
  const faulty = verdicts.flatMap(({ subject: { name, fault }, seed, verdict }) =>
    fault ? [{ name, class: fault.class, seed, verdict, isFound: verdict.findings > 0 }] : [],
  );
  const rows = FAULT_CLASSES.flatMap((each): Row[] => {
    const tries = faulty.filter((one) => one.class === each);
    const faults = new Set(tries.map(({ name }) => name)).size;
    const found = tries.filter(({ isFound }) => isFound).length;
    return faults === 0 ? [] : [{ class: each, faults, tries: tries.length, found }];
  });
  const missed = subjects.flatMap(({ name, fault }) => {
    const without = faulty.filter((one) => one.name === name && !one.isFound).map(({ seed }) => seed);
    return fault && without.length > 0 ? [{ name, class: fault.class, seeds: without }] : [];
  });
  const called = new Map(
    rows.map((row) => [
      row.class,
      new Set(faulty.filter((one) => one.class === row.class).flatMap(({ verdict }) => verdict.classes)),
    ]),
  );
  const falseAlarms = verdicts
    .filter(({ subject, verdict }) => !subject.fault && verdict.findings > 0)
    .map(({ subject: { name }, seed, verdict }) => ({ name, seed, verdict }));
  return { rows, missed, falseAlarms, called };
}

export function share({ found, tries }: Pick<Row, 'found' | 'tries'>): number {
  return tries === 0 ? 1 : found / tries;
}

export function all(rows: readonly Row[]): Omit<Row, 'class'> {
  const sum = (of: (row: Row) => number): number => rows.reduce((before, row) => before + of(row), 0);
  return { faults: sum((row) => row.faults), tries: sum((row) => row.tries), found: sum((row) => row.found) };
}

function percent(row: Pick<Row, 'found' | 'tries'>): string {
  return `${Math.floor(share(row) * 1000) / 10} %`;
}

function line(name: string, row: Omit<Row, 'class'>, names: string): string {
  return `| ${name} | ${row.faults} | ${row.tries} | ${row.found} | ${percent(row)} | ${names} |`;
}

/** As a table of Markdown. */
export function shown({ rows, missed, falseAlarms, called }: Found): string {
  return [
    '| class | faults | tries | found | share | told as |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => line(row.class, row, [...(called.get(row.class) ?? [])].toSorted().join(', '))),
    line('all', all(rows), ''),
    '',
    ...missed.map(({ name, class: kind, seeds }) => `- not found: ${name} (${kind}), seeds ${seeds.join(', ')}`),
    ...falseAlarms.map(
      ({ name, seed, verdict }) => `- false alarm: ${name}, seed ${seed}: ${verdict.classes.join(', ')}`,
    ),
    '',
  ].join('\n');
}
