// What may be written about errors and limits. Input: a model and the fact. Output: forms with the causes that nothing answers yet, the
// codes, operations and resources of the document. Notation, parts 7 and 8.

import { oncePer } from '../../../base/once-per.ts';
import { ticked } from '../../../base/ticked.ts';
import { writtenCause } from '../../../notation/values/cause-kinds.ts';
import type { Model } from '../../../model/model.ts';
import { distinct, unansweredCauses } from '../../refusals/errors.ts';
import { codesOf, few, resourceText, rowsOf } from './names.ts';

/** Causes that some operation meets and no code answers, as When writes them. */
export const causeForms: (model: Model) => readonly string[] = oncePer((model) => {
  const causes = distinct([...model.operations.values()].flatMap((linked) => unansweredCauses(model, linked)));
  return [
    ...few(
      causes.flatMap((cause) => writtenCause(cause) ?? []),
      'causes',
    ),
    'causes, by commas: …',
  ];
});

export function existingCodes(model: Model): readonly string[] {
  return few(codesOf(model), 'codes of part 7');
}

/** Codes that take up a cause: what nobody can read is mended first. */
export function codesOfCauses(model: Model): readonly string[] {
  const codes = [...model.codes.values()].filter(({ when }) => when.status !== 'unreadable');
  return few(
    codes.map(({ code }) => ticked(code.text)),
    'codes of part 7',
  );
}

export function limitPerForms(model: Model): readonly string[] {
  const resources = few(
    rowsOf(model).map(({ name }) => resourceText(name.text)),
    'resources',
  );
  return ['caller', 'IP address', 'operation', 'request', ...resources];
}
