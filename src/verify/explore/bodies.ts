// Each other way to write the body of a call. Input: a call that fits, and its body. Output: calls whose bodies differ from it in one field,
// or in several at once. Notation, part 4, Body.

import { overwrites } from '../../analysis/document/effect-traits.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import type { InputField } from '../../analysis/document/input-fields.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { literalJson } from '../values/parameters.ts';
import { isUnique } from '../values/rows.ts';
import { isMembers, sameJson } from '../world/json.ts';
import { UNKNOWN, type Row } from '../world/known.ts';
import type { Draft } from './draft.ts';
import { isPlain, OfRow, type Drafted } from './drafted.ts';
import { decisive } from './decisive.ts';
import { decisiveNames, drafted, fieldOf, withAt, withoutAt, type DraftGround } from './drafting.ts';
import { bodiesAtLimits, valuesAtLimits } from './limit-values.ts';
import { LEFT_OUT, odd } from './odd-values.ts';
import { mayBeAbout } from './own-rows.ts';
import { fitting } from './values.ts';
import { ruledBy, typedBy, wantedOf } from './wanted.ts';

/** Kinds of changed bodies, each with its calls. */
export function bodies(
  ground: DraftGround,
  linked: LinkedOperation,
  draft: Draft,
  whole: Drafted,
): readonly [kind: string, drafts: Iterable<Draft>][] {
  const body = bodyOf(ground.model, linked);
  if (body.kind !== 'fields' || (draft.body.kind !== 'json' && draft.body.kind !== 'form')) return [];
  const { kind } = draft.body;
  const withBody = (value: Drafted): Draft => ({ ...draft, body: { kind, value } });
  const at = (field: InputField, value: Drafted): Draft => {
    const inside = field.list === undefined ? whole : itemOf(whole, field.list);
    const changed = value === LEFT_OUT ? withoutAt(inside, field.path) : withAt(inside, field.path, value);
    return withBody(field.list === undefined ? changed : withItem(whole, field.list, changed));
  };
  function* ofField(field: InputField, values: readonly Drafted[]): Generator<Draft> {
    for (const value of values) yield at(field, value);
  }
  return [
    // Who may say more than anybody should is found soon.
    ['read-only', readOnly(ground, body, whole, withBody)],
    ...body.fields.flatMap((field): [string, Iterable<Draft>][] => {
      const name = field.path.join('.');
      return [
        [`left out ${name}`, leftOut(ground, linked, draft, field)],
        [`taken ${name}`, ofField(field, ofRows(ground, field))],
        [`decisive ${name}`, ofField(field, decisive(ground.model, decisiveNames(field)).values)],
        ...merged(ground, linked, draft, field),
        [`field ${name}`, ofField(field, odd(ground, field, field.path.at(-1) ?? 'value'))],
        [`limit of ${name}`, ofField(field, valuesAtLimits(ground, linked, field))],
      ];
    }),
    ['whole', strange(body, whole, withBody)],
    [
      'limit',
      kind === 'json' ? bodiesAtLimits(ground, linked, whole).map((large): Draft => ({ ...draft, body: large })) : [],
    ],
  ];
}

type Fields = Extract<ReturnType<typeof bodyOf>, { kind: 'fields' }>;

/** A value that fits in each field that no caller may set. */
function* readOnly(
  ground: DraftGround,
  body: Fields,
  whole: Drafted,
  withBody: (value: Drafted) => Draft,
): Generator<Draft> {
  for (const { path, list, field } of body.readOnly) {
    if (list) continue;
    const wanted = wantedOf(ground.model, typedBy(field));
    const value = wanted && fitting(ground, { ...wanted, refers: undefined }, field.name.text);
    yield withBody(withAt(whole, path, value ?? 'x'));
  }
}

/** What no field of the body is. */
function* strange(body: Fields, whole: Drafted, withBody: (value: Drafted) => Draft): Generator<Draft> {
  yield withBody(withAt(whole, ['ninefold_unknown'], 1));
  const [wrapper] = isPlain(whole) ? Object.entries(whole) : [];
  if (wrapper && isPlain(wrapper[1])) yield withBody(withAt(whole, [wrapper[0], 'ninefold_unknown'], 1));
  // Several that are wrong at once.
  const wrong = body.fields.filter(({ list, path }) => list === undefined && path.length > 0);
  for (const bad of [{ x: 1 }, null, ''])
    yield withBody(wrong.reduce((made, { path }) => withAt(made, path, bad), whole));
  for (const [nth, { path }] of wrong.entries()) {
    const next = wrong[nth + 1];
    if (next) yield withBody(withAt(withAt(whole, path, { x: 1 }), next.path, { x: 1 }));
  }
  yield withBody({});
  yield withBody([]);
  yield withBody(null);
}

/** Where a row has another value than a new one has, it shows what becomes of what is left out. */
function* leftOut(ground: DraftGround, linked: LinkedOperation, draft: Draft, field: InputField): Generator<Draft> {
  const { sets, list, path, required } = field;
  if (!sets || list || valueOf(required)?.kind === 'yes' || !effectsOf(linked).some(overwrites)) return;
  const name = sets.field.name.text;
  const usual = defaultOf(sets.field);
  const isOther = (row: Row): boolean => {
    const value = row.get(name);
    return row.isThere === true && value !== UNKNOWN && !sameJson(value, usual);
  };
  const rows = mayBeAbout(linked, ground.rows(sets.resource));
  const row = draft.rows.find((one) => one.resource === sets.resource && isOther(one)) ?? rows.findLast(isOther);
  const made = row && drafted(ground, linked, { actor: draft.actor, row, isFull: true });
  if (!made || 'lacks' in made || !('value' in made.draft.body)) return;
  const { body } = made.draft;
  yield { ...made.draft, body: { ...body, value: withoutAt(body.value, path) } };
}

/** Of a nested shape that is merged: each member that may be left out, alone, and null where a row has it. */
function merged(
  ground: DraftGround,
  linked: LinkedOperation,
  draft: Draft,
  field: InputField,
): readonly [kind: string, drafts: Iterable<Draft>][] {
  const type = wantedOf(ground.model, field)?.type;
  if (!field.sets || field.list || type?.kind !== 'resource' || !effectsOf(linked).some(isMerge)) return [];
  const { sets, path } = field;
  const shape = ground.model.resources.get(type.resource.text)?.fields.items ?? [];
  const others = mayBeAbout(linked, ground.rows(sets.resource)).toReversed();
  function* withMember(member: Field, isNull: boolean): Generator<Draft> {
    const name = member.name.text;
    const hasMember = (row: Row): boolean => {
      const value = row.isThere === true ? row.get(sets!.field.name.text) : UNKNOWN;
      return isMembers(value) && (value[name] ?? null) !== null;
    };
    const row = isNull
      ? [...draft.rows, ...others].find((one) => one.resource === sets!.resource && hasMember(one))
      : draft.rows.at(-1);
    const made = row && drafted(ground, linked, { actor: draft.actor, row, isFull: false });
    const wanted = wantedOf(ground.model, ruledBy(member));
    const value = isNull ? null : wanted && fitting(ground, wanted, name);
    if (!made || 'lacks' in made || !('value' in made.draft.body) || value === undefined) return;
    const { body } = made.draft;
    yield { ...made.draft, body: { ...body, value: withAt(withoutAt(body.value, path), path, { [name]: value }) } };
  }
  return shape
    .filter(
      (member) => valueOf(member.required)?.kind === 'no' && (valueOf(member.setBy)?.kind ?? 'caller') === 'caller',
    )
    .flatMap((member): [string, Iterable<Draft>][] =>
      [false, true].map((isNull) => [
        `${isNull ? 'null' : 'alone'} ${[...path, member.name.text].join('.')}`,
        withMember(member, isNull),
      ]),
    );
}

function isMerge(effect: Effect): boolean {
  return effect.kind === 'merges into';
}

function defaultOf(field: Field): unknown {
  const given = valueOf(field.default);
  return given && given.kind !== 'field' ? literalJson(given, valueOf(field.type)) : null;
}

/** What rows have in the field that is set, and in fields of its name: for what is unique, and for what must be the same. */
function ofRows(ground: DraftGround, field: InputField): readonly Drafted[] {
  const name = field.path.at(-1) ?? '';
  const resources = field.sets
    ? [field.sets.resource]
    : [...ground.model.resources.keys()].filter((resource) => ground.model.fields.has(`${resource}.${name}`));
  const of = field.sets?.field.name.text ?? name;
  return resources.flatMap((resource) => [
    ...lastOf(
      ground.rows(resource),
      (row) => row.isThere !== false && row.get(of) !== UNKNOWN && row.get(of) !== null,
    ).flatMap((row) => {
      const held = fieldOf(ground.model, row, of);
      return typeof row.get(of) === 'string' ? [held, new OfRow(row, of, held.by, true)] : [held];
    }),
    ...ofGone(ground, resource, of),
  ]);
}

/** What a row had that is gone is free again. */
function ofGone(ground: DraftGround, resource: string, field: string): readonly Drafted[] {
  if (!isUnique(ground.model, resource, [field])) return [];
  const gone = lastOf(ground.rows(resource), (row) => row.isThere === false && row.get(field) !== UNKNOWN).at(-1);
  return gone ? [fieldOf(ground.model, gone, field)] : [];
}

/** The last two. */
function lastOf(rows: readonly Row[], is: (row: Row) => boolean): readonly Row[] {
  const found: Row[] = [];
  for (let place = rows.length - 1; place >= 0 && found.length < 2; place -= 1)
    if (is(rows[place]!)) found.unshift(rows[place]!);
  return found;
}

function itemOf(whole: Drafted, list: readonly string[]): Drafted {
  let at = whole;
  for (const step of list) at = isPlain(at) ? at[step] : undefined;
  return Array.isArray(at) ? at[0] : undefined;
}

function withItem(whole: Drafted, list: readonly string[], item: Drafted): Drafted {
  let at = whole;
  for (const step of list) at = isPlain(at) ? at[step] : undefined;
  const rest = Array.isArray(at) ? at.slice(1) : [];
  return withAt(whole, list, [item, ...rest]);
}
