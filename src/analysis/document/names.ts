// What a document declares, by name, and each operation with what All operations says merged in. Input: a document as read. Output: its
// resources, fields, machines, operations and codes. Notation, rules 5 and 6.

import type { Document } from '../../model/document.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { mergeFacts } from './merge.ts';
import { callerName } from './schemes.ts';

export type Names = Omit<Model, 'document' | 'diagnostics'>;

/** The first of two with the same name; reading reports the second. */
export function namesOf(document: Document): Names {
  const { resources: part } = document.resources;
  const resources = firstOf(part.items, (resource) => resource.name.text);
  const fields = firstOf(
    part.items.flatMap((resource) =>
      resource.fields.items.map((field) => ({ key: `${resource.name.text}.${field.name.text}`, field })),
    ),
    ({ key }) => key,
  );
  const linked = document.endpoints.operations.items.map((operation): LinkedOperation => ({
    operation,
    facts: mergeFacts(operation, document.endpoints.all),
    caller: callerName(document),
  }));
  return {
    resources,
    fields: new Map([...fields].map(([key, { field }]) => [key, field])),
    machines: firstOf(document.states.machines.items, (machine) => machine.name.text),
    operations: firstOf(linked, ({ operation }) => operation.name.text),
    codes: firstOf(document.errors.codes.items, (code) => code.code.text),
  };
}

function firstOf<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return found;
}
