// The call that an operation asks for, with values that fit. Input: an operation, who calls, the row that it is about. Output: a draft;
// what has to be there first and is not. Notation, part 4.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import { valueOf } from '../../notation/slot.ts';
import { containerField } from '../../analysis/document/addresses.ts';
import { ofBody, type InputField } from '../../analysis/document/input-fields.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { queryParameters } from '../../analysis/document/query-parameters.ts';
import { keyHeader } from '../../analysis/document/repeats.ts';
import { requestHeaders } from '../../analysis/document/request-headers.ts';
import { effectsOf, pathFacts, type Selection } from '../../analysis/document/targets.ts';
import { receiversOf } from '../../analysis/requests/receivers.ts';
import { referenceOf } from '../../analysis/document/value-kinds.ts';
import { versionsOf } from '../../analysis/document/versions.ts';
import { makesNamed } from '../judge/effects/find.ts';
import { prefixOf } from '../judge/route.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import type { Actor, Draft, DraftedBody, Pair } from './draft.ts';
import { Fresh, isPlain, Key, OfRow, Shown, type Drafted } from './drafted.ts';
import { decisive, fittingOrDecisive, isDecisive } from './decisive.ts';
import { mayBeAbout } from './own-rows.ts';
import { fitting, mixed, type Ground } from './values.ts';
import { ruledBy, wantedOf } from './wanted.ts';

export interface DraftGround extends Ground {
  isOneIn(count: number): boolean;
  /** Where events may be sent to. */
  readonly listener: string | undefined;
  /** Values of fields that are sent each time, by `Resource.field`. */
  readonly heard?: ReadonlyMap<string, Drafted> | undefined;
  /** The last value of a header that a reply about the row had. */
  headerOf(row: Row, header: string): string | undefined;
}

export interface Choice {
  readonly actor: Actor;
  /** What the path is about: a row for the last parameter that selects one. */
  readonly row: Row | undefined;
  /** Fields that may be left out are sent: all, none, or some. */
  readonly isFull: boolean | 'some';
  /** Rows that references to their resources are to. */
  readonly named?: readonly Row[] | undefined;
}

/** `lacks`: resources of which a row has to be known first. */
export type Drafting = { readonly draft: Draft } | { readonly lacks: readonly string[] };

export function drafted(ground: DraftGround, linked: LinkedOperation, choice: Choice): Drafting {
  const lacks: string[] = [];
  const { path, rows } = pathOf(ground, linked, choice.row, lacks);
  const body = bodyFor(ground, linked, choice, lacks);
  if (lacks.length > 0) return { lacks };
  const { method } = linked.operation;
  const row = rows.at(-1);
  const headers = [
    ...headersFor(ground, linked, row, body.kind !== 'none'),
    ...versionHeader(ground.model, linked),
    ...(body.kind === 'none' ? [] : ([['Content-Type', mediaIn(linked)]] as const)),
  ];
  const query = [...queryFor(ground, linked), ...versionQuery(ground.model)];
  return { draft: { linked, method, path, query, headers, body, actor: choice.actor, rows } };
}

export function mediaIn({ facts }: LinkedOperation): string {
  return valueOf(facts.mediaType)?.in ?? 'application/json';
}

/** The resource that the last parameter of the path selects a row of. */
export function rowSelected(model: Model, linked: LinkedOperation): string | undefined {
  return pathFacts(model, linked).selections.at(-1)?.resource;
}

/** A row as another one names it. */
export function fieldOf(model: Model, row: Row, field: string): OfRow {
  const type = valueOf(model.fields.get(`${row.resource}.${field}`)!.type);
  return new OfRow(row, field, type && referenceOf(model, type)?.by);
}

function pathOf(
  ground: DraftGround,
  linked: LinkedOperation,
  row: Row | undefined,
  lacks: string[],
): Pick<Draft, 'path' | 'rows'> {
  const { model } = ground;
  const { selections, rows: table } = pathFacts(model, linked);
  const chosen = rowsOf(ground, linked, selections, row);
  const values = new Map<string, Drafted>();
  for (const selection of selections) {
    const isNew = row === undefined && makesNamed(linked, selection.resource);
    const selected = isNew ? undefined : chosen.get(selection.parameter);
    if (isNew)
      for (const { parameter: name, field } of selection.keys) values.set(name, keyFor(ground, selection, field));
    else if (!selected) lacks.push(selection.resource);
    else for (const { parameter, field } of selection.keys) values.set(parameter, fieldOf(model, selected, field));
  }
  const pieces = linked.operation.path.split(/\{([^{}]*)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return { value: values.get(piece) ?? parameter(ground, table.get(piece), piece) ?? 'x' };
  });
  const rows = [...chosen.values()].filter((one) => row !== undefined || !makesNamed(linked, one.resource));
  return { path: [prefixOf(model, linked), ...pieces], rows };
}

/** Of a row that the call makes. */
function keyFor(ground: DraftGround, { resource }: Selection, name: string): Drafted {
  const { model } = ground;
  const field = model.fields.get(`${resource}.${name}`)!;
  const wanted = wantedOf(model, ruledBy(field));
  return wanted && fitting(ground, { ...wanted, refers: undefined }, name);
}

/** From the last one outwards: a row is inside of the row that it names. */
function rowsOf(
  ground: DraftGround,
  linked: LinkedOperation,
  selections: readonly Selection[],
  last: Row | undefined,
): ReadonlyMap<string, Row> {
  const chosen = new Map<string, Row>();
  for (const selection of selections.toReversed()) {
    const { resource, inside, keys } = selection;
    const isKnown = (row: Row): boolean => keys.every(({ field }) => row.get(field) !== UNKNOWN);
    const wanted = last?.resource === resource && chosen.size === 0 ? last : chosen.get(`in ${selection.parameter}`);
    const row =
      wanted ?? mayBeAbout(linked, ground.rows(resource)).findLast((one) => one.isThere !== false && isKnown(one));
    if (!row || !isKnown(row)) continue;
    chosen.set(selection.parameter, row);
    const outer = selections.find(({ parameter: name }) => name === inside);
    const field = outer && containerField(ground.model, resource, outer.resource);
    const container = field === undefined ? undefined : row.get(field);
    if (outer && container instanceof Row) chosen.set(`in ${outer.parameter}`, container);
  }
  return new Map(
    selections.flatMap(({ parameter: name }) => (chosen.has(name) ? [[name, chosen.get(name)!] as const] : [])),
  );
}

/** `place`: `header x-version`, `query size`. */
export function parameter(ground: DraftGround, row: Parameter | undefined, name: string, place?: string): Drafted {
  const wanted = row && wantedOf(ground.model, ruledBy(row));
  return wanted && fittingOrDecisive(ground, wanted, name, decisive(ground.model, place === undefined ? [] : [place]));
}

function queryFor(ground: DraftGround, linked: LinkedOperation): readonly Pair[] {
  return [...queryParameters(ground.model, linked).values()].flatMap((row): readonly Pair[] => {
    const place = `query ${row.name.text}`;
    const isNeeded = valueOf(row.required)?.kind === 'yes';
    if (!isNeeded && !(isDecisive(ground.model, place) && mixed(ground.next()) % 2 === 0)) return [];
    return [[row.name.text, parameter(ground, row, row.name.text, place) ?? 'x']];
  });
}

function headersFor(
  ground: DraftGround,
  linked: LinkedOperation,
  row: Row | undefined,
  hasBody: boolean,
): readonly Pair[] {
  const conditions = (valueOf(linked.facts.preconditions) ?? []).filter(({ isRequired }) => isRequired);
  const preconditions = conditions.map(({ header, on }): Pair => {
    const shown = row && on ? ground.headerOf(row, on.text) : undefined;
    return [header.text, shown === undefined ? '"x"' : new Shown(shown)];
  });
  const others = [...requestHeaders(linked).values()].flatMap(({ row: header, needed }): readonly Pair[] => {
    const isNeeded =
      valueOf(header.required)?.kind === 'yes' || needed === 'always' || (needed === 'with a body' && hasBody);
    const name = header.name.text;
    const isKey = keyHeader(linked)?.toLowerCase() === name.toLowerCase();
    if (isKey && takesKeys(ground.model, header)) return [[name, new Key()]];
    if (!isNeeded || BY_THEMSELVES.has(name.toLowerCase()) || preconditions.some(([one]) => one === name)) return [];
    const place = `header ${name.toLowerCase()}`;
    return [[name, parameter(ground, header, name, place) ?? new Fresh(ground.next(), (vary) => `verify-${vary}`)]];
  });
  return [...preconditions, ...others];
}

/** Letters, digits and dashes, as many as a UUID has. */
function takesKeys(model: Model, header: Parameter): boolean {
  const wanted = wantedOf(model, ruledBy(header));
  const isFree = wanted?.values === undefined && wanted?.patterns.length === 0;
  return isFree && ['string', 'uuid'].includes(wanted.type.kind) && wanted.least <= 36 && wanted.most >= 36;
}

/** Sent with each call where they are due. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['content-type', 'content-length', 'host', 'authorization']);

function versionHeader(model: Model, { facts }: LinkedOperation): readonly Pair[] {
  const versions = versionsOf(model);
  const out = valueOf(facts.mediaType)?.out ?? 'application/json';
  if (versions?.scheme?.kind === 'media type') return [['Accept', `${out}; version=${versions.current}`]];
  return versions?.scheme?.kind === 'header' ? [[versions.scheme.name, versions.current]] : [];
}

function versionQuery(model: Model): readonly Pair[] {
  const versions = versionsOf(model);
  return versions?.scheme?.kind === 'query' ? [[versions.scheme.name, versions.current]] : [];
}

function bodyFor(ground: DraftGround, linked: LinkedOperation, choice: Choice, lacks: string[]): DraftedBody {
  const body = bodyOf(ground.model, linked);
  if (body.kind !== 'fields') return { kind: 'none' };
  const own = membersOf(ground, linked, ofBody(body.fields), choice, lacks);
  const { rows } = body;
  const inRows = rows && body.fields.filter(({ list }) => list !== undefined);
  const items = inRows && [0, 1].map(() => membersOf(ground, linked, inRows, choice, lacks));
  const value = items ? withAt(own, rows.path, items) : own;
  return { kind: /urlencoded/i.test(mediaIn(linked)) ? 'form' : 'json', value };
}

function membersOf(
  ground: DraftGround,
  linked: LinkedOperation,
  fields: readonly InputField[],
  choice: Choice,
  lacks: string[],
): Drafted {
  let made: Drafted = {};
  for (const field of fields) {
    if (field.isList || field.isRest || (field.nth ?? 1) > 1) continue;
    const isNeeded = valueOf(field.required)?.kind !== 'no';
    const isSent = isNeeded || (choice.isFull === 'some' ? ground.isOneIn(2) : choice.isFull);
    const value = isSent ? valueFor(ground, linked, field, choice) : undefined;
    if (value !== undefined) made = withAt(made, field.path, value);
    else if (isNeeded) lacks.push(...lacking(ground.model, field));
  }
  return made;
}

function lacking(model: Model, field: InputField): readonly string[] {
  const refers = wantedOf(model, field)?.refers;
  return refers ? [refers.resource] : [];
}

/** Who signs in does so with what their row has. */
export function valueFor(
  ground: DraftGround,
  linked: LinkedOperation,
  field: InputField,
  { row: chosen, actor, named }: Pick<Choice, 'row' | 'actor' | 'named'>,
): Drafted {
  const name = field.path.at(-1) ?? 'value';
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'signs in' || !effect.by.some(({ text }) => text === name)) continue;
    const isKnown = (row: Row): boolean => effect.by.every(({ text }) => row.get(text) !== UNKNOWN);
    const known = ground.rows(effect.target.text).filter((one) => one.isThere !== false && isKnown(one));
    const row = chosen && known.includes(chosen) ? chosen : known.at(-1);
    return row && new OfRow(row, name);
  }
  if (ground.heard?.has(field.subject)) return ground.heard.get(field.subject);
  if (isReceiving(ground.model, field) && ground.listener !== undefined)
    return new Fresh(ground.next(), (vary) => `${ground.listener}/${vary}`);
  const wanted = wantedOf(ground.model, field);
  const by = wanted?.refers?.by;
  const meant = named?.find(({ resource }) => resource === wanted?.refers?.resource);
  if (meant && by !== undefined && meant.get(by) !== UNKNOWN) return new OfRow(meant, by);
  const given = decisive(ground.model, decisiveNames(field));
  return wanted && fittingOrDecisive(ground, wanted, name, given, [actor.row, chosen]);
}

/** As conditions call it. */
export function decisiveNames({ subject, path }: InputField): readonly string[] {
  return [`body ${path.join('.')}`, subject];
}

/** The address to which events are sent. */
function isReceiving(model: Model, { sets }: InputField): boolean {
  const to = receiversOf(model);
  return to !== undefined && sets?.resource === to.resource.name.text && sets.field.name.text === to.sent.to.field.text;
}

/** The same with a value at a place; what is on the way there is made. */
export function withAt(whole: Drafted, path: readonly string[], value: Drafted): Drafted {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const members = isPlain(whole) ? whole : {};
  return { ...members, [name]: withAt(members[name], rest, value) };
}

/** The same without the member at the place. */
export function withoutAt(whole: Drafted, path: readonly string[]): Drafted {
  const [name, ...rest] = path;
  if (name === undefined || !isPlain(whole) || !(name in whole)) return whole;
  if (rest.length > 0) return { ...whole, [name]: withoutAt(whole[name], rest) };
  return Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name));
}
