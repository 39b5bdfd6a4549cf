// `- Answers: 201 created, Order`: read as a row of the Status table, printed as it is written, and what edits make of it. Notation,
// part 4 "One answer in one line".

import { describe, expect, it, test } from 'vitest';

import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { check } from '../../src/check/check.ts';
import { fix } from '../../src/cli/fix.ts';
import { print, writeAnswer } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { assumedIn, foundIn, laid, WHO } from '../assume/laid.ts';
import { understand } from '../laws/service.ts';
import { roundTrip } from '../print/round-trip.ts';

const START = `# Notes

- Lists: complete unless marked

## 2. Resources and their fields

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

## 4. Endpoints

### GET /notes/{id}

- Does: reads Note
`;

const table = (...rows: readonly string[]): string =>
  `\n| Status | When | Body |\n|---|---|---|\n${rows.map((row) => `| ${row} |\n`).join('')}`;

function found(source: string): readonly string[] {
  return read(source, 'a.md').diagnostics.map(({ code }) => code);
}

/** What the answers of the operation are in all, as ids with their status. */
function facts(source: string): readonly string[] {
  const { model } = understand(source);
  const ids = slotsOf(model).facts.filter(({ id }) => id.startsWith('4/GET /notes/{id}/'));
  return ids.map(({ id, status }) => `${id.slice('4/GET /notes/{id}/'.length)} ${status}`);
}

function answered(source: string, id: string, words: string): string {
  const { model } = understand(source);
  const fact = slotsOf(model).byId.get(`4/GET /notes/{id}/${id}`);
  if (!fact) throw new Error(`Unexpected id ${id}, expected one of ${facts(source).join(', ')}`);
  const written = writeAnswer(model, fact, words);
  return written.kind === 'written' ? written.source.slice(START.length) : written.why;
}

describe('the bullet', () => {
  test.each([
    ['200 found, Note', '200 | found | Note'],
    ['200 found, not shown', '200 | found | not shown'],
    ['200 found or unchanged, none', '200 | found or unchanged | none'],
    ['204 found', '204 | found | not shown'],
    ['200 found and `id` > 3, `{"note": Note}`', '200 | found and `id` > 3 | `{"note": Note}`'],
  ])('%s is the row %s, with the same facts', (bullet, row) => {
    const source = `${START}- Answers: ${bullet}\n`;
    expect(found(source)).toEqual([]);
    expect(facts(source)).toEqual(facts(START + table(row)));
    roundTrip(source);
    expect(print(read(source, 'a.md').document)).toContain(`- Answers: ${bullet}\n`);
  });

  test.each([
    ['', ['200 | found | Note'], ['contradiction']],
    [', Note', ['200 | found | Note'], []],
    [', Note', ['404 | `no_note` | none'], []],
    [', Note', ['201 | created | Note'], ['contradiction']],
    [', Note', ['200 | found | none'], ['contradiction']],
  ])('200 found%s beside the rows %j: %j', (body, rows, codes) => {
    const source = `${START}- Answers: 200 found${body}\n${table(...rows)}`;
    expect(found(source)).toEqual(body === '' ? [] : codes);
    roundTrip(source);
  });

  it('may be said twice, not differently', () => {
    expect(found(`${START}- Answers: 200 found, Note\n- Answers:  200 found,  Note.\n`)).toEqual([]);
    expect(found(`${START}- Answers: 200 found, Note\n- Answers: 201 created, Note\n`)).toEqual(['contradiction']);
    expect(found(`${START}- Answers: not shown\n${table('200 | found | Note')}`)).toEqual(['contradiction']);
  });

  it('has no place under All operations', () => {
    const bullet = '- Answers: 200 found, Note\n';
    const all = START.replace('### GET', `### All operations\n\n${bullet}\n### GET`);
    for (const source of [all, START.replace('### GET', `${bullet}\n### GET`)]) {
      expect(found(source)).toEqual(['statement-not-here']);
      expect(facts(source)).toContain('status gap');
    }
  });

  test.each([
    ['not shown', 'status gap'],
    ['', 'status gap'],
    ['found, Note', 'status unreadable'],
    ['none', 'status unreadable'],
  ])('"%s" leaves the answer open as a whole', (words, fact) => {
    const source = `${START}- Answers: ${words}\n`;
    expect(facts(source).filter((one) => /^status|^\d/.test(one))).toEqual([fact]);
    roundTrip(source);
  });
});

describe('an answer is written', () => {
  test.each([
    ['behind the outcome', '200 found', '200/body', 'Note', '200 found, Note'],
    ['in place of the mark', '200 found, not shown', '200/body', '`{"note": Note}`', '200 found, `{"note": Note}`'],
    ['as the whole line', 'not shown', 'status', '200 found, Note', '200 found, Note'],
    ['as the whole line, with its key', 'not shown', 'status', '- Answers: 200 found, Note', '200 found, Note'],
  ])('%s', (_, before, id, words, after) => {
    expect(answered(`${START}- Answers: ${before}\n`, id, words)).toBe(`- Answers: ${after}\n`);
  });

  test('as a row, which takes the place of the bullet', () => {
    expect(answered(`${START}- Answers: not shown\n`, 'status', '| 200 | found | Note |').trim()).toBe(
      table('200 | found | Note').trim(),
    );
    const open = `${START}- Answers: 200 found and \`id\` > 3, Note\n- Repeat: safe\n`;
    const both = answered(open, 'status/otherwise', '| 200 | found | none |');
    expect(both).toBe(`- Repeat: safe\n${table('200 | found and `id` > 3 | Note', '200 | found | none')}`);
  });

  test('as a bullet where there is no answer yet', () => {
    const { model } = understand(START);
    const written = writeAnswer(model, slotsOf(model).byId.get('4/GET /notes/{id}/status')!, '200 found, Note');
    expect(written).toMatchObject({
      kind: 'written',
      source: expect.stringContaining('- Answers: 200 found, Note\n- Does'),
    });
  });

  test('by `check --fix`, which marks a body that is left out and spells the words', () => {
    expect(fix(`${START}- ANSWERS: 200 Found\n`, 'a.md').source).toContain('- Answers: 200 found, not shown\n');
  });
});

describe('assumptions', () => {
  const under = '## 4. Endpoints\n\n### GET /notes/{id}\n';

  it('fill a bullet by a row, and a row by a bullet', () => {
    const row = laid(`${START}- Answers: 200 found, not shown\n`, [`${WHO}\n${under}${table('200 | found | Note')}`]);
    const bullet = laid(START + table('200 | found | not shown'), [`${WHO}\n${under}\n- Answers: 200 found, Note\n`]);
    for (const model of [row, bullet]) {
      expect(foundIn(model)).toEqual([]);
      expect(assumedIn(model)).toEqual(['4/GET /notes/{id}/200/body: Note, Ada Smith']);
    }
  });

  it('may be the whole answer', () => {
    for (const own of ['', '- Answers: not shown\n']) {
      const model = laid(START + own, [`${WHO}\n${under}\n- Answers: 200 found, Note\n`]);
      expect(foundIn(model)).toEqual([]);
      expect(check(model).gaps.map(({ id }) => id)).not.toContain('4/GET /notes/{id}/status');
    }
  });
});
