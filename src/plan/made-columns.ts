// What a rule of the service gives rows that were there before it. Input: a field that is kept. Output: an expression over the row
// alone, or why its value cannot be known any more. Notation, part 2, "Rules of the service"; decision 0041.

import { known } from '../base/fault.ts';
import { mayChange } from '../analysis/document/changed-fields.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { pathsOf } from '../analysis/document/rule-paths.ts';
import { mustBeThere } from '../analysis/values/service-rules.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { otherFieldIn, printFieldDefault, type OtherField } from '../notation/values/field-defaults.ts';
import { printRule } from '../notation/values/rules.ts';
import type { Expr } from '../sql/expression.ts';
import { columnsOf, parametersOf, searches } from '../sql/walk.ts';
import { computedField } from './computed.ts';
import type { MadeRule } from './made-rule.ts';
import { fieldExpr, fieldNamed, type RowContext, type RowScope } from './rows.ts';
import { unlessOpen } from './unless-wrong.ts';

/** Undefined: no rule makes it, one that nothing is said of here, or one that rests on what is not shown. */
export function madeColumn(model: Model, resource: Resource, field: Field): MadeRule | undefined {
  const rule = ruleOf(field);
  const other = otherFieldIn(field.default);
  if (other && !rule) return madeFrom(model, resource, field, other);
  switch (rule?.kind) {
    case 'now':
      return { said: printRule(rule), unknown: `when these rows were ${WHEN[rule.when]} is not kept` };
    case 'caller':
      return {
        said: printRule(rule),
        unknown: `who ${rule.when === 'at create' ? 'made' : 'changed'} these rows is not kept`,
      };
    case 'token':
      return {
        said: rule.kind,
        unknown: 'what is made is shown with the answer that makes the row, and nobody would see it',
      };
    case 'slug': {
      const path = rule.of.text.split('.');
      const value = unlessOpen(model, () => fieldExpr(contextOf(model), { kind: 'table', resource }, path).expr);
      return (
        value &&
        madeOf(model, resource, {
          said: printRule(rule),
          paths: [path],
          value,
          slug: true,
          must: mustBeThere(field),
          stays: rule.atCreate,
        })
      );
    }
    case 'text':
    case 'arithmetic': {
      if (!rule.atCreate) return undefined;
      const row: RowScope = { kind: 'table', resource };
      const type = known(valueOf(field.type), `the type of ${field.name.text} is not known`);
      const value = unlessOpen(model, () => computedField(contextOf(model), row, rule, type).expr);
      return value && madeOf(model, resource, { said: printRule(rule), paths: pathsOf(rule), value, stays: true });
    }
    default:
      return undefined;
  }
}

/** A Default that is another field: what that field holds. */
function madeFrom(model: Model, resource: Resource, field: Field, other: OtherField): MadeRule | undefined {
  const row: RowScope = { kind: 'table', resource };
  const value = unlessOpen(model, () => fieldExpr(contextOf(model), row, other.path).expr);
  const said = printFieldDefault(other);
  return value && madeOf(model, resource, { said, paths: [other.path], value, must: mustBeThere(field), stays: false });
}

const WHEN = { 'at create': 'made', 'at change': 'changed' } as const;

function contextOf(model: Model): RowContext {
  let aliases = 0;
  return { model, alias: () => `r${++aliases}`, make: () => undefined, computed: computedField };
}

interface Making {
  readonly said: string;
  readonly paths: readonly (readonly string[])[];
  readonly value: Expr;
  readonly slug?: true;
  readonly must?: boolean;
  /** It is of the moment at which the row was made; else of the row as it is. */
  readonly stays: boolean;
}

function madeOf(model: Model, resource: Resource, { said, paths, value, slug, must, stays }: Making): MadeRule {
  if (searches(value)) {
    const other = paths.find((path) => !fieldNamed(model, resource, path.join('.'))) ?? paths[0] ?? [];
    return {
      said,
      unknown: `\`${other.join('.')}\` is in another row, and what it was when these rows were made is not kept`,
    };
  }
  if (parametersOf(value).length > 0)
    return { said, unknown: 'what the words in `<…>` were when these rows were made is not kept' };
  const names = stays ? columnsOf(value, undefined).map(({ column }) => column) : [];
  const changing = names.filter((name) => {
    const field = fieldNamed(model, resource, name);
    return field !== undefined && mayChange(model, resource, field);
  });
  return {
    said,
    value,
    ...(slug && { slug }),
    ...(must && { must }),
    ...(changing.length > 0 && { mayChange: changing }),
  };
}
