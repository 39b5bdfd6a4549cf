// What is asked where nothing answers a cause: what a caller did, to which operation, in plain words.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { kindOf } from '../../src/notation/declaration.ts';
import { RESOURCE } from '../../src/notation/resources.ts';
import { withArticle } from '../../src/base/article.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { fieldCause, type MetCause } from '../../src/notation/values/met-causes.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { causeQuestion } from '../../src/analysis/gaps/questions/cause-questions.ts';
import { alikeNames } from '../../src/analysis/questions/shared-causes.ts';
import { questionOf } from '../../src/analysis/gaps/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { read } from '../../src/read/read.ts';

const source = readFileSync(join(import.meta.dirname, '..', 'catalogue', 'base.md'), 'utf8');

function modelWithout(cause: string): ReturnType<typeof link> {
  expect(source).toContain(cause);
  const { document, diagnostics } = read(source.replace(cause, ''), 'base.md');
  return link(document, diagnostics);
}

it.each([
  ['no such Guest, ', 'no such Guest', 'What happens when a Guest that does not exist is deleted?'],
  [
    ', no such Guest in `guest`',
    'no such Guest in guest',
    'What happens when `guest` in a request to `POST /orders` or `PATCH /orders/{id}` names a Guest that does not exist?',
  ],
  ['any field missing, ', 'Guest.name missing', 'What happens when a request to `POST /guests` lacks `Guest.name`?'],
  [
    ', unknown field',
    'unknown field',
    'What happens when a request to `POST /guests`, `DELETE /guests/{name}` or one of 6 more sends a field or a query parameter that it does not know?',
  ],
])('without %s, %s is asked for, by check and by a 501 alike', (cause, key, question) => {
  const model = modelWithout(cause);
  const gap = gapView(model).gaps.find(({ id }) => id === `7/cause/${key}`);
  expect(gap?.question).toBe(question);
  expect(JSON.stringify(plan(model))).toContain(JSON.stringify(question));
});

it.each([
  [
    { kind: 'no such', resource: 'Guest' },
    ['DELETE /guests/{name}', 'GET /orders'],
    '`DELETE /guests/{name}` or `GET /orders` is called for a Guest that does not exist',
  ],
  [
    { kind: 'field', resource: undefined, path: ['body', 'name'], failure: 'blank' },
    ['POST /guests'],
    '`name` is blank in a request to `POST /guests`',
  ],
] satisfies [MetCause, string[], string][])('%j of %j is asked for in words', (cause, operations, told) => {
  const model = modelWithout(', unknown field');
  for (const operation of operations) expect(model.operations.has(operation)).toBe(true);
  expect(causeQuestion(model, cause, operations)).toBe(`What happens when ${told}?`);
});

it.each([
  ['Accession', 'an Accession'],
  ['Hour', 'an Hour'],
  ['House', 'a House'],
  ['User', 'a User'],
  ['Umbrella', 'an Umbrella'],
  ['SMS', 'an SMS'],
  ['Once', 'a Once'],
])('%s has the article that it is spoken with', (name, told) => {
  expect(withArticle(name)).toBe(told);
  expect(questionOf({ of: RESOURCE.whenDeleted, kind: kindOf(RESOURCE.whenDeleted) }, { resource: name })).toContain(
    `refers to ${told.replace(name, `\`${name}\``)} when it is deleted`,
  );
});

it('what is unique together is asked for with all its fields', () => {
  const together = source.replace('- Unique: `ticket`', '- Unique: `ticket`, `dish`').replace('any field taken, ', '');
  expect(together).toContain('- Unique: `ticket`, `dish`');
  const { document, diagnostics } = read(together, 'base.md');
  const model = link(document, diagnostics);
  expect(gapView(model).gaps.find(({ id }) => id === '7/cause/Order.ticket taken')?.question).toBe(
    'What happens when `Order.ticket` and `Order.dish` in a request to `POST /orders` or `PATCH /orders/{id}` together have values that another row has already?',
  );
  const causes = [fieldCause('Order', 'ticket', 'taken'), fieldCause('Guest', 'word', 'taken')];
  expect(alikeNames(model, causes)).toEqual(['`Order.ticket` with `Order.dish`', '`Guest.word`']);
});

it('no code is offered whose When cannot be read: it takes up no cause before that is mended', () => {
  const code = /^\| (`\w+`) \| 4\d\d \| [^|]*no such Guest, [^|]*/m.exec(source)![1]!;
  const offered = (row: string): readonly string[] => {
    const text = source.replace(new RegExp(`^(\\| ${code} \\| 4\\d\\d \\|)[^|]*`, 'm'), `$1 ${row} `);
    const { document, diagnostics } = read(text, 'base.md');
    const model = link(document, diagnostics);
    return formsHere(model, slotsOf(model).byId.get('7/cause/no such Guest')!);
  };
  expect(offered('not shown')).toContain(code);
  expect(offered('as the clerk sees fit')).not.toContain(code);
});
