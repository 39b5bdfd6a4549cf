// Metrics as text. Input: families with their samples. Output: Prometheus' text format, version 0.0.4.
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

import { setImmediate } from 'node:timers/promises';
import type { Histogram } from '../../base/histogram.ts';

/** By name; undefined: the sample has no such label. */
export type Labels = Readonly<Record<string, string | undefined>>;

export type Family =
  | Named<'counter' | 'gauge', number>
  /** Of each histogram its buckets, their sum and their count. */
  | Named<'histogram', Histogram>;

interface Named<Type extends string, Value> {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Labels, value: Value])[];
}

export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Samples that are written in one turn of the event loop: requests are answered in between. */
const IN_A_TURN = 100;

/** Families without a sample are left out. */
export async function exposed(families: readonly Family[]): Promise<string> {
  const texts: string[] = [];
  let written = 0;
  for (const family of families) {
    if (family.samples.length > 0) texts.push(head(family));
    for (const write of writersOf(family)) {
      texts.push(write());
      written += 1;
      if (written % IN_A_TURN === 0) await setImmediate();
    }
  }
  return texts.join('');
}

function head({ name, type, help }: Family): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

function writersOf(family: Family): readonly (() => string)[] {
  const { name } = family;
  if (family.type === 'histogram')
    return family.samples.map(
      ([labels, histogram]) =>
        () =>
          histogramLines(name, pairsOf(labels), histogram),
    );
  return family.samples.map(
    ([labels, value]) =>
      () =>
        line(name, pairsOf(labels), value),
  );
}

function histogramLines(name: string, pairs: readonly string[], { bounds, counts, sum }: Histogram): string {
  let below = 0;
  const buckets = counts.map((count, place) => {
    below += count;
    return line(`${name}_bucket`, [...pairs, `le="${bounds[place] ?? '+Inf'}"`], below);
  });
  return `${buckets.join('')}${line(`${name}_sum`, pairs, sum)}${line(`${name}_count`, pairs, below)}`;
}

function pairsOf(labels: Labels): readonly string[] {
  return Object.entries(labels).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(value)}"`],
  );
}

function escaped(text: string): string {
  return text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function line(name: string, pairs: readonly string[], value: number): string {
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}
