// Names of a document as they are written into a form. Input: names and models. Output: words in ticks or bare, cut short with a count
// where there are many. Notation, rule 1.5.

import type { FieldType } from '../../../notation/values/field-types.ts';
import { oncePer } from '../../../base/once-per.ts';
import { ticked } from '../../../base/ticked.ts';
import type { Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { RESERVED_WORDS } from '../../../notation/reserved-words.ts';
import { valueOf } from '../../../notation/slot.ts';
import { isNested } from '../../document/paths.ts';

/** One that the Code table does not have. */
export const OTHER_CODE = 'a new code and its status: `…` 4…';

/** How many names of one kind are shown. */
const SHOWN = 8;

/** In the order of the document, the first few; then how many more there are: at least two, for one takes no more room. */
export function few(forms: readonly string[], what: string): readonly string[] {
  return fewOf(forms, what, (form) => form);
}

/** Each name in the same words. Only what is shown is written. */
export function fewOf(names: readonly string[], what: string, form: (name: string) => string): readonly string[] {
  if (names.length <= SHOWN + 1) return names.map(form);
  return [...names.slice(0, SHOWN).map(form), `… (${names.length - SHOWN} more ${what})`];
}

/** The same of all names but one, which is among them or not; a filter would go through all of them for each field. */
export function fewBut(
  names: readonly string[],
  but: string,
  what: string,
  form: (name: string) => string,
): readonly string[] {
  const first = names.slice(0, SHOWN + 3).filter((name) => name !== but);
  const number = names.length - (names.includes(but) ? 1 : 0);
  if (number <= SHOWN + 1) return first.map(form);
  return [...first.slice(0, SHOWN).map(form), `… (${number - SHOWN} more ${what})`];
}

/** What is shown beside the forms: how many more names there are, which ones are allowed in a hole. It is no form itself. */
export function isBeside(form: string): boolean {
  return /^… (?:\(\d+ more |is a resource: )/.test(form);
}

const PLAIN = /^\p{Lu}[\p{L}\p{M}\d_]*$/u;
/** `any` and `none` have a meaning of their own in place of a form. */
const TAKEN: ReadonlySet<string> = new Set([...RESERVED_WORDS, 'any', 'none']);

/** Bare, or in ticks where it would be read as a word. */
export function resourceText(name: string): string {
  return PLAIN.test(name) && !TAKEN.has(name.toLowerCase()) ? name : ticked(name);
}

/** Of every resource, with or without rows of its own. */
export const resourceNames: (model: Model) => readonly string[] = oncePer((model: Model): readonly string[] =>
  few([...model.resources.keys()].map(resourceText), 'resources'),
);

/** `Order.total`, as one tick. */
export function owned(resource: string, field: string): string {
  return ticked(`${resource}.${field}`);
}

export function codesOf(model: Model): readonly string[] {
  return [...model.codes.keys()].map(ticked);
}

/** Of operations, as values have them: `` `POST /orders` ``. */
export function headingsOf(model: Model): readonly string[] {
  return fewTicked([...model.operations.keys()], 'operations');
}

/** Those of `few` in ticks. */
export function fewTicked(names: readonly string[], what: string, before = ''): readonly string[] {
  return fewOf(names, what, (name) => before + ticked(name));
}

/** Those that have rows of their own. */
export function rowsOf(model: Model): readonly Resource[] {
  return [...model.resources.values()].filter((one) => !isNested(one));
}

export function fieldNames(resource: Resource | undefined, fits: (field: Field) => boolean = () => true): string[] {
  return (resource?.fields.items ?? []).filter(fits).map(({ name }) => ticked(name.text));
}

const UNLIKE: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'array',
  'set',
  'map',
  'object',
  'any',
  'file',
  'secret',
]);

/** What a list, a formula or a key is made of: neither a list nor an object, neither secret nor hidden. */
export function isPlain(field: Field): boolean {
  const type = valueOf(field.type);
  const base = type?.kind === 'nullable' ? type.of : type;
  return base !== undefined && !UNLIKE.has(base.kind);
}
