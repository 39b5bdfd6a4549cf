// An answer whose names lack their ticks. Input: a model, a fact, the words. Output: the same words with the ticks written, where they are
// those of one form that is allowed there, or of one with another name of the same kind; else nothing. Notation, rule 1.5.

import { ticked } from '../../../base/ticked.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Model } from '../../../model/model.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { OPERATION } from '../../../notation/operation.ts';
import { columnOfAll } from '../../../notation/parameters.ts';
import { FIELD, type Resource } from '../../../notation/resources.ts';
import { valueOf, type Unreadable } from '../../../notation/slot.ts';
import { formsHere } from './offered.ts';
import { baseOf } from './fields.ts';
import { isBeside, owned } from './names.ts';
import { statesOf } from './states.ts';
import type { Fact } from '../../gaps/slots/fact.ts';

export function withTicks(model: Model, fact: Fact, words: string): string | undefined {
  const some = spansOf(words);
  const unticked = words.replaceAll('`', '').trim().replace(/\s+/g, ' ');
  if (/["\n]/.test(words) || unticked === '') return undefined;
  const forms = formsHere(model, fact).filter((form) => form.includes('`') && !isBeside(form));
  const closed = [
    ...forms.filter((form) => !form.includes('…')),
    ...(fact.of === OPERATION.does ? movesTo(model) : []),
  ];
  const found = new Set([
    ...closed.filter((form) => form.replaceAll('`', '') === unticked),
    ...named(model, fact, closed, unticked),
    ...listed(model, fact, forms, unticked),
  ]);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  const all = new Set(spansOf(only));
  return only === words.trim() || !some.every((span) => all.has(span)) ? undefined : only;
}

/** The text in ticks. */
function spansOf(words: string): readonly string[] {
  return [...words.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

/** A condition, as its reader has it with ticks: where each name in them is one that the document declares. */
export function conditionTicks(model: Model, fact: Fact, slot: Unreadable): string | undefined {
  const { ticked: words, text } = slot;
  if (words === undefined || words.replaceAll('`', '') !== text.replaceAll('`', '')) return undefined;
  const some = new Set(spansOf(text));
  const names = [...namesHere(model, fact), ...sentNames(model, fact)];
  const isKnown = (name: string): boolean => some.has(name) || names.some((all) => all.has(name));
  return spansOf(words).every(isKnown) ? words : undefined;
}

/** What operations take, of a move any of them: rows of their Body and Query tables. */
function sentNames(model: Model, { subject }: Fact): Names {
  const headings = subject.on === 'operations' ? subject.operations : [...model.operations.keys()];
  const facts = headings.flatMap((heading) => model.operations.get(heading)?.facts ?? []);
  const rows = facts.flatMap(({ bodyTable, queryTable }) => [...bodyTable.items, ...queryTable.items]);
  return [new Set(rows.map(({ name }) => name.text))];
}

/** Where any text is allowed it is in ticks, even a word of the notation. */
const VALUES: ReadonlySet<AnyDeclaration | undefined> = new Set<AnyDeclaration>([
  FIELD.columns.default,
  FIELD.columns.allowed,
  ...columnOfAll('default'),
  ...columnOfAll('allowed'),
]);

/** A word of the notation that was typed in ticks, as the question shows it, where nothing declared has this name. */
export function withoutTicks(model: Model, fact: Fact, words: string): string | undefined {
  const word = /^`([^`]+)`$/.exec(words.trim())?.[1];
  if (word === undefined || VALUES.has(fact.of) || !formsHere(model, fact).includes(word)) return undefined;
  return namesHere(model, fact).some((names) => names.has(word)) ? undefined : word;
}

/** An effect names the state where it leads. */
const movesTo = oncePer(({ machines }: Model): readonly string[] =>
  [...machines.values()].flatMap((machine) =>
    statesOf(machine).map((state) => `moves ${machine.name.text} to ${ticked(state)}`),
  ),
);

/** A form with one name, and another name of that kind in its place: forms are cut short where there are many. */
function named(model: Model, fact: Fact, closed: readonly string[], unticked: string): readonly string[] {
  const kinds = namesHere(model, fact);
  return closed.flatMap((form) => {
    const [before = '', name, after, ...more] = form.split('`');
    if (name === undefined || after === undefined || more.length > 0) return [];
    if (!unticked.startsWith(before) || !unticked.endsWith(after) || unticked.length <= before.length + after.length)
      return [];
    const meant = unticked.slice(before.length, unticked.length - after.length);
    const isOne = kinds.some((names) => names.has(name) && names.has(meant));
    return isOne ? [before + ticked(meant) + after] : [];
  });
}

/** `` any except `…` ``, `` several: `…`, `…` ``: names by commas, each of which is allowed alone there. */
function listed(model: Model, fact: Fact, forms: readonly string[], unticked: string): readonly string[] {
  const alone = forms.filter((form) => /^`[^`…]+`$/.test(form));
  return forms.flatMap((form) => {
    const before = /^(.*?)`…`(?:, `…`)?$/.exec(form)?.[1]?.replace(/^several: $/, '');
    if (before === undefined || before.includes('`') || before.endsWith(': ') || !unticked.startsWith(before))
      return [];
    const items = unticked.slice(before.length).split(/ ?, ?/);
    if (before === '' && items.length < 2) return [];
    const names = items.flatMap((item) => [...new Set(one(model, fact, alone, item))]);
    return names.length === items.length ? [before + names.join(', ')] : [];
  });
}

function one(model: Model, fact: Fact, alone: readonly string[], item: string): readonly string[] {
  const found = alone.includes(ticked(item)) ? [ticked(item)] : [];
  return [...found, ...named(model, fact, alone, item)];
}

type Names = readonly ReadonlySet<string>[];

/** Names that the document declares, by kind. */
function namesHere(model: Model, fact: Fact): Names {
  const own = 'resource' in fact.subject ? fact.subject.resource : undefined;
  const ofFields = fieldsOf(model);
  return [...everywhere(model), ...(own === undefined ? [...ofFields.values()].flat() : (ofFields.get(own) ?? []))];
}

const everywhere = oncePer(({ document, operations, codes, resources, machines }: Model): Names => {
  const kinds = [
    [...operations.keys()],
    [...codes.keys()],
    document.events.kinds.items.map(({ name }) => name.text),
    ...[...machines.values()].map(statesOf),
    [...resources.values()].flatMap(ownedOf),
  ];
  return kinds.map((names) => new Set(names));
});

/** Of each resource: its fields, and what each of them may be. */
const fieldsOf = oncePer(
  ({ resources }: Model): ReadonlyMap<string, Names> =>
    new Map(
      [...resources].map(([name, resource]) => [
        name,
        [resource.fields.items.map((field) => field.name.text), ...choicesOf(resource)].map((names) => new Set(names)),
      ]),
    ),
);

function ownedOf({ name, fields }: Resource): readonly string[] {
  return fields.items.map((field) => owned(name.text, field.name.text).slice(1, -1));
}

function choicesOf({ fields }: Resource): readonly (readonly string[])[] {
  return fields.items.flatMap((field) => {
    const type = baseOf(field) === 'one-of' ? valueOf(field.type) : undefined;
    const choice = type?.kind === 'nullable' ? type.of : type;
    return choice?.kind === 'one-of' ? [choice.values.map(({ text }) => text)] : [];
  });
}
