// What a judge of services finds of the faults that are planted, class by class, over seeds. Input: a judge, correct services and faulty
// ones. Output: a table, and its text. The judge is given: nothing here knows how one works.

import { FAULT_CLASSES, type Fault, type FaultClass, type Running, type Twin } from './twin.ts';

/** One run of a judge against one service. */
export interface Trial {
  /** A file. */
  readonly document: string;
  readonly running: Running;
  readonly seed: number;
  /** What tells of its fault; undefined: it is correct, and all of it is looked at. */
  readonly shows: RegExp | undefined;
}

export type Judge = (trial: Trial) => Promise<Verdict>;

export interface Verdict {
  /** Of each finding a line, which begins with its class and a comma. */
  readonly said: readonly string[];
  /** Seconds until the first one that tells of the fault; undefined: there was none. */
  readonly seconds?: number | undefined;
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
  /** Seconds until the first finding that tells of the fault, at the median; undefined: there was none. */
  readonly seconds: number | undefined;
}

export interface Found {
  readonly rows: readonly Row[];
  /** Of each fault that was not found each time: the seeds that found nothing. */
  readonly missed: readonly Missed[];
  /** Of each correct service of which something was said. */
  readonly falseAlarms: readonly { readonly name: string; readonly seed: number; readonly verdict: Verdict }[];
  /** What the judge called the faults that it found, by their class here. */
  readonly called: ReadonlyMap<FaultClass, ReadonlySet<string>>;
}

export interface Missed {
  readonly name: string;
  readonly class: FaultClass;
  readonly seeds: readonly number[];
  /** What was said instead. */
  readonly said: readonly string[];
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

async function judged(judge: Judge, { document, fault, start }: Subject, seed: number): Promise<Verdict> {
  const running = await start();
  try {
    return await judge({ document, running, seed, shows: fault?.shows });
  } finally {
    await running.close();
  }
}

/** One after the other, each try with a service of its own. A fault is found where something is said of what it touches. */
export async function foundBy(judge: Judge, subjects: readonly Subject[], seeds: readonly number[]): Promise<Found> {
  const verdicts: { subject: Subject; seed: number; verdict: Verdict }[] = [];
  for (const subject of subjects)
    for (const seed of seeds) verdicts.push({ subject, seed, verdict: await judged(judge, subject, seed) });
  const faulty = verdicts.flatMap(({ subject: { name, fault }, seed, verdict }) =>
    fault
      ? [{ name, class: fault.class, seed, verdict, telling: verdict.said.filter((line) => fault.shows.test(line)) }]
      : [],
  );
  const rows = FAULT_CLASSES.flatMap((each): Row[] => {
    const tries = faulty.filter((one) => one.class === each);
    const faults = new Set(tries.map(({ name }) => name)).size;
    const found = tries.filter(({ telling }) => telling.length > 0);
    const seconds = median(found.flatMap(({ verdict }) => verdict.seconds ?? []));
    return faults === 0 ? [] : [{ class: each, faults, tries: tries.length, found: found.length, seconds }];
  });
  const missed = subjects.flatMap(({ name, fault }) => {
    const without = faulty.filter((one) => one.name === name && one.telling.length === 0);
    if (!fault || without.length === 0) return [];
    const said = [...new Set(without.flatMap(({ verdict }) => verdict.said))];
    return [{ name, class: fault.class, seeds: without.map(({ seed }) => seed), said }];
  });
  const called = new Map(
    rows.map((row) => [
      row.class,
      new Set(faulty.filter((one) => one.class === row.class).flatMap(({ telling }) => telling.map(classOf))),
    ]),
  );
  const falseAlarms = verdicts
    .filter(({ subject, verdict }) => !subject.fault && verdict.said.length > 0)
    .map(({ subject: { name }, seed, verdict }) => ({ name, seed, verdict }));
  return { rows, missed, falseAlarms, called };
}

function classOf(line: string): string {
  return line.split(',', 1)[0]!;
}

/** Undefined: there is none. */
export function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

export function share({ found, tries }: Pick<Row, 'found' | 'tries'>): number {
  return tries === 0 ? 1 : found / tries;
}

export function all(rows: readonly Row[]): Omit<Row, 'class' | 'seconds'> {
  const sum = (of: (row: Row) => number): number => rows.reduce((before, row) => before + of(row), 0);
  return { faults: sum((row) => row.faults), tries: sum((row) => row.tries), found: sum((row) => row.found) };
}

function percent(row: Pick<Row, 'found' | 'tries'>): string {
  return `${Math.floor(share(row) * 1000) / 10} %`;
}

function line(name: string, row: Omit<Row, 'class' | 'seconds'>, seconds: number | undefined, names: string): string {
  const shownSeconds = seconds === undefined ? '' : seconds.toFixed(1);
  return `| ${name} | ${row.faults} | ${row.found}/${row.tries} | ${percent(row)} | ${shownSeconds} | ${names} |`;
}

/** As a table of Markdown. */
export function shown({ rows, missed, falseAlarms, called }: Found): string {
  return [
    '| class | faults | found | share | seconds | told as |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => line(row.class, row, row.seconds, [...(called.get(row.class) ?? [])].toSorted().join(', '))),
    line('all', all(rows), median(rows.flatMap(({ seconds }) => seconds ?? [])), ''),
    '',
    ...missed.flatMap(({ name, class: kind, seeds, said }) => [
      `- not found: ${name} (${kind}), seeds ${seeds.join(', ')}`,
      ...said.map((one) => `  - ${one}`),
    ]),
    ...falseAlarms.map(({ name, seed, verdict }) => `- false alarm: ${name}, seed ${seed}: ${verdict.said.join('; ')}`),
    '',
  ].join('\n');
}
