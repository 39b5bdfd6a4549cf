// Two computations agree where errors show what is legal, and where a move asks who calls: each cell of part 3 taken away.

import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import { differences } from './differences.ts';

function modelOf(...edits: readonly Edit[]): Model {
  const { document, diagnostics } = read(edits.reduce(edited, WHOLE), 'moves.md');
  return link(document, diagnostics);
}

const SHOWING: Edit = [
  '`{"error": <code>, "message": <message>}`',
  '`{"error": <code>, "message": <message>, "legal": <moves>}`',
];
const COOK = '| `taken` | `cooked` | `POST /orders/{id}/cook` | `given` < 9 | none |';
const cook = (row: string): Edit => [COOK, row];
const HEAD =
  '| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n| (new) | `taken` | `POST /orders` | none | none |';
const WHO_HEAD =
  '| From | To | By | Who | Only if | Emits |\n|---|---|---|---|---|---|\n| (new) | `taken` | `POST /orders` | anyone | none | none |';
const SERVE = '| `cooked` | `served` | `POST /orders/{id}/serve` | none | none |';
const whoOf = (who: string): readonly Edit[] => [
  [HEAD, WHO_HEAD],
  cook(COOK.replace('cook` |', `cook\` | ${who} |`)),
  [SERVE, SERVE.replace('serve` |', 'serve` | anyone |')],
];

const OPEN: Readonly<Record<string, Edit>> = {
  from: cook('| not shown | `cooked` | `POST /orders/{id}/cook` | `given` < 9 | none |'),
  to: cook('| `taken` | not shown | `POST /orders/{id}/cook` | `given` < 9 | none |'),
  by: cook('| `taken` | `cooked` | not shown | `given` < 9 | none |'),
  'only-if': cook('| `taken` | `cooked` | `POST /orders/{id}/cook` | not shown | none |'),
  'only-if, unreadable': cook('| `taken` | `cooked` | `POST /orders/{id}/cook` | when hungry | none |'),
  'only-if, of the caller': cook('| `taken` | `cooked` | `POST /orders/{id}/cook` | caller `name` = "a" | none |'),
};

const of = (model: Model, id: string) => gapView(model).operations.find((one) => one.id === id)!;

const serve = (...edits: readonly Edit[]): readonly string[] => of(modelOf(...edits), 'POST /orders/{id}/serve').heldBy;

describe('what is legal, where part 3 is open', () => {
  it.each(Object.keys(OPEN))('%s: two computations agree, and the plan with them', (name) => {
    for (const model of [modelOf(OPEN[name]!), modelOf(SHOWING, OPEN[name]!)]) {
      expect(differences(model)).toEqual([]);
      const planned = plan(model).operations.map(({ id, runs, heldBy, partlyHeldBy, restsOn }) => ({
        id,
        runs,
        heldBy,
        partlyHeldBy,
        restsOn,
      }));
      expect(planned).toEqual(gapView(model).operations);
    }
  });

  it.each(['from', 'to', 'only-if'])('%s: who serves rests on what a cook may do, where the error tells it', (name) => {
    expect(of(modelOf(OPEN[name]!), 'POST /orders/{id}/serve').restsOn).toEqual([]);
    const told = of(modelOf(SHOWING, OPEN[name]!), 'POST /orders/{id}/serve');
    expect(told).toMatchObject({ runs: 'yes', restsOn: [expect.stringMatching(new RegExp(`^3/.*/${name}$`))] });
  });

  it('holds whoever would tell what cannot be read', () => {
    expect(serve(OPEN['only-if, unreadable']!)).toEqual([]);
    expect(serve(SHOWING, OPEN['only-if, unreadable']!)).toEqual([expect.stringContaining('/only-if')]);
  });
});

const PART_5: Edit = ['## 5. Authentication\n\nnone', '## 5. Authentication\n\nnot shown'];

describe('Who of a move', () => {
  it.each(['signed-in', '`cook`', 'owner by `Order.guest`'])(
    '%s holds the operation that makes it, and needs part 5',
    (who) => {
      const model = modelOf(...whoOf(who), PART_5);
      expect(differences(model)).toEqual([]);
      const { heldBy } = of(model, 'POST /orders/{id}/cook');
      expect(heldBy).toContain('5');
      expect(heldBy).toContainEqual(expect.stringMatching(/^3\/.*\/who$/));
      expect(of(model, 'POST /orders/{id}/serve').heldBy).toEqual([]);
      const none = check(modelOf(...whoOf(who))).diagnostics.filter(({ code }) => code === 'contradiction');
      expect(none.map(({ message }) => message)).toEqual([
        expect.stringContaining('a move of `Order.stage` asks for it'),
      ]);
    },
  );

  it('`anyone` needs nothing, and a column that is not there nothing either', () => {
    for (const edits of [whoOf('anyone'), []])
      expect(of(modelOf(...edits, PART_5), 'POST /orders/{id}/cook')).toMatchObject({ runs: 'yes', heldBy: [] });
  });

  it.each(['PATCH /orders/{id}', 'PUT /orders/{id}'])('holds %s, too, which sends the state', (heading) => {
    const patch: Edit = ['### PATCH /orders/{id}', `### ${heading}`];
    const does: readonly Edit[] = heading.startsWith('PUT')
      ? [
          ['- Does: updates Order', '- Does: replaces Order'],
          ['- Omitted fields: kept\n', ''],
          ['| 200 | updated |', '| 200 | replaced |'],
        ]
      : [];
    const sent: Edit = [
      '| `stage` | state | yes | service: state | any | none | |',
      '| `stage` | state | yes | caller | any | `taken` | |',
    ];
    const model = modelOf(
      patch,
      ...does,
      sent,
      ...whoOf('signed-in'),
      ['`POST /orders/{id}/cook` | signed-in', `\`${heading}\` | signed-in`],
      PART_5,
    );
    const { heldBy } = of(model, heading);
    expect(heldBy).toContainEqual(expect.stringMatching(/^3\/.*\/who$/));
    expect(plan(model).operations.find(({ id }) => id === heading)!.run).toBeUndefined();
  });
});

describe('Only if of a move that looks at the caller', () => {
  it('contradicts part 5 that is none, and says so', () => {
    const found = check(modelOf(OPEN['only-if, of the caller']!)).diagnostics.filter(
      ({ code }) => code === 'contradiction',
    );
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('asks for the `caller`')]);
    const fine = check(modelOf(OPEN['only-if, of the caller']!, PART_5)).diagnostics;
    expect(fine.filter(({ code }) => code === 'contradiction')).toEqual([]);
  });
});
