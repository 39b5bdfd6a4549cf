// The questions of a document: each once, those that release operations first. How they are ranked is ranking.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { OPERATION } from '../../src/notation/operation.ts';
import { asksOf, notAsked } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { trial } from '../laws/laws.ts';
import { understand } from '../laws/service.ts';
import { trials } from '../trials.ts';

const WHOLE = readFileSync(join(import.meta.dirname, '..', 'laws', 'gap-table', 'shelves.md'), 'utf8');

function asked(source: string, only?: string): string[] {
  return asksOf(understand(source).model, only === undefined ? undefined : [only]).flatMap(({ kind, asks }) =>
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
  it('ask once for what a code answers, before its causes, where the operation stays held', () => {
    const source = open(
      WHOLE,
      ['- Does: lists Shelf\n', '- Does: lists Shelf\n- Nested names: dots\n'],
      ['| `no_shelf` | 404 | no such Shelf |', '| `no_shelf` | 404 | any |'],
      ['| `bad_query` | 400 | invalid query | Not that |\n', ''],
    );
    const asks = asksOf(understand(source).model, ['GET /shelves']).flatMap((group) =>
      group.asks.map(({ gap, staysHeld }) => [group.kind, gap.id, staysHeld.map(({ operation }) => operation)]),
    );
    expect(asks).toEqual([
      ['stays', '7/no_shelf/when', []],
      ['stays', '7/cause/invalid query', ['GET /shelves']],
    ]);
  });

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

  it('say what each form of Repeat means that is offered, in every place', () => {
    const source = WHOLE.replace('- Repeat: safe', '- Repeat: not shown');
    const [ask] = asksOf(understand(source).model).flatMap(({ asks }) => asks);
    expect(ask!.forms).toEqual(['safe', 'same effect', 'again', 'key']);
    expect(ask!.meanings.map((one) => one.split(': ')[0])).toEqual(['safe', 'same effect', 'again']);
    const notation = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8');
    for (const form of OPERATION.repeat.syntax.offers.filter((one) => one !== 'key'))
      expect(notation).toContain(`\n- \`${form}\`: `);
  });

  it('release nothing that what this runtime does not support holds, and come behind what releases', () => {
    const silent = WHOLE.replaceAll(
      '- Repeat: same effect',
      '- Repeat: same effect\n- Nested names: dots\n- Who: anyone',
    ).replaceAll(/- Who: .*/g, '- Who: not shown');
    const { model } = understand(silent);
    const asks = asksOf(model).flatMap((group) => group.asks.map((ask) => ({ kind: group.kind, ...ask })));
    const { operations } = gapView(model);
    const stuck = operations
      .filter(({ heldBy }) => heldBy.some((id) => id.endsWith('/nested-names')))
      .map(({ id }) => id);
    expect(stuck.length).toBeGreaterThan(0);
    expect(stuck.length).toBeLessThan(operations.length);
    expect(asks.flatMap(({ releases }) => releases).filter((id) => stuck.includes(id))).toEqual([]);
    // Each by itself: what is asked of the others comes first.
    const own = asksOf(model, undefined, new Set(['who'])).flatMap((group) =>
      group.asks.map((ask) => ({ kind: group.kind, ...ask })),
    );
    const stays = own.filter(({ kind }) => kind === 'stays');
    expect(stays.flatMap(({ staysHeld }) => staysHeld.map(({ operation }) => operation)).toSorted()).toEqual(
      stuck.toSorted(),
    );
    for (const { staysHeld } of stays)
      for (const { operation, heldBy } of staysHeld) expect(heldBy).toEqual([`4/${operation}/nested-names`]);
    const last = own.filter(({ kind }) => kind !== 'rest').slice(-stays.length);
    expect(last).toEqual(stays);
  });

  it('count an answer that takes the place of what this runtime does not support', () => {
    const source = open(WHOLE, ['- Lists: complete unless marked', '- Lists: not shown']).replace(
      /\bPerson by `name`/,
      'Person',
    );
    const { model } = understand(source);
    const ask = asksOf(model)
      .flatMap((group) => group.asks)
      .find(({ gap }) => gap.id.endsWith('/shown'));
    expect(ask?.releases.length).toBeGreaterThan(0);
    expect(asksOf(model).some(({ kind }) => kind === 'stays')).toBe(false);
  });

  it('show a row of the Status table with the names of the document', () => {
    const heads = '| Status | When | Body |\n|---|---|---|\n';
    const rows = [...WHOLE.matchAll(/\n\| (?:200|201|204) \| .* \|/g)].map(([row]) => row);
    const silent = rows.reduce((text, row) => text.replace(`${heads.trimEnd()}${row}`, heads.trimEnd()), WHOLE);
    const asks = asksOf(understand(silent).model, undefined, new Set(['success status'])).flatMap(
      (group) => group.asks,
    );
    const examples = asks.filter(({ gap }) => gap.id.endsWith('/status')).flatMap(({ meanings }) => meanings);
    expect(examples.length).toBeGreaterThan(0);
    for (const one of examples) expect(rows.map((row) => row.trim())).toContain(`| ${one.replace('such as: ', '')} |`);
  });

  it('are not dropped for an error that has nothing to do with them', () => {
    const silent = open(WHOLE, ['| `no_shelf` | 404 | no such Shelf | No shelf |\n', '']);
    const wrong = open(silent, ['## 7. Errors\n', '## 7. Errors\n\n- Error body: `{"error": <nobody>}`\n']);
    const { model } = understand(wrong);
    expect(gapView(model).operations.every(({ heldBy }) => heldBy.some((id) => id.startsWith('error:')))).toBe(true);
    expect(asked(wrong).join()).toContain('7/cause/no such Shelf');
    expect(asked(wrong, 'GET /shelves/{id}').join()).toContain('7/cause/no such Shelf');
    expect(notAsked(model)).toEqual([]);
  });

  it('ask what a code answers before the single causes that it may answer', () => {
    const source = open(WHOLE, [
      '| `no_shelf` | 404 | no such Shelf | No shelf |',
      '| `no_shelf` | 404 | not shown | No shelf |',
    ]);
    const asks = asksOf(understand(source).model).flatMap((group) => group.asks);
    expect(asks.map(({ gap }) => gap.id)).toEqual(['7/no_shelf/when', '7/cause/no such Shelf']);
    expect(asks[0]!.gap.question).toMatch(/`no_shelf` answered\? 1 cause has no code yet: no such Shelf\.$/);
    const alone = open(WHOLE, [
      '| `no_shelf` | 404 | no such Shelf | No shelf |',
      '| `more` | 404 | not shown | No |\n| `no_shelf` | 404 | no such Shelf | No shelf |',
    ]);
    expect(asked(alone)).toEqual(['rest 7/more/when']);
  });

  it('leave out a cause that follows from a statement that is wrong, and say so', () => {
    const wrong = open(WHOLE, ['- Does: reads Shelf\n', '- Does: reads Shelv\n']);
    const { model } = understand(wrong);
    expect(asked(wrong).join()).not.toContain('7/cause/');
    expect(notAsked(model)).toEqual(['7/cause/no such Shelv']);
    expect(notAsked(model, ['GET /shelves/{id}'])).toEqual(['7/cause/no such Shelv']);
    expect(notAsked(model, ['POST /shelves'])).toEqual([]);
  });

  it('are for one operation what it rests on, too, where nothing waits for that', () => {
    const source = open(WHOLE, [
      '### GET /people/{name}\n\n- Does: reads Person\n- Repeat: safe',
      '### GET /people/{name}\n\n- Does: reads Person\n- Repeat: not shown',
    ]);
    expect(asked(source, 'GET /people/{name}')).toEqual(['rest 4/GET /people/{name}/repeat']);
    expect(asked(source, 'GET /shelves')).toEqual([]);
  });

  it('are every gap of a document, each once, and say truly what is released', () => {
    let released = 0;
    for (let seed = 0; seed < trials(12, 40); seed += 1) {
      const { model } = understand(trial(seed).source);
      const { gaps, operations } = gapView(model);
      const answerable = gaps.filter(({ status }) => status !== 'unsupported').map(({ id }) => id);
      const groups = asksOf(model);
      const asks = groups.flatMap((group) => group.asks);
      expect(asks.flatMap(({ gaps: ids }) => ids).toSorted(), `seed ${seed}`).toEqual(answerable.toSorted());
      for (const { forms } of asks) expect(forms.length).toBeGreaterThan(0);
      const answered = new Set<string>();
      for (const { kind, asks: own } of groups) {
        for (const { gaps: ids, releases } of own) {
          const waits = (id: string): readonly string[] => {
            const { heldBy, partlyHeldBy } = operations.find((operation) => operation.id === id)!;
            const all = kind === 'held' ? heldBy : [...heldBy, ...partlyHeldBy];
            return all.filter((one) => answerable.includes(one) && !answered.has(one));
          };
          for (const id of releases)
            expect(waits(id), `seed ${seed}`).toEqual(ids.filter((one) => waits(id).includes(one)));
          released += releases.length;
          for (const one of ids) answered.add(one);
        }
      }
    }
    expect(released).toBeGreaterThan(50);
  });
});
