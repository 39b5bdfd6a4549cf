// Rules 2 and 3: the three words, notes behind them, blanks, and where `any` may not stand.

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import type { Slot } from '../../src/notation/slot.ts';
import { endpoints, errors, findings, resources, textAt } from './findings.ts';

function does(value: string): { slot: Slot<unknown>; codes: string[]; source: string } {
  const source = endpoints('### GET /x', '', `- Does: ${value}`);
  const result = read(source, 'x.md');
  const slot = result.document.endpoints.operations.items[0]!.facts.does;
  return { slot, codes: findings(source, result), source };
}

function fieldOf(head: string, cell: string): { slot: Slot<unknown>; codes: string[] } {
  const source = resources('### R', '', `| Field | ${head} |`, '|---|---|', `| \`f\` | ${cell} |`);
  const result = read(source, 'x.md');
  const {
    type,
    required,
    allowed,
    meaning,
    default: literal,
    setBy,
    present,
  } = result.document.resources.resources.items[0]!.fields.items[0]!;
  const slots: Record<string, Slot<unknown>> = {
    Type: type,
    Required: required,
    Cardinality: required,
    Present: present,
    'Set by': setBy,
    'Allowed values': allowed,
    Default: literal,
    Meaning: meaning,
  };
  return { slot: slots[head]!, codes: findings(source, result) };
}

describe('gap marks', () => {
  test.each([
    ['not shown', undefined],
    ['Not Shown', undefined],
    ['NOT SHOWN.', undefined],
    ['not shown, the team will say', 'the team will say'],
    ['not shown: see issue 4', 'see issue 4'],
    ['not shown - later', 'later'],
    ['not shown — later', 'later'],
    ['*not shown*', undefined],
    ['not\u00a0shown', undefined],
  ])('%s', (value, note) => {
    const { slot, codes, source } = does(value);
    expect(slot).toMatchObject({ status: 'gap', how: 'marked' });
    expect((slot as { note?: string }).note).toBe(note);
    expect(textAt(source, slot.at)).toBe(value);
    expect(codes).toEqual([]);
  });

  test('in ticks the words are a value', () => {
    expect(fieldOf('Default', '`not shown`').slot).toMatchObject({
      status: 'stated',
      value: { kind: 'text', value: 'not shown' },
    });
  });

  test('behind a colon inside a value they are that half', () => {
    expect(fieldOf('Set by', 'service: not shown').slot).toMatchObject({
      status: 'stated',
      value: { kind: 'service', rule: { kind: 'gap' } },
    });
  });

  test('behind the last colon of what no grammar reads they are a gap, with the rest as its note', () => {
    const source = '# T\n\n## 5. Authentication\n\n### Key\n\n- Verified by: issuer known; keys: not shown\n';
    const fact = read(source, 'x.md').document.authentication.schemes.items[0]!.verifiedBy;
    expect(fact).toMatchObject({ status: 'gap', how: 'marked', note: 'issuer known; keys' });
  });
});

describe('none and any', () => {
  test.each(['none', 'None', 'NONE'])('%s states that there is none', (word) => {
    expect(does(word).slot).toMatchObject({ status: 'none', text: word });
    expect(does(word).codes).toEqual([]);
  });

  test('a ticked none is a value called none', () => {
    expect(fieldOf('Default', '`none`').slot).toMatchObject({
      status: 'stated',
      value: { kind: 'text', value: 'none' },
    });
  });

  test.each(['Allowed values', 'Present'])('any is free under %s', (head) => {
    expect(fieldOf(head, 'any')).toMatchObject({ slot: { status: 'any' }, codes: [] });
  });

  test('any is a type of its own', () => {
    expect(fieldOf('Type', 'any')).toMatchObject({ slot: { status: 'stated', value: { kind: 'any' } }, codes: [] });
  });

  test.each(['Default', 'Set by', 'Required'])('any is an error under %s', (head) => {
    expect(fieldOf(head, 'any')).toMatchObject({ slot: { status: 'unreadable' }, codes: ['9:9 any-not-here'] });
  });

  test.each(['Does', 'Who'])('any is an error for %s', (key) => {
    expect(findings(endpoints('### GET /x', '', `- ${key}: any`))).toEqual([`7:${key.length + 5} any-not-here`]);
  });

  test('none where something must be is unreadable', () => {
    expect(fieldOf('Type', 'none')).toMatchObject({ slot: { status: 'unreadable' }, codes: ['9:9 unreadable'] });
  });
});

describe('blanks', () => {
  test.each(['-', '—', '?', 'TBD', 'tbd', 'N/A', ''])('"%s" is a blank', (value) => {
    const { slot, codes } = fieldOf('Default', value);
    expect(slot).toMatchObject({ status: 'gap', how: 'blank', text: value });
    expect(codes).toEqual(['9:9 blank-cell']);
  });

  test('a bullet without a value is a blank', () => {
    expect(does('')).toMatchObject({ slot: { status: 'gap', how: 'blank' }, codes: ['7:9 blank-cell'] });
  });

  test('an empty cell under Body of a code says what a table without the column says; `none` and a mark say more', () => {
    const source = errors(
      '| Code | Status | When | Body |',
      '|---|---|---|---|',
      '| `a` | 404 | no such R | |',
      '| `b` | 422 | any field missing | none |',
      '| `c` | 409 | illegal move | TBD |',
    );
    expect(findings(source)).toEqual(['9:30 blank-cell']);
    expect(read(source, 'x.md').document.errors.codes.items.map(({ body }) => body.status)).toEqual([
      'absent',
      'none',
      'gap',
    ]);
  });

  test('prose may be blank', () => {
    expect(fieldOf('Meaning', '')).toMatchObject({ slot: { status: 'absent' }, codes: [] });
    expect((fieldOf('Meaning', '').slot as { column?: true }).column).toBeUndefined();
  });

  test('a question mark is a blank under Required and a value under Cardinality', () => {
    expect(fieldOf('Required', '?').codes).toEqual(['9:9 blank-cell']);
    expect(fieldOf('Cardinality', '?')).toMatchObject({ slot: { status: 'stated', value: { kind: 'no' } }, codes: [] });
  });
});

describe('what cannot be read', () => {
  test('points to the word that no form explains', () => {
    const source = resources(
      '### R',
      '',
      '| Field | Allowed values |',
      '|---|---|',
      '| `f` | not blank, up to 10 times |',
    );
    expect(findings(source)).toEqual(['9:20 unreadable']);
    const { slot } = fieldOf('Allowed values', 'up to 10 times');
    expect(slot).toMatchObject({ status: 'unreadable', text: 'up to 10 times' });
  });

  test('points behind links and escapes to the right column', () => {
    const source = resources(
      '### R',
      '',
      '| Field | Allowed values |',
      '|---|---|',
      '| `f` | [not blank](#a), `a\\|b` maybe |',
    );
    expect(findings(source)).toEqual(['9:33 unreadable']);
  });

  test('is a warning, and the message says what to write', () => {
    const [found] = read(endpoints('### GET /x', '', '- Does: gets the thing'), 'x.md').diagnostics;
    expect(found).toMatchObject({ code: 'unreadable', severity: 'warning' });
    expect(found!.message).toMatch(/^Unexpected "gets" for Does, expected `creates R`/);
  });

  test.each([
    ['1..0', 'bad-cardinality'],
    ['M', 'ambiguous-required'],
    ['Conditionally', 'ambiguous-required'],
    ['❌', 'ambiguous-required'],
  ])('Required %s is %s', (cell, code) => {
    expect(fieldOf('Required', cell)).toMatchObject({ slot: { status: 'unreadable' }, codes: [`9:9 ${code}`] });
  });

  test.each(['4XX', '5xx', '4xx'])('the status %s is a range, and so a gap', (status) => {
    const source = endpoints('### GET /x', '', '| Status | When |', '|---|---|', `| ${status} | found |`);
    expect(findings(source)).toEqual(['9:3 status-range']);
    const row = read(source, 'x.md').document.endpoints.operations.items[0]!.facts.statuses.items[0]!;
    expect(row.status).toMatchObject({ status: 'gap', text: status });
  });

  test('any 2xx leaves the class to the runtime', () => {
    const source = endpoints('### GET /x', '', '| Status | When |', '|---|---|', '| any 2xx | found |');
    expect(findings(source)).toEqual([]);
  });
});
