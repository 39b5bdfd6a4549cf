// Which test runs an example of --help. Input: nothing. Output: the examples that work in an empty folder beside `examples/`, and for each
// of the other commands its own; every example is in one of the lists.

import { helpExamples } from '../../src/cli/program.ts';

/** Commands whose examples need a service or a database, or run until they are stopped: help.all.test.ts. */
export const RUNNING = ['serve', 'row', 'seed', 'verify', 'copy', 'events', 'audit'] as const;

export function examplesOf(command: string): readonly string[] {
  return helpExamples().filter((example) => example.split(' ')[1] === command);
}

export function examplesAlone(): readonly string[] {
  const others = new Set(RUNNING.flatMap(examplesOf));
  return helpExamples().filter((example) => !others.has(example));
}
