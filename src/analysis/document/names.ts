// What a document declares, by name, and each operation with what All operations says merged in, each field
// with what All fields says. Input: a document as read. Output: its
// resources, fields, machines, operations and codes. Notation, rules 5 and 6.

import type { Document } from '../../model/document.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { withAllFields } from './all-fields.ts';
import { withDecisions } from './decisions.ts';
import { mergeFacts } from './merge.ts';
import { callerName } from './schemes.ts';

export type Names = Omit<Model, 'document' | 'diagnostics'>;

/** The first of two with the same name; reading reports the second. */
export function namesOf(document: Document): Names {
  const { lists } = document.title;
  const isWhole = lists.status === 'stated' && lists.value === 'complete unless marked';
  const described = withDecisions(withAllFields(document.resources), isWhole);
  const resources = firstOf(described, (resource) => resource.name.text);
  const fields = new Map<string, Field>();
  for (const { name, fields: table } of described) {
    for (const field of table.items) {
      const key = `${name.text}.${field.name.text}`;
      if (!fields.has(key)) fields.set(key, field);
    }
  }
  const caller = callerName(document);
  const linked = document.endpoints.operations.items.map((operation): LinkedOperation => ({
    operation,
    facts: mergeFacts(operation, document.endpoints.all),
    caller,
  }));
  return {
    resources,
    fields,
    machines: firstOf(document.states.machines.items, (machine) => machine.name.text),
    operations: firstOf(linked, ({ operation }) => operation.name.text),
    codes: firstOf(document.errors.codes.items, (code) => code.code.text),
  };
}

function firstOf<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    const name = key(item);
    if (!found.has(name)) found.set(name, item);
  }
  return found;
}
