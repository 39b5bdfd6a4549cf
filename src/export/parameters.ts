// The parameters of an operation: of its path, its query, its headers. Input: an operation. Output: Parameter Objects of OpenAPI.
// Notation, part 4, tables Path, Query and Header, keys Pages, Order, Headers in and Preconditions.

import { EFFECT_TRAITS } from '../analysis/document/effect-traits.ts';
import { queryParameters } from '../analysis/document/query-parameters.ts';
import { effectsOf, headingOf, pathFacts } from '../analysis/document/targets.ts';
import { factName, operationPath, parameterPath } from '../analysis/document/slot-ids.ts';
import { pageNames } from '../analysis/document/pages.ts';
import { isStream, LAST_EVENT_ID, mayGoOn } from '../analysis/document/streams.ts';
import { preconditionsOf } from '../analysis/document/preconditions.ts';
import { rowSelections } from '../analysis/refusals/causes/request.ts';
import { isStated } from '../analysis/refusals/errors.ts';
import { pathType } from '../analysis/values/input-types.ts';
import { jsonValue, stripped } from '../analysis/values/value-schemas.ts';
import { declaredStates, isState } from '../analysis/machines/sent-states.ts';
import { choicesOf } from '../analysis/requests/query-choices.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { statementsOf } from '../notation/declaration.ts';
import type { Parameter } from '../notation/endpoints.ts';
import { HEADER, PATH, QUERY } from '../notation/parameters.ts';
import { absent, type Slot, valueOf } from '../notation/slot.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { elementOf } from '../analysis/document/paths.ts';
import { notShown, openAt, type NotShown } from './not-shown.ts';
import { joined } from '../analysis/values/value-schemas.ts';
import { anyOf, type Schema } from './schema.ts';
import type { Showing } from './shown.ts';
import { extensions } from './statements.ts';
import { valueSchema } from './values.ts';
import { versionParameters } from './versions.ts';

export type ParameterObject = Readonly<Record<string, unknown>> & { readonly name: string; readonly in: string };

/** OpenAPI says these in another way, and passes over parameters of these names. */
const ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** `renamed`: the names that the parameters of this path have in the description. */
export function parametersOf(
  showing: Showing,
  linked: LinkedOperation,
  renamed: ReadonlyMap<string, string>,
): readonly ParameterObject[] {
  const paths = pathFacts(showing.model, linked).names.map((name) =>
    pathParameter(showing, linked, name, renamed.get(name) ?? name),
  );
  const queries = [...queryParameters(showing.model, linked).values()].map((row) =>
    queryParameter(showing, linked, row),
  );
  const versions = versionParameters(showing.model) as readonly ParameterObject[];
  const all = [...paths, ...versions, ...queries, ...headerParameters(showing, linked)];
  return [
    ...new Map(
      all.map((one) => [`${one.in} ${one.in === 'header' ? one.name.toLowerCase() : one.name}`, one]),
    ).values(),
  ];
}

function schemaOf(
  showing: Showing,
  row: Parameter | undefined,
  written: FieldType | undefined,
  states?: readonly string[],
): Schema {
  if (!written) return {};
  const type = stripped(written);
  const allowed = (row && valueOf(row.allowed)) ?? [];
  const schema = valueSchema({ model: showing.model, resource: () => ({}) }, [type], allowed);
  if (!states || 'enum' in schema) return schema;
  return elementOf(type).list
    ? joined([schema, { items: { type: 'string', enum: states } }])
    : { ...schema, enum: states };
}

/** The states of the machine whose field the path selects by. */
function statesOfPath(model: Model, linked: LinkedOperation, name: string): readonly string[] | undefined {
  const key = pathFacts(model, linked).selections.flatMap(({ resource, keys }) =>
    keys.flatMap(({ parameter, field }) => (parameter === name ? [`${resource}.${field}`] : [])),
  )[0];
  return key === undefined ? undefined : declaredStates(model, key);
}

function pathParameter(showing: Showing, linked: LinkedOperation, name: string, shown: string): ParameterObject {
  const { model } = showing;
  const row = pathFacts(model, linked).rows.get(name);
  const type = pathType(model, linked, name);
  const states = type && isState(type) ? statesOfPath(model, linked, name) : undefined;
  const at = (fact: string): ReturnType<typeof parameterPath> => parameterPath(headingOf(linked), 'path', name, fact);
  const open = row
    ? [...openAt(model, at('type'), row.type), ...openAt(model, at('selects'), row.selects)]
    : openAt(model, at('selects'));
  return {
    name: shown,
    in: 'path',
    required: true,
    schema: isAnyText(model, linked, name)
      ? anyOf([schemaOf(showing, row, type, states), { type: 'string' }])
      : schemaOf(showing, row, type, states),
    ...(row && extensions(PATH.columns, row, (key) => key !== 'selects')),
    ...notShown(open),
  };
}

/** `deletes R if there` refuses no address: what is no value of the type names no row. */
function isAnyText(model: Model, linked: LinkedOperation, name: string): boolean {
  const { selections, values } = pathFacts(model, linked);
  if (values.includes(name) || isStated(model, { kind: 'invalid path' })) return false;
  const own = selections.find(({ keys }) => keys.some(({ parameter }) => parameter === name));
  const isMade = effectsOf(linked).some(
    (one) => one.kind === 'creates or replaces' && one.target.text === own?.resource,
  );
  return own !== undefined && !isMade && !rowSelections(model, linked).includes(own);
}

function queryParameter(showing: Showing, linked: LinkedOperation, row: Parameter): ParameterObject {
  const { model } = showing;
  const name = row.name.text;
  const type = valueOf(row.type);
  const choices = choicesOf(model, linked, row);
  const at = (fact: string): ReturnType<typeof parameterPath> => parameterPath(headingOf(linked), 'query', name, fact);
  const fallback = valueOf(row.default);
  const isRequired = valueOf(row.required)?.kind === 'yes' && !fallback;
  const schema = joined([schemaOf(showing, row, type, choices), pageBounds(linked, name)]);
  const open = statementsOf(QUERY.columns, row).flatMap(({ of, slot }): readonly NotShown[] =>
    openAt(model, at(factName(of.head)), slot),
  );
  return {
    name: type && styleOf(type) === 'brackets' ? `${name}[]` : name,
    in: 'query',
    required: isRequired,
    ...(type && elementOf(type).list && { style: 'form', explode: styleOf(type) !== 'by commas' }),
    schema: { ...withEmpty(linked, row, schema), ...(fallback && type && { default: jsonValue(fallback, [type]) }) },
    ...extensions(QUERY.columns, row, isInSchema),
    ...notShown(open),
  };
}

/** What `Empty text` says of it. In a query nothing is null: what counts as null is left out. */
function withEmpty({ facts }: LinkedOperation, { name, required }: Parameter, schema: Schema): Schema {
  const policy = valueOf(facts.emptyText);
  if (!policy) return schema;
  const own = policy.fields.find(({ field }) => field.text === name.text)?.policy ?? policy.general;
  if (own === 'kept') return schema;
  const isText = schema['type'] === 'string' && !('enum' in schema);
  if (own === 'refused') return isText ? { minLength: 1, ...schema } : schema;
  const isLeftOut = valueOf(required)?.kind !== 'yes';
  return isLeftOut && Object.keys(schema).length > 0 ? anyOf([schema, { const: '' }]) : schema;
}

/** Said by the words of OpenAPI; a condition under Required is not. */
function isInSchema(key: string, slot: Slot<unknown>): boolean {
  if (key === 'required' && 'text' in slot) return slot.text === 'yes' || slot.text === 'no';
  return key !== 'selects';
}

function styleOf(type: FieldType): string | undefined {
  const plain = stripped(type);
  return plain.kind === 'array' ? plain.style : undefined;
}

/** The largest page that is not refused. */
function pageBounds(linked: LinkedOperation, name: string): Schema {
  const pages = valueOf(linked.facts.pages);
  if (!pages || pages.more !== 'refused' || typeof pages.atMost !== 'number') return {};
  return pageNames(pages).size === name ? { maximum: pages.atMost } : {};
}

function headerParameters(showing: Showing, linked: LinkedOperation): readonly ParameterObject[] {
  const { headerTable, headersIn, repeatTable } = linked.facts;
  const rows = headerTable.items.map((row) => headerRow(showing, linked, row));
  const named = (valueOf(headersIn) ?? []).map((header) => {
    const isOfThis =
      header.need !== 'on' ||
      header.calls.some((call) =>
        call.kind === 'method' ? call.method === linked.operation.method : call.operation.text === headingOf(linked),
      );
    const isAlways = header.need === 'always' || header.need === 'required' || header.need === 'on';
    return isOfThis ? [plainHeader(header.header.text, isAlways)] : [];
  });
  // Where there may be no row, there is none to lose, and the header is not asked for.
  const mayMake = effectsOf(linked).some(
    (effect) => EFFECT_TRAITS[effect.kind].touch === 'put' || (effect.kind === 'deletes' && effect.ifThere),
  );
  const conditions = preconditionsOf(linked).map(({ header, isRequired }) =>
    plainHeader(header.text, isRequired && !mayMake),
  );
  const keys = repeatTable.items.flatMap((row) => {
    const key = row.key === 'header' ? valueOf(row.statement) : undefined;
    return key ? [plainHeader(key.header.text, key.need === 'required')] : [];
  });
  const isRepeated = valueOf(linked.facts.repeat)?.kind === 'key';
  const place = isStream(showing.model, linked) && mayGoOn(showing.model) ? [plainHeader(LAST_EVENT_ID, false)] : [];
  const all = [...rows, ...named.flat(), ...conditions, ...(isRepeated ? keys : []), ...place];
  return all.filter(({ name }) => !ELSEWHERE.has(name.toLowerCase()));
}

function plainHeader(name: string, required: boolean): ParameterObject {
  return { name, in: 'header', required, schema: { type: 'string' } };
}

function headerRow(showing: Showing, linked: LinkedOperation, row: Parameter): ParameterObject {
  const { model } = showing;
  const name = row.name.text;
  const type = valueOf(row.type);
  const at = (fact: string): ReturnType<typeof parameterPath> => parameterPath(headingOf(linked), 'header', name, fact);
  const fallback = valueOf(row.default);
  const schema = schemaOf(showing, row, type);
  const open = statementsOf(HEADER.columns, row).flatMap(({ of, slot }): readonly NotShown[] =>
    openAt(model, at(factName(of.head)), slot),
  );
  return {
    name,
    in: 'header',
    required: valueOf(row.required)?.kind === 'yes' && !fallback,
    schema: fallback && type ? { ...schema, default: jsonValue(fallback, [type]) } : schema,
    ...extensions(HEADER.columns, row, isInSchema),
    ...notShown(open),
  };
}

/** Query parameters that nothing lists: by what is stated, or what is open. */
export function otherQueries({ model }: Showing, linked: LinkedOperation): readonly NotShown[] {
  const { queryTable, pages } = linked.facts;
  const heading = headingOf(linked);
  const list = queryTable.written && queryTable.mark !== 'closed' ? openAt(model, operationPath(heading, 'query')) : [];
  return [
    ...list,
    ...(pages.status === 'stated'
      ? []
      : openAt(model, operationPath(heading, 'pages'), pages.status === 'absent' ? absent(pages.at) : pages)),
  ];
}
