// The features that what sets a field needs: who sends it, or the rule of the service. Input: Set by of a field. Output: features.

import type { Field, Resource } from '../../../notation/resources.ts';
import type { Name } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Arithmetic, Rule } from '../../../notation/values/formulas.ts';
import type { SetBy } from '../../../notation/values/rules.ts';
import type { Model } from '../../../model/model.ts';
import { isNested } from '../../document/paths.ts';
import { decidingConditions } from '../../document/rule-paths.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { wordFeatures } from './angle-words.ts';
import { fixedSecretFits, ruleFits } from './combinations.ts';
import { callerValueFeatures } from './several-callers.ts';
import { pathInside } from '../../document/value-paths.ts';
import { conditionFeatures, orderFeatures, pathFeatures } from './values.ts';

export function setByFeatures(model: Model, setBy: SetBy, owner: Resource, field: Field): Features {
  switch (setBy.kind) {
    case 'caller':
      return [
        setBy.atCreate ? 'Set by: caller at create' : 'Set by: caller',
        ...featureIf(setBy.hidden, 'Set by: hidden'),
        ...(setBy.atCreate ? fixedSecretFits(model, owner, field) : []),
      ];
    case 'service': {
      const own = isNested(owner) ? 'Set by: service in a nested shape' : 'Set by: service';
      const { rule } = setBy;
      const words =
        rule.kind === 'gap' ? [] : [...ruleFeatures(model, rule, owner, field), ...ruleFits(model, rule, field, owner)];
      return [own, ...featureIf(setBy.hidden, 'Set by: hidden'), ...words];
    }
    case 'by operation':
    case 'rows':
      return [`Set by: ${setBy.kind}`];
  }
}

function ruleFeatures(model: Model, rule: Rule, owner: Resource, field: Field): Features {
  switch (rule.kind) {
    case 'new id':
      return [rule.prefix === undefined ? 'Rule: new id' : 'Rule: new id with prefix'];
    case 'now':
      return [`Rule: now ${rule.when}`];
    case 'slug':
      return [rule.atCreate ? 'Rule: slug of, at create' : 'Rule: slug of'];
    case 'text':
      return [
        rule.atCreate ? 'Rule: text, at create' : 'Rule: text',
        ...rule.parts.flatMap((part): Features => {
          if (part.kind === 'word') return wordsOfRule(part.word, rule.atCreate === true);
          return part.kind === 'field' ? rulePathFeatures(model, owner, part.path) : [];
        }),
      ];
    case 'arithmetic':
      return [
        rule.atCreate ? 'Rule: arithmetic, at create' : 'Rule: arithmetic',
        ...arithmeticFeatures(model, rule.expression, owner),
      ];
    case 'address':
      return ['Rule: address of'];
    case 'new resource':
      return ['Rule: new R'];
    case 'count':
    case 'exists':
    case 'sum':
    case 'min':
    case 'max':
      return [
        rule.kind === 'exists' ? 'Rule: there is' : `Rule: ${rule.kind} of`,
        ...(rule.where
          ? conditionFeatures(model, isThere(rule.resource, rule.where), { row: owner, self: owner })
          : []),
      ];
    case 'list': {
      const searched = model.resources.get(rule.resource.text);
      return [
        rule.order.length === 0 ? 'Rule: list of, without an order' : 'Rule: list of',
        ...orderFeatures(model, { keys: rule.order }, searched),
        ...(rule.where
          ? conditionFeatures(model, isThere(rule.resource, rule.where), { row: owner, self: owner })
          : []),
      ];
    }
    case 'by the table below':
      return [
        `Rule: ${rule.kind}`,
        ...decidingConditions(rule).flatMap((one) => conditionFeatures(model, one, { row: owner, self: owner })),
      ];
    case 'caller':
      return [`Rule: caller ${rule.when}`, ...callerValueFeatures(model, rule.path, field)];
    default:
      return [`Rule: ${rule.kind}`];
  }
}

/** A value that is made again at each look would be of another request each time. */
function wordsOfRule(word: string, atCreate: boolean): Features {
  if (word === 'request id' && !atCreate) return ['Word: request id in a rule, but at create'];
  return word.startsWith('header ') ? ['Word: header in a rule'] : wordFeatures(word, NO_COLUMNS);
}

function isThere(resource: Name, where: Condition): Condition {
  return { kind: 'exists', negated: false, resource, where, at: where.at };
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

function arithmeticFeatures(model: Model, expression: Arithmetic, owner: Resource): Features {
  if (expression.kind === 'operation')
    return [
      ...arithmeticFeatures(model, expression.left, owner),
      ...arithmeticFeatures(model, expression.right, owner),
    ];
  const { operand } = expression;
  if (operand.kind === 'caller') return ['Condition: caller'];
  if (operand.kind !== 'field') return [];
  if (operand.owner === 'caller') return ['Rule: arithmetic over the caller'];
  if (operand.owner === 'header') return [`Condition: ${operand.owner}`];
  return rulePathFeatures(model, owner, operand.path);
}

/** Nothing is computed yet of what is inside of a value. */
function rulePathFeatures(model: Model, owner: Resource, path: readonly string[]): Features {
  const isInside = pathInside(model, owner, path) !== undefined;
  return isInside ? ['Rule: path into a value'] : pathFeatures(model, owner, path);
}
