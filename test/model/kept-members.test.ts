// Members of a body that a field keeps: the half that is not stated, as it is asked and answered, and who sets the field. Notation, part 4,
// "Members that a field keeps"; rule 1.3.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', 'unknown-fields-kept.md'), 'utf8');
const ID = '4/POST /contacts/unknown-fields';
const WRITTEN = '- Unknown fields: kept in `extra`, elsewhere refused\n';

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'x.md');
  return link(document, diagnostics);
}

/** Of `POST /contacts`, the first that has it. */
const withBullet = (line: string): Model => modelOf(DOCUMENT.replace(WRITTEN, `- Unknown fields: ${line}\n`));

describe('what becomes of other names', () => {
  it.each(['kept in `extra`', 'kept in `extra`, elsewhere not shown', 'kept in `extra`, elsewhere not shown, ask Ann'])(
    'is asked where it is not stated: %s',
    (line) => {
      const gap = gapView(withBullet(line)).gaps.find(({ id }) => id === ID);
      expect(gap?.question).toBe(
        'What happens to query parameters, and to members of objects inside of the body, that `POST /contacts` does not know?',
      );
      expect(gap?.blocks).toEqual(['POST /contacts']);
    },
  );

  it.each(['kept in `extra`, elsewhere ignored', 'ignored', 'refused'])('is not asked where it is: %s', (line) => {
    expect(gapView(withBullet(line)).gaps.map(({ id }) => id)).not.toContain(ID);
  });

  it.each([
    ['kept in `extra`', 'ignored', 'kept in `extra`, elsewhere ignored'],
    ['kept in `extra`', 'elsewhere refused', 'kept in `extra`, elsewhere refused'],
    ['kept in `extra`, elsewhere not shown', 'refused', 'kept in `extra`, elsewhere refused'],
    ['kept in `extra`', 'kept in `extra`, elsewhere ignored', 'kept in `extra`, elsewhere ignored'],
  ])('%s, answered by %s', (line, answer, written) => {
    const model = withBullet(line);
    const fact = slotsOf(model).byId.get(ID)!;
    expect(formsHere(model, fact)).toEqual(['refused', 'ignored']);
    const done = writeAnswer(model, fact, answer);
    expect('source' in done ? done.source : done).toContain(`- Unknown fields: ${written}\n`);
  });
});

const codes = (source: string): readonly string[] => check(modelOf(source)).diagnostics.map(({ code }) => code);

describe('a field that keeps', () => {
  it('is set by the operation, and by nobody where none keeps in it', () => {
    expect(codes(DOCUMENT)).toEqual([]);
    expect(codes(DOCUMENT.replaceAll('kept in `readings`', 'kept in `parts`'))).toEqual(['never-set']);
  });

  it.each([
    ['object', 'any', false],
    ['object or null', 'any', false],
    ['object', 'at most 3 items', true],
    ['object', 'not shown', true],
    ['map of integer', 'any', true],
  ])('of %s, %s, may be what does not fit: %s', (type, allowed, may) => {
    const source = DOCUMENT.replace(
      '| `extra` | object | no | by operation | any |',
      `| \`extra\` | ${type} | no | by operation | ${allowed} |`,
    ).replace('any field invalid, ', '');
    const { partlyHeldBy } = gapView(modelOf(source)).operations.find(({ id }) => id === 'POST /contacts')!;
    expect(partlyHeldBy).toContain('7/cause/Contact.name invalid');
    expect(partlyHeldBy.includes('7/cause/Contact.extra invalid')).toBe(may);
  });
});
