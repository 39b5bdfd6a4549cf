// `not shown` written where nothing stands: the gaps stay the gaps they were, not a character of the document changes, and
// there is nothing to write a second time.

import { describe, expect, it } from 'vitest';

import type { Model } from '../../src/model/model.ts';
import { typedPath } from '../../src/cli/typed-path.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeMarks } from '../../src/print/print.ts';
import { facts, render, type Mark } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { understand } from '../laws/service.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { trials } from '../trials.ts';

const fixed = (source: string): string => writeMarks(understand(source).model).source;

/** Every line of the one begins a line of the other, in order: nothing is changed, some is added. */
function isInside(before: string, after: string): boolean {
  const [whole, later] = [before, after].map((text) => text.replace(/^\ufeff/, '').split(/\r?\n/)) as [
    string[],
    string[],
  ];
  let at = 0;
  return whole.every((line) => {
    const found = later.findIndex((one, index) => index >= at && one.startsWith(line.trimEnd()));
    at = found + 1;
    return found !== -1;
  });
}

/** What is open, each by the gap that spoke for it in the document before: itself, its column, its part, the operations. */
function gapsOf(source: string, before: Model): readonly string[] {
  const after = understand(source).model;
  const { gaps } = gapView(after);
  const own = gapView(before).gaps.map(({ id }) => id);
  const spokenFor = (id: string): readonly string[] =>
    id.startsWith('4/all/')
      ? own.filter((one) => slotsOf(after).covering(typedPath(one))?.id === id)
      : [slotsOf(before).covering(typedPath(id))?.id ?? `new: ${id}`];
  return [...new Set(gaps.flatMap(({ id }) => spokenFor(id)))].toSorted();
}

const questions = (model: Model): number => asksOf(model).flatMap(({ asks }) => asks).length;

describe('marks', () => {
  it('stand where the statement belongs', () => {
    const source = [
      '# Notes',
      '',
      '## 2. Resources',
      '',
      '### Note',
      '* Identified by: `id`',
      '',
      '| Field | Type | Set by | Default |',
      '|---|---|---|---|',
      '| `id` | integer | service: new id | none |',
      '| `a` | one of `x\\|y`, `z` | caller | none |',
      '',
      '## 4. Endpoints',
      '',
      '### GET /notes/{id}',
      '- Does: reads Note',
      '',
      '| Status | When |',
      '|---|---|',
      '200 | found',
      '',
      '### DELETE /notes/{id}',
      'It goes.',
    ].join('\r\n');
    const after = [
      '# Notes',
      '',
      '- Lists: not shown',
      '',
      '## 1. What the service does',
      '',
      'not shown',
      '',
      '## 2. Resources',
      '',
      '### Note',
      '* Identified by: `id`',
      '',
      '| Field | Type | Set by | Default |',
      '|---|---|---|---|',
      '| `id` | integer | service: new id | none |',
      '| `a` | one of `x\\|y`, `z` | caller | none |',
      '',
      '## 3. States and transitions',
      '',
      'not shown',
      '',
      '## 4. Endpoints',
      '',
      '### All operations',
      '',
      '- Who: not shown',
      '- Unknown fields: not shown',
      '- Repeat: not shown',
      '- Emits: not shown',
      '',
      '### GET /notes/{id}',
      '- Does: reads Note',
      '',
      '| Status | When | Body |',
      '|---|---| --- |',
      '200 | found | not shown',
      '',
      '### DELETE /notes/{id}',
      '',
      '- Does: not shown',
      '',
      'It goes.',
      '',
    ];
    const parts = ['5. Authentication', '6. Events', '7. Errors', '8. Limits', '9. Versioning'];
    const rest = parts.flatMap((part) => [`## ${part}`, '', 'not shown', '']);
    expect(fixed(source)).toBe([...after, ...rest].join('\r\n'));
  });

  it('leave the row that ends a list what it is', () => {
    const source = '# N\n\n## 6. Events\n\n| Event | When |\n|---|---|\n| `a` | b |\n| none | none |\n';
    expect(fixed(source)).toContain('| `a` | b | not shown |\n| none | none | none |\n');
  });

  it('leave every gap what it is, in documents with statements left out by chance', () => {
    let marks = 0;
    for (let seed = 0; seed < trials(8, 25); seed += 1) {
      const { draft } = generate(seed);
      const random = new Random(seed * 11 + 5);
      const open = facts(draft).filter((fact) => fact.marks.includes('left out'));
      const taken = new Map<string, Mark>(random.some(open, 1, 8).map(({ key }) => [key, 'left out']));
      const source = render(draft, taken);
      const before = understand(source).model;
      const { source: after, written } = writeMarks(before);
      expect(isInside(source, after), `seed ${seed}`).toBe(true);
      expect(gapsOf(after, before), `seed ${seed}`).toEqual(gapsOf(source, before));
      const runs = gapView(before).operations.map(({ id, runs: how }) => `${id} ${how}`);
      const later = understand(after);
      expect(
        gapView(later.model).operations.map(({ id, runs: how }) => `${id} ${how}`),
        `seed ${seed}`,
      ).toEqual(runs);
      expect(writeMarks(later.model), `seed ${seed}`).toMatchObject({ source: after, written: [] });
      expect(questions(later.model), `seed ${seed}`).toBeLessThanOrEqual(questions(before));
      marks += written.length;
    }
    expect(marks).toBeGreaterThan(trials(12, 50));
  });

  it('only add, and only once, in any text', () => {
    const odd = new OddDocuments(new Random(23));
    for (let i = 0; i < 40; i += 1) {
      const source = odd.document();
      const once = fixed(source);
      expect(isInside(source, once)).toBe(true);
      expect(fixed(once), JSON.stringify(source)).toBe(once);
    }
  });
});
