// What is `none` in one place and needed in another, and what is near to that and none. Notation, rule 1.6.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

function modelOf(text: string): Model {
  const { document, diagnostics } = read(text, 'a.md');
  return link(document, diagnostics);
}

const of = (...edits: readonly Edit[]): string => edits.reduce(edited, WHOLE);

/** What is wrong: each with the ids of what cannot hold together. */
function conflicts(text: string): readonly (readonly string[])[] {
  return check(modelOf(text))
    .diagnostics.filter(({ code }) => code === 'contradiction')
    .map(({ conflict }) => conflict!.map(({ id }) => id ?? 'line').toSorted());
}

const GUESTS = '### POST /guests\n';
const who = (value: string): Edit => [GUESTS, '- Does', `- Who: ${value}\n- Does`];
const AUTHENTICATION = '## 5. Authentication\n\nnone';
const EVENTS = '## 6. Events\n\nnone';
const event = (when: string): Edit => [EVENTS, `## 6. Events\n\n### made\n\n- When: ${when}\n- Payload: Order`];
const SERVED = '`POST /orders/{id}/serve` | none | none |';

describe('part 5 none', () => {
  it.each(['signed-in', '`cook`', 'scope `cook`', 'anyone, signed-in if sent', '`cook` or `guest`'])(
    'contradicts `Who: %s`',
    (value) => {
      expect(conflicts(of(who(value)))).toEqual([['4/POST /guests/who', '5']]);
    },
  );

  it('holds the operation that asks, and no other', () => {
    const { operations } = gapView(modelOf(of(who('signed-in'))));
    const held = operations.filter(({ heldBy }) => heldBy.includes('error:contradiction'));
    expect(held.map(({ id }) => id)).toEqual(['POST /guests']);
  });

  it.each(['anyone', 'not shown'])('says nothing of `Who: %s`', (value) => {
    expect(conflicts(of(who(value)))).toEqual([]);
  });

  it('contradicts a rule that sets who calls, whether an operation makes the row or not', () => {
    const field = '| `given` | integer | no | caller | 0..9 | `0` | |';
    const rule = '| `by` | Guest by `name` | no | service: caller at change | any | none | |';
    expect(conflicts(of([field, `${field}\n${rule}`]))).toEqual([['2/Order.by/set-by', '5']]);
  });

  it('is no contradiction where it is not said', () => {
    for (const part of ['## 5. Authentication\n\nnot shown', ''])
      expect(conflicts(of(who('signed-in'), [AUTHENTICATION, part]))).toEqual([]);
  });
});

/** Part 3 is none, and a field of this type. */
const withoutMachines = (type: string): string =>
  of(['| `stage` | state |', `| \`stage\` | ${type} |`]).replace(/### Order\.stage[\s\S]*?(?=## 4)/, 'none\n\n');

describe('part 3 none', () => {
  it.each(['state', 'state or null'])('contradicts a field of type `%s`', (type) => {
    expect(conflicts(withoutMachines(type))).toContainEqual(['2/Order.stage/type', '3']);
  });

  it('says nothing of other types, and no state is offered', () => {
    expect(conflicts(withoutMachines('string')).flat()).not.toContain('3');
    const model = modelOf(withoutMachines('not shown'));
    const type = slotsOf(model).byId.get('2/Order.stage/type')!;
    expect(formsHere(model, type)).not.toContain('state');
  });
});

describe('Emits none', () => {
  it('contradicts an event whose When names the operation', () => {
    expect(conflicts(of(event('`POST /guests`')))).toEqual([['4/all/emits', '6/made/when']]);
  });

  it('contradicts an event whose When names a state that a move leads to', () => {
    expect(conflicts(of(event('`Order.stage` becomes `served`')))).toHaveLength(1);
  });

  it.each<[string, Edit]>([
    ['the operation emits it', ['### POST /orders/{id}/serve\n', '- Repeat', '- Emits: `made`\n- Repeat']],
    ['its move emits it', [SERVED, '`POST /orders/{id}/serve` | none | `made` |']],
    ['what its move emits is not shown', [SERVED, '`POST /orders/{id}/serve` | none | not shown |']],
  ])('is none where %s', (_, edit) => {
    for (const when of ['`POST /orders/{id}/serve`', '`Order.stage` becomes `served`'])
      expect(conflicts(of(event(when), edit))).toEqual([]);
  });

  it('says nothing of rows, nor of a state where they begin', () => {
    for (const when of ['Order is created', '`Order.stage` becomes `taken`', '`Order.given` changes'])
      expect(conflicts(of(event(when)))).toEqual([]);
  });

  it('leaves its operation out of what may stand under When', () => {
    const model = modelOf(of(event('not shown'), [GUESTS, '- Repeat', '- Emits: not shown\n- Repeat']));
    const forms = formsHere(model, slotsOf(model).byId.get('6/made/when')!);
    expect(forms).toContain('`POST /guests`');
    expect(forms).not.toContain('`POST /orders`');
    expect(forms).not.toContain('`Order.stage` becomes `served`');
  });
});

describe('a code whose causes are of a part that is none', () => {
  const NOT_NOW = '| `not_now` | 409 |';
  const unused = (causes: string, ...edits: readonly Edit[]): readonly string[] =>
    check(modelOf(of([NOT_NOW, `| \`odd\` | 429 | ${causes} | Odd |\n${NOT_NOW}`], ...edits)))
      .diagnostics.filter(({ code }) => code === 'unused-error')
      .map(({ message }) => message);

  it.each([
    ['no credentials, wrong token', 'part 5 is'],
    ['too many requests', 'part 8 is'],
    ['unknown version, missing version', 'part 9 is'],
    ['too many requests, version withdrawn', 'part 8 and part 9 are'],
  ])('`%s` is never sent', (causes, because) => {
    expect(unused(causes)).toEqual([`Unexpected error \`odd\`: no request meets its causes: ${because} \`none\`.`]);
  });

  it.each(['too many requests, too large', 'too large', 'unavailable'])('`%s` may be', (causes) => {
    expect(unused(causes)).toEqual([]);
  });

  it('may be sent where the part is not shown, or an operation asks for the cause', () => {
    expect(unused('too many requests', ['## 8. Limits\n\nnone', '## 8. Limits\n\nnot shown'])).toEqual([]);
    expect(unused('no credentials', who('`name` = `x`'))).toEqual([]);
  });
});
