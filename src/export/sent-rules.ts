// What becomes of a value that is left out, null or empty, as a schema. Input: the rules of a field, as far as they are settled. Output: the
// same schema with what is not refused. Notation, part 4, keys Omitted fields, Null fields, Empty text.

import type { memberRule, InputRule } from '../analysis/values/input-rules.ts';
import { jsonValue } from '../analysis/values/value-schemas.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { openAt, type NotShown } from './not-shown.ts';
import { orNull, type Schema } from './schema.ts';
import type { Showing } from './shown.ts';
import type { Place } from './values.ts';

/** Which members of maps and objects are taken away. */
export function clearing(rules: readonly ReturnType<typeof memberRule>[]): Pick<Place, 'mayClear' | 'mayBeEmpty'> {
  return {
    mayClear: rules.some((rule) => rule?.nulls !== undefined),
    mayBeEmpty: rules.some((rule) => rule?.empty !== undefined),
  };
}

/** Also what is not refused: null, and the empty text in the place of any value. */
export function withRules(schema: Schema, { omitted, nulls, empty }: Rules, types: readonly FieldType[]): Schema {
  const isText = types.some(({ kind }) => kind === 'string');
  const emptied =
    empty.do === 'refuse' && isText && schema['type'] === 'string'
      ? { minLength: 1, ...schema, ...(schema['minLength'] === 0 && { minLength: 1 }) }
      : schema;
  const other = empty.do !== 'accept' && empty.do !== 'ask' && !isRefused(empty, omitted);
  const any =
    other && Object.keys(emptied).length > 0 && !(schema['type'] === 'string' && Object.keys(schema).length === 1)
      ? { anyOf: [emptied, { const: '' }] }
      : emptied;
  return isRefused(nulls, omitted) ? any : orNull(any);
}

/** What counts as missing is refused where what is missing is. */
export function isRefused(rule: InputRule, omitted: InputRule): boolean {
  return rule.do === 'refuse' || (rule.do === 'as missing' && omitted.do === 'refuse');
}

export function defaultOf(omitted: InputRule, types: readonly FieldType[]): Schema {
  if (omitted.do === 'copy') return { 'x-ninefold-default': `this \`${omitted.from}\`` } as Schema;
  return omitted.do === 'fill' ? { default: jsonValue(omitted.default, types) } : {};
}

export interface Rules {
  readonly omitted: InputRule;
  readonly nulls: InputRule;
  readonly empty: InputRule;
}

/** What nothing leaves open is as it is otherwise. */
export function settledRules(showing: Showing, { omitted, nulls, empty }: Rules): Rules {
  const settled = (rule: InputRule): InputRule =>
    rule.do === 'ask' && openFacts(showing, rule).length === 0 ? settled(rule.otherwise) : rule;
  return { omitted: settled(omitted), nulls: settled(nulls), empty: settled(empty) };
}

function openFacts({ model }: Showing, { facts }: Extract<InputRule, { readonly do: 'ask' }>): readonly NotShown[] {
  return facts.flatMap(({ path, slot }) => openAt(model, path, slot));
}

export function openRules(showing: Showing, rules: Rules): readonly NotShown[] {
  return [rules.omitted, rules.nulls, rules.empty].flatMap((rule) =>
    rule.do === 'ask' ? openFacts(showing, rule) : [],
  );
}
