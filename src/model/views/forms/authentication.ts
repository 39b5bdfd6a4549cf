// What may be written about a scheme. In: a model, the kind of fact and the key of its bullet. Out: forms with the
// operations, resources and fields of the document. Notation, part 5.

import { SCHEMES } from '../../../notation/authentication.ts';
import type { Model } from '../../model.ts';
import { few, fieldNames, headingsOf, resourceText, rowsOf } from './names.ts';
import { formsOf } from '../forms.ts';
import { baseOf, fieldsOfType } from './fields.ts';

const FIXED: Readonly<Record<string, readonly string[]>> = {
  Scheme: SCHEMES,
  'Sent in': ['header `Authorization: Bearer {token}`', 'header `…`', 'query `…`', 'cookie `…`'],
  'Token lifetime': ['… minutes', '… days', 'none'],
};

const FORMS: Readonly<Record<string, (model: Model) => readonly string[]>> = {
  Caller: (model) => [...resources(model), 'none'],
  Credentials: (model) => [
    ...few(credentials(model), 'resources'),
    'user name and password, kept by the operator',
    'none',
  ],
  'Issued by': (model) => [...headingsOf(model), 'the operator', 'outside: `…`', 'none'],
  Refresh: (model) => [...headingsOf(model), '`…`; each once', 'none'],
  'Revoked when': (model) => [
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
  'Verified by': (model) => [
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
  Claims: () => ['`…` to caller.…', '`…` to roles', '`…` to scopes', 'none'],
  Roles: (model) => [...few(fieldsOfType(model, ['one-of']), 'fields'), 'roles: `…`, `…`', '`…` when …', 'none'],
};

export function schemeForms(model: Model, head: string | undefined): readonly string[] {
  const key = head ?? '';
  return FIXED[key] ?? FORMS[key]?.(model) ?? formsOf('scheme');
}

function resources(model: Model, write = (name: string): string => name): readonly string[] {
  return few(
    rowsOf(model).map(({ name }) => write(resourceText(name.text))),
    'resources',
  );
}

/** A field by which somebody is found beside each secret that only he knows. */
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
