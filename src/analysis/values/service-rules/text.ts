// What `= `…`` with holes makes, beside the field that holds it. Input: the parts of the text and the field. Output: a verdict as in
// service-rules.ts. Notation, part 2, "Who sets a field": a text is a text, and nothing is read out of it.

import type { FieldType } from '../../../notation/values/field-types.ts';
import { isUrl } from '../../../base/formats.ts';
import { isBlank } from '../../../base/text.ts';
import type { Constraint } from '../../../notation/values/constraints.ts';
import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { TextPart } from '../../../notation/values/formulas.ts';
import { valueOf } from '../../../notation/slot.ts';
import { exceeded, ownConstraints } from '../../document/allowed.ts';
import { shownType, type Into, type Verdict } from './verdicts.ts';
import { operandFact, type ValueFact } from '../operand-types.ts';
import { isStoredAs } from '../value-fits.ts';
import { isSealed } from '../../document/type-traits.ts';
import { kindOf } from '../../document/value-kinds.ts';

const FITS: Verdict = { kind: 'fits' };
const NARROWED: Verdict = { kind: 'held', word: 'Rule: text where it is narrowed' };

/** A part with what fills it. `fact` undefined: fixed text, or not known. */
interface Piece {
  readonly part: TextPart;
  readonly fact: ValueFact | undefined;
}

export function madeByText(model: Model, parts: readonly TextPart[], into: Into, owner: Resource): Verdict {
  const fixed = parts.map((part) => (part.kind === 'literal' ? part.text : undefined));
  if (!fixed.includes(undefined)) return constant(fixed.join(''), into);
  const pieces = parts.map((part): Piece => ({ part, fact: factOf(model, part, owner) }));
  for (const { part, fact } of pieces) {
    if (!fact || part.kind !== 'field') continue;
    const made = `\`{${part.path.join('.')}}\``;
    const kind = kindOf(fact.type);
    if (kind === 'list' || kind === 'object')
      return { kind: 'unlike', made, of: `${shownType(fact)}, which is no text` };
    if (fact.type.kind === 'seconds since 1970') return { kind: 'held', word: 'Rule: text of seconds since 1970' };
  }
  const [only] = pieces;
  if (pieces.length === 1 && only?.part.kind === 'field' && only.fact) return copied(model, only.fact, into);
  if (into.refers) return unlikeText();
  if (into.type.kind === 'string') return ofLength(pieces, into.narrowing);
  return into.type.kind === 'url' ? address(pieces, into) : unlikeText();
}

function unlikeText(): Verdict {
  return { kind: 'unlike', made: 'a text with holes', of: '`string`' };
}

function constant(text: string, { type, refers }: Into): Verdict {
  return refers || isSealed(type) || type.kind === 'state' || type.kind === 'resource'
    ? { kind: 'unlike', made: `\`${text}\``, of: 'a text' }
    : { kind: 'constant', text, written: 'text' };
}

function factOf(model: Model, part: TextPart, owner: Resource): ValueFact | undefined {
  if (part.kind !== 'field') return undefined;
  const at = { start: 0, end: 0 };
  const operand = { kind: 'field', owner: undefined, path: part.path, at } as const;
  const fact = operandFact(model, operand, { row: owner, self: owner, request: undefined });
  return fact.kind === 'value' ? fact : undefined;
}

/** `{f}` alone: the value of another field, as it is shown. */
function copied(model: Model, fact: ValueFact, into: Into): Verdict {
  if (!into.refers && into.type.kind === 'string') return ofLength([{ part: HOLE, fact }], into.narrowing);
  const { refers: _, ...shown } = fact;
  const same = fact.type.kind === into.type.kind && !into.refers && into.type.kind !== 'state';
  const isText = ['text', 'date', 'instant', 'as sent'].includes(kindOf(into.type));
  const target: ValueFact = { ...shown, type: into.type, refers: undefined, field: undefined };
  if (!same || !isText || !isStoredAs(model, { ...shown, refers: undefined }, target))
    return { kind: 'unlike', made: fact.name, of: shownType(fact) };
  return exceeded([...ownConstraints(fact.type), ...fact.allowed], into.narrowing) ? NARROWED : FITS;
}

const HOLE: TextPart = { kind: 'field', path: [] };

function ofLength(pieces: readonly Piece[], narrowing: readonly Constraint[]): Verdict {
  const least = sum(pieces.map((piece) => lengthOf(piece).min));
  const most = sum(pieces.map((piece) => lengthOf(piece).max));
  const short = narrowing.find((one) => one.kind === 'characters' && one.max !== undefined && one.max < least);
  if (short) return { kind: 'too wide', made: `a text of at least ${least} characters`, rule: short };
  const known: Constraint[] = [{ kind: 'characters', min: least, ...(most !== Infinity && { max: most }) }];
  if (pieces.some(({ part }) => part.kind === 'literal' && !isBlank(part.text))) known.push({ kind: 'not-blank' });
  const [only] = pieces;
  if (pieces.length === 1 && only?.fact && kindOf(only.fact.type) === 'text') known.push(...only.fact.allowed);
  return exceeded(known, narrowing) ? NARROWED : FITS;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

interface Length {
  readonly min: number;
  readonly max: number;
}

/** In code points; what is not known may be of any length. */
function lengthOf({ part, fact }: Piece): Length {
  if (part.kind === 'literal') return exactly([...part.text].length);
  const type = fact?.type;
  switch (type?.kind) {
    case 'string': {
      const bounds = [...ownConstraints(type), ...fact!.allowed].flatMap((one) =>
        one.kind === 'characters' ? [one] : [],
      );
      const least = Math.max(0, ...bounds.map(({ min }) => min ?? 0));
      return { min: least, max: Math.min(Infinity, ...bounds.map(({ max }) => max ?? Infinity)) };
    }
    case 'one-of': {
      const lengths = type.values.map((one) => [...one.text].length);
      return { min: Math.min(...lengths), max: Math.max(...lengths) };
    }
    case 'uuid':
      return exactly(36);
    case 'date':
      return exactly(10);
    case 'boolean':
      return { min: 4, max: 5 };
    case 'integer':
      // -9223372036854775808
      return { min: 1, max: 20 };
    default:
      return { min: 0, max: Infinity };
  }
}

function exactly(length: number): Length {
  return { min: length, max: length };
}

const SAFE: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'integer',
  'uuid',
  'boolean',
  'date',
  'date-time',
]);

/** It begins as an address does, and what fills it leaves it one. */
function address(pieces: readonly Piece[], { narrowing }: Into): Verdict {
  const sample = pieces.map(({ part }) =>
    part.kind === 'literal' ? part.text : part.kind === 'word' ? wordOf(part.word) : '1',
  );
  const first = pieces[0]!.part;
  if (first.kind === 'field') return unlikeText();
  if (!isUrl(sample.join(''))) return unlikeText();
  const isSafe = pieces.every(({ part, fact }) => part.kind !== 'field' || (fact !== undefined && isSafeThere(fact)));
  const head = sample.slice(0, pieces.findIndex(({ part }) => part.kind === 'field') >>> 0).join('');
  const isOpened = first.kind === 'word' ? first.word === 'base' && isBehindBase(pieces) : OPENED.test(head);
  return isSafe && isOpened && narrowing.length === 0 ? FITS : NARROWED;
}

/** Without a space in any of its values. Ids and slugs are letters, digits and hyphens. */
function isSafeThere({ type, field }: ValueFact): boolean {
  const setBy = field && valueOf(field.field.setBy);
  const rule = setBy?.kind === 'service' ? setBy.rule : undefined;
  return SAFE.has(type.kind) || rule?.kind === 'slug' || (rule?.kind === 'new id' && isPrintable(rule.prefix ?? ''));
}

function isPrintable(text: string): boolean {
  return /^[!-~]*$/.test(text);
}

/** Scheme, host, and the sign that ends the host. */
const OPENED = /^(?:https?|ftp|wss?):\/\/[^/?#]+[/?#]/i;

function isBehindBase(pieces: readonly Piece[]): boolean {
  const next = pieces[1]?.part;
  return next === undefined || (next.kind === 'literal' && /^[/?#]/.test(next.text));
}

function wordOf(word: string): string {
  return word === 'base' ? 'http://a.example' : '1';
}
