// Who is stated, for which items is not: what is asked, what may be written, where it is written. Notation, part 4, key Who.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const WHO = 'scope `orders:read`';
const { document, diagnostics } = read(
  edited(WHOLE, ['### GET /orders/{id}', '- Repeat', `- Who: ${WHO}; which items: not shown\n- Repeat`]),
  'a.md',
);
const model = link(document, diagnostics);
const fact = slotsOf(model).byId.get('4/GET /orders/{id}/who')!;

it('asks for the items, not for who may call', () => {
  expect(fact.status === 'gap' && fact.question).toBe(
    'Which items may those who call `GET /orders/{id}` touch: all, or which?',
  );
});

it('offers who again, which is for all of them, and a condition; neither takes the stated half away', () => {
  expect(formsHere(model, fact)).toEqual([WHO, 'a condition: …']);
});

it.each([
  [WHO, `- Who: ${WHO}\n`],
  ['scope  `orders:read`', '- Who: scope  `orders:read`\n'],
  ['`pieces` > 1', `- Who: ${WHO}; which items: \`pieces\` > 1\n`],
  [`${WHO}; which items: \`pieces\` > 1`, `- Who: ${WHO}; which items: \`pieces\` > 1\n`],
])('writes %s', (answer, line) => {
  const written = writeAnswer(model, fact, answer);
  expect('source' in written ? written.source : JSON.stringify(written)).toContain(line);
});
