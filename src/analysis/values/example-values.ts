// Whether a value of an example can be one of a field. Input: the field's type and the JSON. Output: what was expected, and where; nothing
// where it may be. Notation, part 2 "Types" and section 3.

import { withArticle } from '../../base/article.ts';
import { isDate, isDuration, isEmail, isInstant, isTime, isUrl, isUuid } from '../../base/formats.ts';
import type { JsonNode } from '../../base/json-places.ts';
import type { Span } from '../../base/span.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { machineViews } from '../document/moves.ts';

export interface Expected {
  readonly expected: string;
  readonly at: Span;
}

const FORMS: Readonly<Partial<Record<FieldType['kind'], (text: string) => boolean>>> = {
  date: isDate,
  'date-time': isInstant,
  time: isTime,
  duration: isDuration,
  uuid: isUuid,
  url: isUrl,
  email: isEmail,
};

/** `…`, `<id>`, `{id}`: a placeholder for a value. */
const PLACEHOLDER = /…|\.\.\.|<[^>]*>|\{[^}]*\}/;

export function expectedOf(
  model: Model,
  resource: Resource,
  field: Field,
  type: FieldType,
  node: JsonNode,
): Expected | undefined {
  const inner = (of: FieldType, item: JsonNode): Expected | undefined => expectedOf(model, resource, field, of, item);
  const unless = (fits: boolean, expected: string): Expected | undefined =>
    fits ? undefined : { expected, at: node.at };
  if (node.kind === 'string' && PLACEHOLDER.test(node.text)) return undefined;
  switch (type.kind) {
    case 'nullable':
      return node.kind === 'null' ? undefined : inner(type.of, node);
    case 'resource':
    case 'same-as':
    case 'file':
      return undefined;
    case 'string':
      return node.kind === 'string' ? textFits(field, type, node.text, node.at) : unless(false, 'a text');
    case 'secret':
      return unless(node.kind === 'string', 'a text');
    case 'one-of':
      return oneOf(
        node,
        type.values.map(({ text }) => text),
      );
    case 'state':
      return oneOf(node, machineViews(model).get(`${resource.name.text}.${field.name.text}`)?.states ?? []);
    case 'integer':
    case 'seconds since 1970':
      return unless(node.kind === 'number' && Number.isInteger(Number(node.text)), 'a whole number');
    case 'number':
    case 'decimal':
      return unless(node.kind === 'number', 'a number');
    case 'boolean':
      return unless(node.kind === 'boolean', '`true` or `false`');
    case 'object':
      return unless(node.kind === 'object', 'an object');
    case 'any':
      return unless(node.kind !== 'null', 'a value that is not null');
    case 'map':
      if (node.kind !== 'object') return unless(false, 'an object');
      return firstOf(node.members, ({ value }) => inner(type.of, value));
    case 'array':
    case 'set':
      if (node.kind !== 'list') return unless(false, 'a list');
      return firstOf(node.items, (item) => inner(type.of, item));
    default:
      return unless(node.kind === 'string' && FORMS[type.kind]!(node.text), withArticle(type.kind, `\`${type.kind}\``));
  }
}

/** Its length, and `not blank`. */
function textFits(
  field: Field,
  { min, max }: Extract<FieldType, { kind: 'string' }>,
  text: string,
  at: Span,
): Expected | undefined {
  const length = [...text].length;
  if (length < (min ?? 0) || length > (max ?? length))
    return { expected: `a text of ${min === undefined ? 'at most' : `${min} to`} ${max} characters`, at };
  const isBlank = text.trim() === '' && (valueOf(field.allowed) ?? []).some(({ kind }) => kind === 'not-blank');
  return isBlank ? { expected: 'a text that is not blank', at } : undefined;
}

function oneOf(node: JsonNode, values: readonly string[]): Expected | undefined {
  if (node.kind === 'string' && (values.length === 0 || values.includes(node.text))) return undefined;
  const shown = values.slice(0, 6).map((value) => `\`${value}\``);
  const expected = shown.length === 0 ? 'a text' : `one of ${shown.join(', ')}${values.length > 6 ? ', …' : ''}`;
  return { expected, at: node.at };
}

function firstOf<T>(items: readonly T[], expect: (item: T) => Expected | undefined): Expected | undefined {
  for (const item of items) {
    const found = expect(item);
    if (found) return found;
  }
  return undefined;
}
