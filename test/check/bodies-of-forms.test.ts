// Which Whens of a Body table exclude each other, and which bring what a new row must have: what `check` reports of documents that are
// different in them. Notation, part 4, "Bodies of several forms"; decision 0062.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { changed, changeOf } from '../behaviour/case.ts';

const document = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', `${name}.md`), 'utf8');
const BODIES = document('bodies-with-when');
const LACKING = document('bodies-without-what-a-row-needs');

type Lines = readonly string[];

function errorsOf(source: string, changes: readonly Lines[]): readonly string[] {
  const { document: own, diagnostics } = read(changed(source, changes.map(changeOf)), 'bodies.md');
  return check(link(own, diagnostics)).diagnostics.flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code}: ${message}`] : [],
  );
}

const CARD = '| `number` | body `kind` = `card` | string | yes | none | matches `[0-9]{4,16}` | `number` |';
const IBAN = '| `number` | body `kind` = `iban` | string | yes | none | matches `[A-Z]{2}[0-9]{4,30}` | `number` |';
const card = (when: string): Lines => [`-${CARD}`, `+${CARD.replace('body `kind` = `card`', () => when)}`];
const iban = (when: string): Lines => [`-${IBAN}`, `+${IBAN.replace('body `kind` = `iban`', () => when)}`];

/** One more row of the resource, and of the Body table beside `kind`. */
const decides = (name: string, type: string): readonly Lines[] => [
  [' | `number` | string | no | caller | any | none |', `+| \`${name}\` | ${type} | no | caller | any | none |`],
  [
    ' | `kind` | one of `card`, `iban`, `cash` | yes | none | any | `kind` |',
    `+| \`${name}\` | ${type} | yes | none | any | \`${name}\` |`,
  ],
];

/** A row of the resource, and of the Body table, which has Allowed values before Sets. */
const kind = (kept: string, sent: string, allowed = 'any'): readonly Lines[] => [
  [
    '-| `kind` | one of `card`, `iban`, `cash` | yes | caller | any | none |',
    `+| \`kind\` | ${kept} | no | caller | any | none |`,
  ],
  [
    '-| `kind` | one of `card`, `iban`, `cash` | yes | none | any | `kind` |',
    `+| \`kind\` | ${sent} | ${allowed} | \`kind\` |`,
  ],
];

describe('two rows of one name', () => {
  const BOTH = expect.stringMatching(/^contradiction: Unexpected contradiction about the field `number` of the body: /);
  it.each<[string, readonly Lines[]]>([
    ['two values of one field', []],
    ['lists that share none', [card('body `kind` in `card`, `cash`')]],
    ['an `and` of which one part asks for another value', [card('body `kind` = `card` and `note` is set')]],
    ['two texts', [...decides('level', 'string'), card('body `level` = `1`'), iban('body `level` = `2`')]],
    ['true and false', [...decides('quick', 'boolean'), card('body `quick` = true'), iban('body `quick` = false')]],
  ])('may have %s', (_, changes) => {
    expect(errorsOf(BODIES, changes)).toEqual([]);
  });

  it.each<[string, readonly Lines[]]>([
    ['lists that share one', [card('body `kind` in `card`, `iban`')]],
    ['an `or` with the value of the other', [card('body `kind` = `card` or body `kind` = `iban`')]],
    ['an `or`, the other way around', [iban('body `kind` = `card` or body `kind` = `iban`')]],
    ['an `or` with another field', [card('body `kind` = `card` or `note` is set')]],
    [
      '`1` and `1.0` of a decimal',
      [...decides('level', 'decimal(1)'), card('body `level` = `1`'), iban('body `level` = `1.0`')],
    ],
    ['two numbers', [...decides('level', 'integer'), card('body `level` = `1`'), iban('body `level` = `2`')]],
    ['values of two fields', [card('body `kind` = `card`'), iban('body `note` = `iban`')]],
  ])('may not have %s', (_, changes) => {
    expect(errorsOf(BODIES, changes)).toContainEqual(BOTH);
  });
});

describe('what a new row must have', () => {
  const LACKS = expect.stringMatching(
    /^contradiction: Unexpected contradiction about what a new row has: `Payment\.number` must be there/,
  );
  const COVERED = iban('body `kind` in `iban`, `cash`');
  const ANY = 'one of `card`, `iban`, `cash`';

  it.each<[string, readonly Lines[]]>([
    ['each value of a field that must be sent', [COVERED]],
    [
      'each value of a field that must be sent, and may be nothing in the row',
      [COVERED, ...kind(ANY, `${ANY} | yes | none`)],
    ],
    ['each value of a field that has a Default', [COVERED, ...kind(ANY, `${ANY} | no | \`cash\``)]],
    ['each Allowed value of a text', [COVERED, ...kind('string', 'string | yes | none', '`card`, `iban`, `cash`')]],
  ])('is brought by %s', (_, changes) => {
    expect(errorsOf(LACKING, changes)).toEqual([]);
  });

  it.each<[string, readonly Lines[]]>([
    ['a field that may be left out', [COVERED, ...kind(ANY, `${ANY} | no | none`)]],
    ['a field that may be null', [COVERED, ...kind(`${ANY} or null`, `${ANY} or null | yes | none`)]],
    [
      'a field whose empty text counts as null',
      [
        COVERED,
        ...kind(`${ANY} or null`, `${ANY} or null | yes | none`),
        ['-- Empty text: kept', '+- Empty text: as null'],
      ],
    ],
    ['a field that must be sent at times', [COVERED, ...kind(ANY, `${ANY} | if \`note\` is set | none`)]],
    ['some values of a field', []],
    ['a value and one thing more', [COVERED, card('body `kind` = `card` and `note` is set')]],
    ['a text of any value', [COVERED, ...kind('string', 'string | yes | none')]],
  ])('is not brought by %s', (_, changes) => {
    expect(errorsOf(LACKING, changes)).toContainEqual(LACKS);
  });
});
