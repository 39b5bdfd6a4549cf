// Prepared statements and how effects run on them. Input: printed SQL; then what an effect asks. Output: a name, a text and
// values for the driver; unique indexes that were met as the steps know them.

import { createHash } from 'node:crypto';
import { NO_NAME } from '../relational/places.ts';
import type { Argument, Printed } from '../relational/print.ts';
import type { Schema } from '../relational/schema.ts';
import { Violated } from '../relational/statement.ts';
import type { Ask, Preparing, Statement } from '../relational/statement.ts';
import { EACH, type Bindings } from '../store.ts';
import { violatedIndex } from './faults.ts';
import type { Named } from './session.ts';
import { encode } from './values.ts';

interface Prepared extends Statement {
  named(bindings: Bindings): Named;
}

/**
 * The same text is the same statement, whichever program or process asks: a pooler that gives a session to several of them
 * can lose a statement, but never run another one under its name.
 */
function nameOf(sql: string): string {
  return `n${createHash('sha256').update(sql).digest('hex').slice(0, 20)}`;
}

export function preparing(schema: Schema): Preparing {
  return {
    schema,
    returning: 'before',
    // PostgreSQL counts the rows that a transaction sees: there is no number to keep.
    grow: () => undefined,
    prepare(printed: Printed): Prepared {
      const name = nameOf(printed.sql);
      const bind = binder(printed.args);
      // The driver copies an object's own properties one by one; what never changes is in its prototype.
      const always = { name, text: printed.sql, rowMode: 'array' };
      return {
        printed,
        named(bindings) {
          const named = Object.create(always) as Named & { values: Named['values'] };
          named.values = bind(bindings);
          return named;
        },
      };
    },
  };
}

export function namedOf({ statement, bindings }: Ask): Named {
  return (statement as Prepared).named(bindings);
}

/** What the statement threw, as the steps know it. */
export function asViolated(error: unknown): unknown {
  const index = violatedIndex(error);
  return index === undefined ? error : new Violated(index, error);
}

function binder(args: readonly Argument[]): (bindings: Bindings) => (string | null)[] {
  return (bindings) =>
    args.map((arg) => {
      if ('name' in arg && arg.each) return listOf(arg, bindings);
      const bound = 'name' in arg ? bindings[arg.name] : arg.constant;
      if (bound === undefined) throw new Error(`the parameter ${'name' in arg ? arg.name : ''} is not bound`);
      return encode(bound, arg.type);
    });
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-INPUT */
function listOf({ name, type }: Extract<Argument, { readonly name: string }>, bindings: Bindings): string {
  const items = (bindings[EACH] ?? []).map((row) => {
    const bound = name === NO_NAME ? null : row[name];
    if (bound === undefined) throw new Error(`the parameter ${name} is not bound`);
    const text = encode(bound, type);
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}
