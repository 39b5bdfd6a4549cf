// The questions of a document: each once, those that release operations first. How they are ranked is ranking.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { asksOf } from '../../src/model/views/asks.ts';
import { gapView } from '../../src/model/views/gaps.ts';
import { trial } from '../laws/laws.ts';
import { understand } from '../laws/service.ts';

const WHOLE = readFileSync(join(import.meta.dirname, '..', 'laws', 'gap-table', 'shelves.md'), 'utf8');

function asked(source: string, only?: string): string[] {
  return asksOf(understand(source).model, only).flatMap(({ kind, asks }) =>
    asks.map(({ gap, releases }) => `${kind} ${gap.id}${releases.map((one) => ` > ${one}`).join('')}`),
  );
}

function open(source: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text.split(from)).toHaveLength(2);
    return text.replace(from, to);
  }, source);
}

describe('the questions of a document', () => {
  it('are none where nothing is open', () => {
    expect(asked(WHOLE)).toEqual([]);
  });

  it('begin with the lists, then what holds, then what single requests meet, then the rest', () => {
    const source = open(
      WHOLE,
      ['- Lists: complete unless marked', '- Lists: not shown'],
      ['Shelves, and the people whose they are.', 'not shown'],
      ['- Any other move: `not_now`', '- Any other move: not shown'],
      ['### GET /people/{name}\n', '### GET /people/{name}\n\n- Who: not shown'],
    );
    const questions = asked(source);
    expect(questions[0]).toBe('lists lists');
    expect(questions[1]).toBe('held 4/GET /people/{name}/who > GET /people/{name}');
    expect(questions[2]).toMatch(/^requests 3\/Shelf\.door\/any-other-move > /);
    expect(questions.slice(3)).toEqual(['rest 1/prose']);
    expect(asked(source, 'GET /people/{name}')).toEqual([
      'lists lists',
      'held 4/GET /people/{name}/who > GET /people/{name}',
    ]);
  });

  it('are every gap of a document, each once, and say truly what is released', () => {
    let released = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const { model } = understand(trial(seed).source);
      const { gaps, operations } = gapView(model);
      const answerable = gaps.filter(({ status }) => status !== 'unsupported').map(({ id }) => id);
      const groups = asksOf(model);
      const asks = groups.flatMap((group) => group.asks);
      expect(asks.map(({ gap }) => gap.id).toSorted(), `seed ${seed}`).toEqual(answerable.toSorted());
      for (const { forms } of asks) expect(forms.length).toBeGreaterThan(0);
      const answered = new Set<string>();
      for (const { kind, asks: own } of groups) {
        for (const { gap, releases } of own) {
          const waits = (id: string): readonly string[] => {
            const { heldBy, partlyHeldBy } = operations.find((operation) => operation.id === id)!;
            const all = kind === 'held' ? heldBy : [...heldBy, ...partlyHeldBy];
            return all.filter((one) => answerable.includes(one) && !answered.has(one));
          };
          for (const id of releases) expect(waits(id), `seed ${seed}`).toEqual([gap.id]);
          released += releases.length;
          answered.add(gap.id);
        }
      }
    }
    expect(released).toBeGreaterThan(50);
  });
});
