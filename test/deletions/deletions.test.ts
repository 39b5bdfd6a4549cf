// A sample of the deletion corpus, and that it reaches every kind of fact. The whole is deletions.all.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EFFECTS } from '../model/gap-effects.ts';
import { documents, judged, nameOf, sample } from './corpus.ts';
import { checked } from './judge.ts';
import { trials } from '../trials.ts';

const ALL = documents();

/** What no document writes: it is there only where something else is not. */
const DERIVED: ReadonlySet<string> = new Set([
  'part 2',
  'part 4',
  'part 7',
  'resource',
  'field table',
  'repeat table',
  'shown',
  'machine',
  'initial',
  'which move',
  'other versions',
  'refused when due',
  'move otherwise',
  'operation',
  'success otherwise',
  'success without a row',
  'cause',
]);

/** Those of all deletions that are judged otherwise are listed there. */
const SURVIVORS = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'deletions.md'), 'utf8').split('\n');

describe('a statement that is taken away', () => {
  it('is taken from documents that are complete', () => {
    for (const { name, checked: found } of ALL) {
      expect(found.report.gaps, name).toEqual([]);
      expect(found.unreadable, name).toEqual([]);
      expect(
        found.report.diagnostics.filter(({ severity }) => severity === 'error'),
        name,
      ).toEqual([]);
    }
  });

  it('is of every kind of fact that a document can write', () => {
    const kinds = new Set(ALL.flatMap(({ checked: { slots } }) => slots.map(({ kind }) => kind)));
    const parts = new Set(ALL.flatMap(({ deletions }) => deletions.map(({ part }) => part)));
    const missing = Object.keys(EFFECTS).filter((kind) => !kinds.has(kind));
    expect(missing.filter((kind) => !DERIVED.has(kind) && !kind.startsWith('part ') && kind !== 'open list')).toEqual(
      [],
    );
    expect([...parts].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is missed, and nothing else: a sample', () => {
    const faults = sample(ALL, 4, trials(20, 60)).flatMap(([whole, deletion]) => {
      const found = judged(whole, deletion);
      const name = nameOf(deletion);
      const isKnown = (fault: string): boolean =>
        SURVIVORS.some((line) => line.startsWith(`- ${name.replace(/, [^,]*$/, ',')}`) && line.endsWith(`: ${fault}`));
      return found.faults.filter((fault) => !isKnown(fault)).map((fault) => `${name}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it('is missed for each word that says what a document leaves open', () => {
    const base = ALL.find(({ name }) => name.endsWith('base.md'))!;
    const gapsOf = (from: string, to: string): readonly string[] => {
      expect(base.source).toContain(from);
      return checked(base.source.replace(from, to), 'base.md').report.gaps.map(({ id }) => id);
    };
    expect(gapsOf('no such Guest, no such', 'no such')).toEqual(['7/cause/no such Guest']);
    expect(gapsOf('Guest by `name`', 'Guest')).toContain('2/Order.guest/shown');
    expect(gapsOf('| 201 | created | Guest |\n', '')).toEqual(['4/POST /guests/status']);
    expect(gapsOf('- Does: deletes Guest', '- Does: deletes Guest\n- Body: not shown')).toEqual([
      '4/DELETE /guests/{name}/body',
    ]);
  });
});
