// Do values that are kept still fit the document? Input: a rule of the plan. Output: a judgement of one stored value: shown and
// sent again it would be taken, and kept as it is. Decision 0006.

import { hasBlank } from '../base/text.ts';
import type { ValueType } from '../plan/input.ts';
import type { KeptRule, KeptShapes } from '../plan/plan.ts';
import type { SqlValue } from '../sql/expression.ts';
import { parseJson } from './exact-json.ts';
import type { Findings } from './findings.ts';
import { isObject } from './json-values.ts';
import { isNested, keeper } from './nested.ts';
import { decoder, encoder } from './resources.ts';
import { compileSchema } from './validate.ts';

/** Nothing always fits: whether a value must be there is the column's to say. */
export function judgeKept(rule: KeptRule, shapes: KeptShapes = {}): (stored: SqlValue) => boolean {
  const { value, schema, notBlank } = rule;
  const show = encoder(value);
  const fits = compileSchema(schema);
  const isTakenAgain = isNested(value) ? takesText(value, shapes) : takesValue(value);
  return (stored) => {
    if (stored === null) return true;
    const { value: json, exact } = parseJson(show(stored));
    if (notBlank === true && hasBlank(json)) return false;
    return fits(json) && isTakenAgain(json, exact, stored);
  };
}

type Takes = (json: unknown, exact: unknown, stored: string | number | bigint) => boolean;

function takesValue(value: ValueType): Takes {
  const decode = decoder(value);
  return (json, exact, stored) => String(decode(json, exact)) === String(stored);
}

function takesText(value: ValueType, shapes: KeptShapes): Takes {
  const keep = keeper(value, shapes);
  return (json, exact) => {
    const findings: Findings = { bindings: {}, failures: [], held: [] };
    const text = keep(json, exact, { name: '', above: undefined }, { findings, patch: false });
    if (findings.failures.length > 0) return false;
    // Only a gap is in the way: what the document does not show refuses no value.
    if (findings.held.length > 0) return true;
    return typeof text === 'string' && shows(JSON.parse(text), json);
  };
}

/** The same, but for members that are null in one and left out in the other. */
function shows(again: unknown, stored: unknown): boolean {
  if (Array.isArray(again) && Array.isArray(stored))
    return again.length === stored.length && again.every((each, place) => shows(each, stored[place]));
  if (!isObject(again) || !isObject(stored)) return again === stored;
  const names = new Set([...Object.keys(again), ...Object.keys(stored)]);
  return [...names].every((name) => shows(own(again, name), own(stored, name)));
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : null;
}
