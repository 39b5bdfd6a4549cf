// Pages that are stated but for a half: what is asked, what may be written, where it is written. Notation, part 4, key Pages,
// and rule 1.8.

import { describe, expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeAnswer, type Written } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const ID = '4/GET /orders/pages';

function modelOf(pages: string): Model {
  const { document, diagnostics } = read(edited(WHOLE, ['- Pages: none', `- Pages: ${pages}`]), 'a.md');
  return link(document, diagnostics);
}

const asked = (pages: string): string | undefined => {
  const fact = slotsOf(modelOf(pages)).byId.get(ID)!;
  return fact.status === 'gap' ? fact.question : undefined;
};

const sourceOf = (written: Written): string =>
  'source' in written ? written.source : `refused: ${JSON.stringify(written)}`;

const codes = (pages: string): readonly string[] => modelOf(pages).diagnostics.map(({ code }) => code);

const DEFAULT = 'How many rows does `GET /orders` answer at once when the request does not say how many?';
const AT_MOST = 'How many rows may a request to `GET /orders` ask for at most?';
const MORE =
  'What happens when a request to `GET /orders` asks for more rows than it may: is it refused, or how many rows does it get?';

describe('a half of Pages', () => {
  it.each([
    ['offset and limit; at most 9', DEFAULT],
    ['offset and limit; at most 9, more is refused', DEFAULT],
    ['offset and limit; more is 9', DEFAULT],
    ['page and size', DEFAULT],
    ['page `p`, size `s`', DEFAULT],
    ['offset and limit; default 3, at most 9', MORE],
    ['offset and limit; default 3, at most 9, more is not shown', MORE],
    ['offset and limit; default 3, at most: not shown', AT_MOST],
    ['offset and limit; at most not shown, default not shown', AT_MOST],
    ['offset and limit; default not shown', DEFAULT],
  ])('is asked for: %s', (pages, question) => {
    expect(asked(pages)).toBe(question);
  });

  it.each([
    'offset and limit',
    'offset and limit; default 3',
    'page and size; default 3',
    'offset and limit; default 3, at most 9, more is refused',
    'offset and limit; default 3, at most 9, more is 5',
    'none',
  ])('is not asked for: %s', (pages) => {
    expect(asked(pages)).toBeUndefined();
  });

  it('cannot give more than it allows', () => {
    expect(codes('offset and limit; default 3, at most 9, more is 10')).toEqual(['contradiction']);
    expect(codes('offset and limit; default 3, at most 9, more is 9')).toEqual([]);
  });

  it('is filled by each form that may stand there, one after the other', () => {
    const filled = (pages: string): string => {
      const model = modelOf(pages);
      const fact = slotsOf(model).byId.get(ID)!;
      if (fact.status !== 'gap') return pages;
      const [form] = formsHere(model, fact);
      const answer = form!.replace('a number: …', '7').replace('…', '7');
      const written = writeAnswer(model, fact, answer);
      return filled(/- Pages: (.*)/.exec(sourceOf(written))![1]!);
    };
    expect(filled('page and size; at most 9')).toBe('page and size; at most 9, default 7, more is refused');
    expect(filled('page and size; at most: not shown')).toBe('page and size; at most: 7, default 7, more is refused');
    expect(filled('page and size; default not shown, at most 9, more is: not shown')).toBe(
      'page and size; default 7, at most 9, more is: refused',
    );
  });
});

describe('pages by cursors', () => {
  const CURSOR =
    'What does a request to `GET /orders` send as a cursor: a text that only the service reads, or a field of the last row?';

  it.each([
    ['after `from`', DEFAULT],
    ['after `from`; cursor is opaque', DEFAULT],
    ['after `from`; default 3', CURSOR],
    ['after `from`, size `n`', CURSOR],
    ['after `from`, size `n`; default 3, at most 9', MORE],
    ['`Link` rel next', DEFAULT],
    ['`Link` rel next, size `n`; at most 9, more is refused', DEFAULT],
  ])('are asked for: %s', (pages, question) => {
    expect(asked(pages)).toBe(question);
  });

  it.each([
    'after `from`, size `n`; cursor is opaque',
    'after `from`; default 3, cursor is opaque',
    'after `from`, before `to`; default 3, cursor is the last `id`',
    '`Link` rel next; default 3',
    '`Link` rel next, size `n`',
  ])('are not asked for: %s', (pages) => {
    expect(asked(pages)).toBeUndefined();
    expect(codes(pages)).toEqual([]);
  });

  it('get each answer that is offered', () => {
    const model = modelOf('after `from`; default 3');
    const fact = slotsOf(model).byId.get(ID)!;
    expect(formsHere(model, fact)).toEqual(['opaque', 'the last `…`']);
    for (const answer of ['opaque', 'the last `id`', 'cursor is opaque', 'cursor is the last `id`'])
      expect(sourceOf(writeAnswer(model, fact, answer)), answer).toContain(
        `- Pages: after \`from\`; default 3, cursor is ${answer.replace('cursor is ', '')}\n`,
      );
    expect(sourceOf(writeAnswer(model, fact, '7'))).toContain('refused');
  });

  it('need a field that is there', () => {
    expect(codes('after `from`; default 3, cursor is the last `other`')).toEqual(['unknown-field']);
  });
});

describe('a half that is open', () => {
  it.each([
    'offset and limit; default not shown',
    'after `from`; default 3',
    '`Link` rel next',
    'after `from`, size `n`',
  ])('stops only some requests: %s', (pages) => {
    const { operations } = gapView(modelOf(pages));
    expect(operations.find(({ id }) => id === 'GET /orders')).toMatchObject({ heldBy: [], partlyHeldBy: [ID] });
  });
});
