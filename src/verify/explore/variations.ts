// Each other way to make a call: every value at and beyond its bounds, other callers, other headers, broken bodies. Input: a call that fits.
// Output: calls that differ from it in one thing. What each comes to, the judge says.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { containerField } from '../../analysis/document/addresses.ts';
import { queryParameters } from '../../analysis/document/query-parameters.ts';
import { requestHeaders } from '../../analysis/document/request-headers.ts';
import { pathFacts, type Selection } from '../../analysis/document/targets.ts';
import { isWithoutContent } from '../exchange.ts';
import { makesNamed } from '../judge/effects/find.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import { NO_TAG } from '../world/tags.ts';
import { allActors } from './actors.ts';
import { bodies } from './bodies.ts';
import { decisive } from './decisive.ts';
import { withHeader, withoutHeader, withPath, type Draft, type Pair } from './draft.ts';
import { Shown, type Drafted } from './drafted.ts';
import { fieldOf, parameter, type DraftGround } from './drafting.ts';
import { held } from './held.ts';
import { LEFT_OUT, odd } from './odd-values.ts';
import { isReading } from './operations.ts';
import { mayBeAbout } from './own-rows.ts';
import { fitting } from './values.ts';
import { inOtherVersions } from './versions.ts';
import { ruledBy, typedBy, wantedOf } from './wanted.ts';

export interface VariedGround extends DraftGround {
  readonly world: Knowledge;
}

export interface Variation {
  /** The same for the same variation of another call to the operation. */
  readonly name: string;
  readonly draft: Draft;
}

/** Breadth first: one of each kind and of each field after the other, so that a short run has seen something of all. */
export function* variations(ground: VariedGround, draft: Draft): Generator<Variation> {
  const { linked } = draft;
  if (!linked) return;
  const kinds: [kind: string, drafts: Iterable<Draft>][] = [
    ['as it is', [draft]],
    ['caller', callers(ground, linked, draft)],
    ...paths(ground, linked, draft),
    ['query', queries(ground, linked, draft)],
    ['header', headers(ground, linked, draft)],
  ];
  if (draft.body.kind === 'json' || draft.body.kind === 'form') {
    kinds.push(...bodies(ground, linked, draft, draft.body.value));
    if (draft.body.kind === 'json') kinds.push(['no JSON', broken(draft)]);
  } else if (!isWithoutContent(draft.method)) kinds.push(['body', unexpected(draft)]);
  yield* inTurns(kinds);
}

function* inTurns(kinds: readonly (readonly [kind: string, drafts: Iterable<Draft>])[]): Generator<Variation> {
  let left = kinds.map(([kind, drafts]) => ({ kind, drafts: drafts[Symbol.iterator]() }));
  for (let nth = 0; left.length > 0; nth += 1) {
    const more: typeof left = [];
    for (const one of left) {
      const next = one.drafts.next();
      if (next.done === true) continue;
      yield { name: `${one.kind} ${nth}`, draft: next.value };
      more.push(one);
    }
    left = more;
  }
}

function* callers({ world }: VariedGround, linked: LinkedOperation, draft: Draft): Generator<Draft> {
  for (const actor of allActors(world, linked)) if (actor !== draft.actor) yield { ...draft, actor };
}

/** Rows that are not there, that are gone, others, those inside of another row than the one that the path names; and texts that name none. */
function paths(
  ground: VariedGround,
  linked: LinkedOperation,
  draft: Draft,
): readonly [kind: string, drafts: Iterable<Draft>][] {
  const { model } = ground;
  const { selections, rows: table, names } = pathFacts(model, linked);
  return names.flatMap((name): [string, Iterable<Draft>][] => {
    const withValue = (value: Drafted): Draft => ({ ...withPath(linked, draft, new Map([[name, value]])), rows: [] });
    const texts = ['0', '-1', 'x', '1.0', ' ', '9'.repeat(30), 'a/b', '%'].map(withValue);
    const selection = selections.find(({ keys }) => keys.some((key) => key.parameter === name));
    const key = selection?.keys.find((one) => one.parameter === name);
    const row = table.get(name);
    const mayBe = (value: Drafted): boolean => !selection || !mayNameOthers(linked, selection, value);
    const ofRow = row ? oddTexts(ground, row).filter(mayBe).map(withValue) : [];
    if (!selection || !key)
      return [
        [`path ${name}`, ofRow],
        [`text of ${name}`, texts],
      ];
    const withRow = (one: Row | undefined): readonly Draft[] =>
      one && one.get(key.field) !== UNKNOWN ? [{ ...withValue(fieldOf(model, one, key.field)), rows: [one] }] : [];
    const all = mayBeAbout(linked, ground.rows(selection.resource));
    const others = all.filter((one) => one.isThere !== false && !draft.rows.includes(one));
    const unknown = unknownKey(ground, selection.resource, key.field);
    return [
      [`unknown ${name}`, unknown === undefined ? [] : [withValue(unknown)]],
      [`gone ${name}`, withRow(all.findLast(({ isThere }) => isThere === false))],
      [`other ${name}`, withRow(others.at(-1))],
      [`apart ${name}`, withRow(others.findLast((one) => isApart(model, selection, selections, draft, one)))],
      [`path ${name}`, [...keysAtBounds(ground, selection.resource, key.field).filter(mayBe).map(withValue), ...ofRow]],
      [`text of ${name}`, texts],
    ];
  });
}

/** A key that no row has: of numbers a far one, as rows may have the small ones that nobody has seen. */
function unknownKey(ground: VariedGround, resource: string, name: string): Drafted {
  const { model } = ground;
  const field = model.fields.get(`${resource}.${name}`);
  const wanted = field && wantedOf(model, typedBy(field));
  const far = { model, rows: (of: string) => ground.rows(of), next: () => ground.next() + 500_000 };
  return wanted && fitting(far, { ...wanted, min: wanted.max > FAR ? FAR : wanted.min, refers: undefined }, 'nobody');
}

/** Within 32 bits. */
const FAR = 1_900_000_000;

/** Of a row that the call makes, or of one that cannot be. */
function keysAtBounds(ground: VariedGround, resource: string, name: string): readonly Drafted[] {
  const field = ground.model.fields.get(`${resource}.${name}`);
  return field ? oddTexts(ground, field) : [];
}

/** A small number may be the key of a row that nobody has seen: what changes or deletes rows is not sent to it. */
function mayNameOthers(linked: LinkedOperation, { resource }: Selection, value: Drafted): boolean {
  if (isReading(linked) || makesNamed(linked, resource)) return false;
  return (typeof value === 'number' || typeof value === 'string') && /^[1-9]\d*$/.test(String(value));
}

/** Is it inside of another row than the one that the path names? */
function isApart(
  model: Model,
  { resource, inside }: Selection,
  selections: readonly Selection[],
  draft: Draft,
  row: Row,
): boolean {
  const outer = selections.find(({ parameter }) => parameter === inside);
  const link = outer && containerField(model, resource, outer.resource);
  const holder = link === undefined ? undefined : row.get(link);
  return holder instanceof Row && holder.isThere !== false && !draft.rows.includes(holder);
}

/** As an address or a header may have them. */
function oddTexts(ground: VariedGround, stated: Parameter | Field): readonly Drafted[] {
  const values = odd(ground, ruledBy(stated), stated.name.text);
  return values.filter((one) => one !== LEFT_OUT && one !== null);
}

function* queries(ground: VariedGround, linked: LinkedOperation, draft: Draft): Generator<Draft> {
  const { model } = ground;
  const without = (name: string): readonly Pair[] => draft.query.filter(([one]) => one !== name);
  for (const row of queryParameters(model, linked).values()) {
    const name = row.name.text;
    const withValue = (value: Drafted): Draft => ({ ...draft, query: [...without(name), [name, value]] });
    const place = `query ${name}`;
    const usual = parameter(ground, row, name, place);
    const others = decisive(model, [place]).values;
    for (const value of [usual, ...others, ...held(ground, linked, row), ...oddTexts(ground, row)])
      if (value !== undefined && value !== null) yield withValue(value);
    yield { ...draft, query: without(name) };
    if (usual !== undefined) yield { ...draft, query: [...without(name), [name, usual], [name, usual]] };
  }
  for (const [text, cursor] of ground.world.cursors)
    if (cursor.operation === linked.operation.name.text) {
      const name = valueOf(linked.facts.pages)?.first ?? 'cursor';
      yield { ...draft, query: [...without(name), [name, new Shown(text)]] };
    }
  yield { ...draft, query: [...draft.query, ['ninefold_unknown', '1']] };
}

function* headers(ground: VariedGround, linked: LinkedOperation, draft: Draft): Generator<Draft> {
  const about = draft.rows.at(-1);
  for (const { header, on } of valueOf(linked.facts.preconditions) ?? []) {
    const name = header.text;
    const shown = about && on && ground.headerOf(about, on.text);
    yield withoutHeader(draft, name);
    for (const value of [NO_TAG, '*', 'x', ...(shown === undefined ? [] : [new Shown(shown)])])
      yield withHeader(draft, name, value);
  }
  yield withHeader(draft, 'Accept', 'application/x-ninefold-none');
  yield withHeader(draft, 'Accept', '*/*');
  yield withHeader(draft, 'Origin', 'https://example.com');
  for (const { row } of requestHeaders(linked).values()) {
    const name = row.name.text;
    yield withoutHeader(draft, name);
    const { values } = decisive(ground.model, [`header ${name.toLowerCase()}`]);
    for (const value of [...values, ...oddTexts(ground, row)]) yield withHeader(draft, name, value);
  }
  const tag = about && ground.headerOf(about, 'ETag');
  if (tag !== undefined && draft.method === 'GET') yield withHeader(draft, 'If-None-Match', new Shown(tag));
  yield* inOtherVersions(ground.model, linked, draft);
  if (draft.method === 'GET') yield { ...draft, method: 'HEAD' };
}

/** What is no JSON, or is not said to be. */
function* broken(draft: Draft): Generator<Draft> {
  const text = (body: string): Draft => ({ ...draft, body: { kind: 'text', text: body } });
  for (const body of ['{', '{"a":1,"a":2}', '{"a":1}x', '']) yield text(body);
  yield { ...draft, body: { kind: 'none' } };
  const without = draft.headers.filter(([name]) => name !== 'Content-Type');
  for (const type of ['text/plain', 'application/xml', 'application/json; charset=utf-8'])
    yield { ...draft, headers: [...without, ['Content-Type', type]] };
}

/** A body where none is taken. */
function* unexpected(draft: Draft): Generator<Draft> {
  yield {
    ...draft,
    headers: [...draft.headers, ['Content-Type', 'application/json']],
    body: { kind: 'json', value: { x: 1 } },
  };
}
