// What may be written about errors and limits. In: a model and the fact. Out: forms with the causes that nothing answers
// yet, the codes, operations and resources of the document. Notation, parts 7 and 8.

import { ticked } from '../../../base/ticked.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Model } from '../../model.ts';
import { unansweredCauses } from '../errors.ts';
import { codesOf, few, headingsOf, resourceText, rowsOf, OTHER_CODE } from './names.ts';
import { formsOf } from '../forms.ts';

/** Causes that some operation meets and no code answers, as When writes them. */
export const causeForms: (model: Model) => readonly string[] = oncePer((model) => {
  const keys = new Set([...model.operations.values()].flatMap((linked) => unansweredCauses(model, linked)));
  return [
    ...few(
      [...keys].flatMap((key) => causeText(key) ?? []),
      'causes',
    ),
    'causes, by commas: …',
  ];
});

const FORMS: readonly (readonly [RegExp, (...words: string[]) => string])[] = [
  [/^header (.+) missing$/, (name) => `header ${ticked(name)} missing`],
  [/^body\.(.+) (blank|missing|invalid|taken)$/, (field, failure) => `body ${ticked(field)} ${failure}`],
  [/^(.+) (blank|missing|invalid|taken)$/, (field, failure) => `${ticked(field)} ${failure}`],
  [/^illegal move of (.+)$/, (name) => `illegal move of ${ticked(name)}`],
  [/^not permitted on (.+)$/, (name) => `not permitted on ${resourceText(name)}`],
  [/^no such path$/, () => 'no such path'],
  [/^no such (.+) in (.+)$/, (name, field) => `no such ${resourceText(name)} in ${ticked(field)}`],
  [/^no such (.+)$/, (name) => `no such ${resourceText(name)}`],
  [/^was (.+)$/, (name) => `was ${resourceText(name)}`],
  [/^(.+) already there$/, (name) => `${resourceText(name)} already there`],
  [/^([a-z][a-z, ]*)$/, (word) => word],
];

/** undefined: no cause of When spells it. */
function causeText(key: string): string | undefined {
  if (key === 'condition' || key.startsWith('refused ') || key.startsWith('any field ')) return undefined;
  for (const [pattern, write] of FORMS) {
    const found = pattern.exec(key);
    if (found) return write(...found.slice(1));
  }
  return undefined;
}

export function existingCodes(model: Model): readonly string[] {
  return few(codesOf(model), 'codes of part 7');
}

export function limitForms(model: Model, head: string | undefined): readonly string[] {
  const resources = few(
    rowsOf(model).map(({ name }) => resourceText(name.text)),
    'resources',
  );
  switch (head) {
    case 'Per':
      return ['caller', 'IP address', 'operation', 'request', ...resources];
    case 'Applies to':
      return [...headingsOf(model), 'methods or a condition: …'];
    case 'When exceeded':
      return [...existingCodes(model), OTHER_CODE];
    default:
      return formsOf('limit');
  }
}
