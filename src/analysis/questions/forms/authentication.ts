// What may be written about a scheme. Input: a model. Output: forms with the operations, resources and fields of the document,
// by declaration. Notation, part 5.

import { SCHEME } from '../../../notation/authentication.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import type { Model } from '../../../model/model.ts';
import { few, fieldNames, headingsOf, resourceText, rowsOf } from './names.ts';
import { baseOf, fieldsOfType } from './fields.ts';

/** By declaration, where the document has names that are allowed there. */
export const SCHEME_FORMS: readonly (readonly [
  AnyDeclaration,
  (here: { readonly model: Model }) => readonly string[],
])[] = [
  [SCHEME.caller, ({ model }) => [...resources(model), 'none']],
  [
    SCHEME.credentials,
    ({ model }) => [...few(credentials(model), 'resources'), 'user name and password, kept by the operator', 'none'],
  ],
  [SCHEME.issuedBy, ({ model }) => [...headingsOf(model), 'the operator', 'outside: `…`', 'none']],
  [SCHEME.refresh, ({ model }) => [...headingsOf(model), '`…`; each once', 'none']],
  [
    SCHEME.revokedWhen,
    ({ model }) => [
      ...headingsOf(model),
      ...few(
        secrets(model, (name) => `${name} changes`),
        'fields',
      ),
      ...resources(model, (name) => `${name} is deleted`),
      'signed in again',
      'by the operator',
      'none',
    ],
  ],
  [
    SCHEME.verifiedBy,
    ({ model }) => [
      'issuer `…`, audience `…`, keys `…`, algorithms `…`',
      'introspection `…`',
      ...few(
        secrets(model, (name) => `secret ${name}`),
        'fields',
      ),
      'secret kept by the operator',
      'signed text `…`, within … minutes',
      'none',
    ],
  ],
  [
    SCHEME.roles,
    ({ model }) => [...few(fieldsOfType(model, ['one-of']), 'fields'), 'roles: `…`, `…`', '`…` when …', 'none'],
  ],
];

function resources(model: Model, write = (name: string): string => name): readonly string[] {
  return few(
    rowsOf(model).map(({ name }) => write(resourceText(name.text))),
    'resources',
  );
}

/** A field that finds the caller, beside each secret that only the caller knows. */
function credentials(model: Model): readonly string[] {
  return rowsOf(model).flatMap((resource) => {
    const names = fieldNames(resource, (field) => ['string', 'email'].includes(baseOf(field) ?? ''));
    const known = fieldNames(resource, (field) => baseOf(field) === 'secret');
    return names.flatMap((name) =>
      known.map((secret) => `${name} and ${secret} of ${resourceText(resource.name.text)}`),
    );
  });
}

function secrets(model: Model, write: (name: string) => string): readonly string[] {
  return fieldsOfType(model, ['secret']).map(write);
}
