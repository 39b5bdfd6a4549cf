// The answers of an operation: those when all goes well, its errors, and what HTTP itself answers. Input: an operation. Output: Responses
// of OpenAPI. Notation, part 4, table Status, and part 7.

import { isAccepted, successesOf, type Success } from '../analysis/requests/outcomes.ts';
import { answeringOf } from '../analysis/requests/row-accesses.ts';
import { memberType } from '../analysis/document/value-kinds.ts';
import { isStream, isStreamed } from '../analysis/document/streams.ts';
import { mayBeNotModified } from '../analysis/document/preconditions.ts';
import { operationPath } from '../analysis/document/slot-ids.ts';
import { effectsOf, headingOf, identityOf } from '../analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { rowsBeside } from '../analysis/requests/rows-beside.ts';
import { namingParameter, wholeFields, wholeTarget } from '../analysis/requests/query-choices.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import { valueOf } from '../notation/slot.ts';
import { slug } from '../base/slug.ts';
import { notShown, openAt, type NotShown } from './not-shown.ts';
import { prose } from './prose.ts';
import { refusalsOf, type Refusal } from './refusals.ts';
import { anyOf, type Schema } from './schema.ts';
import { shapeSchema, type ChosenSchema, type Showing, type TemplateScope } from './shown.ts';
import { stripped } from '../analysis/values/value-schemas.ts';
import { endings } from './versions.ts';
import { cursorType, hasCursor } from '../analysis/document/pages.ts';
import { valueSchema } from './values.ts';

/** What one status says; several rows may share it. */
interface Part {
  readonly says: string;
  readonly schema: Schema | undefined;
  readonly mediaTypes: readonly string[];
  readonly examples: readonly (readonly [string, Schema])[];
  readonly headers: readonly HeaderValue[];
  readonly open: readonly NotShown[];
  readonly extra: Schema;
}

export function answersOf(showing: Showing, linked: LinkedOperation): Schema {
  const parts = new Map<string, Part[]>();
  const add = (status: string, part: Part): unknown => parts.set(status, [...(parts.get(status) ?? []), part]);
  const successes = successesOf(linked);
  for (const success of successes) add(statusText(success), successPart(showing, linked, success));
  const { stated, floor } = refusalsOf(showing, linked);
  for (const refusal of stated)
    if (refusal.status !== undefined) add(String(refusal.status), refusalPart(showing, linked, refusal));
  for (const [status, causes] of floor) add(String(status), floorPart(causes));
  if (mayBeNotModified(linked) && !parts.has('304')) add('304', { ...floorPart(['not modified']), headers: [TAG] });
  const isOpen = successes.length === 0 || parts.has('default');
  const open = openAt(showing.model, operationPath(headingOf(linked), 'statuses'));
  const unsaid =
    isOpen && !parts.has('default')
      ? { default: { description: 'What is answered when all goes well is not shown.', ...notShown(open) } }
      : {};
  const order = [...parts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const withoutStatus = stated
    .filter(({ status }) => status === undefined)
    .map(({ code, causes, said, ...rest }) => ({ code, causes, ...said, ...notShown(rest['x-not-shown'] ?? []) }));
  const everywhere = { stated: valueOf(linked.facts.headers) ?? [], ending: endings(showing.model) };
  return {
    ...Object.fromEntries(order.map(([status, own]) => [status, responseOf(own, everywhere)])),
    ...unsaid,
    ...(withoutStatus.length > 0 && { 'x-ninefold-errors-without-status': withoutStatus }),
  };
}

/** HTTP's own: docs/http-floor.md. */
const TAG: HeaderValue = { name: { text: 'ETag', at: { start: 0, end: 0 } }, value: undefined };

/** `201`, `2XX`; `default` where it is not shown. */
function statusText({ row }: Success): string {
  const status = valueOf(row.status);
  if (!status) return 'default';
  return 'code' in status ? String(status.code) : status.class.toUpperCase();
}

function successPart(showing: Showing, linked: LinkedOperation, { row, outcomes }: Success): Part {
  const { model } = showing;
  const heading = headingOf(linked);
  const shape = valueOf(row.body);
  const media = mediaTypesOf(linked);
  const outcome = isAccepted(row) ? 'accepted' : outcomes.join(', ');
  const when = 'text' in row.when && row.asBullet === undefined ? row.when.text : outcome;
  const open = [
    ...openAt(model, operationPath(heading, 'statuses'), row.status),
    ...openAt(model, operationPath(heading, 'statuses/body'), row.body),
    ...openAt(model, operationPath(heading, 'statuses/headers'), row.headers),
    ...(shape ? media.open(showing, linked) : []),
  ];
  const streams = isStream(model, linked) && isStreamed(row);
  const schema = shape
    ? shapeSchema(showing, shape, successScope(showing, linked))
    : row.body.status === 'any'
      ? {}
      : streams
        ? TEXT
        : undefined;
  return {
    says: capital(prose(when)),
    schema,
    mediaTypes: media.types,
    examples: [],
    headers: valueOf(row.headers) ?? [],
    open,
    // What each event is, the document says elsewhere: `x-ninefold-events`.
    extra: streams ? { 'x-ninefold-streams': model.document.events.kinds.items.map(({ name }) => name.text) } : {},
  };
}

const TEXT: Schema = { type: 'string' };

/** The media type of a stream is that of its events: what refuses to open one is no stream. */
function refusalMediaTypes({ model }: Showing, linked: LinkedOperation): ReturnType<typeof mediaTypesOf> {
  return isStream(model, linked) ? mediaTypesOf(linked, model.document.endpoints.all.mediaType) : mediaTypesOf(linked);
}

function mediaTypesOf(
  linked: LinkedOperation,
  mediaType: LinkedOperation['facts']['mediaType'] = linked.facts.mediaType,
): {
  readonly types: readonly string[];
  open(showing: Showing, of: LinkedOperation): readonly NotShown[];
} {
  const out = valueOf(mediaType)?.out;
  return {
    types: out === undefined ? ['*/*'] : out.split(',').map((one) => one.trim()),
    open: ({ model }, of) => openAt(model, operationPath(headingOf(of), 'media-type'), mediaType),
  };
}

function successScope(showing: Showing, linked: LinkedOperation): TemplateScope {
  const { model } = showing;
  const resource = model.resources.get(answeringOf(model, linked).resource ?? '');
  const chosen = resource && chosenOf(model, linked, resource);
  return {
    resource,
    ...(chosen && { chosen }),
    perhaps: new Set(
      [...rowsBeside(model, linked).values()].flatMap((one) => (one.kind === 'reference' ? one.resource : [])),
    ),
    word: (word) => ({
      schema: wordSchema(showing, linked, word) ?? TEXT,
      optional: word.startsWith('header'),
      repeats: false,
    }),
  };
}

function chosenOf(model: Model, linked: LinkedOperation, resource: Resource): ChosenSchema | undefined {
  const always = namingParameter(linked) && identityOf(resource);
  const whole = new Map<string, Resource>();
  for (const { field } of wholeFields(linked)) {
    const target = wholeTarget(model, resource, field);
    if (target) whole.set(field, target);
  }
  return always || whole.size > 0 ? { always, whole } : undefined;
}

function wordSchema(showing: Showing, linked: LinkedOperation, word: string): Schema | undefined {
  switch (word) {
    case 'total':
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'more':
      return { type: 'boolean' };
    case 'next':
      return nextSchema(showing, linked);
    case 'now':
      return { type: 'string', format: 'date-time' };
    case 'values':
      return { type: 'array', items: listedValue(showing, linked) };
    default:
      return word.startsWith('header') ? { type: ['string', 'null'] } : undefined;
  }
}

/** What asks for the next page: null where there is none. */
function nextSchema({ model }: Showing, linked: LinkedOperation): Schema {
  const pages = valueOf(linked.facts.pages);
  const cursor = pages && hasCursor(pages) ? cursorType(model, linked, pages) : undefined;
  const isCounted = pages !== undefined && !hasCursor(pages);
  return { type: [isCounted || cursor?.kind === 'integer' ? 'integer' : 'string', 'null'] };
}

/** Of a list or a set these are its members. */
function listedValue({ model }: Showing, linked: LinkedOperation): Schema {
  const effect = effectsOf(linked).find((one) => one.kind === 'lists values');
  const name = effect?.kind === 'lists values' ? `${effect.target.text}.${effect.field.text}` : '';
  const type = valueOf(model.fields.get(name)?.type ?? { status: 'absent', at: { start: 0, end: 0 } });
  if (!type) return {};
  return valueSchema(
    { model, resource: () => ({}), machine: name },
    [memberType(model, stripped(type)) ?? stripped(type)],
    [],
  );
}

function refusalPart(showing: Showing, linked: LinkedOperation, refusal: Refusal): Part {
  const { code, schema, causes, examples, headers, said } = refusal;
  const media = refusalMediaTypes(showing, linked);
  return {
    says: `\`${code}\`: ${prose(causes.join(', '))}`,
    schema,
    mediaTypes: media.types,
    examples: examples.map(({ cause, problem, value }) => {
      const name = `${slug(code)}-${slug(cause)}`;
      if (problem === undefined) return [name, { summary: `${code}: ${cause}`, value }];
      return [`${name}-${problem.number}`, { summary: `${code}: ${cause}, ${problem.text}`, value }];
    }),
    headers,
    open: [...(refusal['x-not-shown'] ?? []), ...(schema ? media.open(showing, linked) : [])],
    extra: { 'x-ninefold-errors': [{ code, causes, ...said }] },
  };
}

/** Nothing of it is stated by the document: HTTP asks for it. */
function floorPart(causes: readonly string[]): Part {
  return {
    says: `HTTP itself: ${causes.join(', ')}`,
    schema: undefined,
    mediaTypes: [],
    examples: [],
    headers: [],
    open: [],
    extra: { 'x-ninefold-http': causes },
  };
}

interface Everywhere {
  readonly stated: readonly HeaderValue[];
  /** Those that say when the version ends. */
  readonly ending: Readonly<Record<string, Schema>>;
}

/** `everywhere`: headers of every answer of the operation, in whose place one of the same name stands. */
function responseOf(parts: readonly Part[], everywhere: Everywhere): Schema {
  const own = parts.flatMap((part) => part.headers);
  const named = new Set(own.map(({ name }) => name.text.toLowerCase()));
  const stated = [...own, ...everywhere.stated.filter(({ name }) => !named.has(name.text.toLowerCase()))];
  const headers = stated.flatMap((one): readonly (readonly [string, Schema])[] =>
    one.name.text.toLowerCase() === 'content-type' ? [] : [[one.name.text, headerOf(one)]],
  );
  const all = new Set(stated.map(({ name }) => name.text.toLowerCase()));
  const ending = Object.entries(everywhere.ending).filter(([name]) => !all.has(name.toLowerCase()));
  const extra: Record<string, unknown> = {};
  for (const part of parts)
    for (const [key, value] of Object.entries(part.extra))
      extra[key] = [...((extra[key] as readonly unknown[] | undefined) ?? []), ...(value as readonly unknown[])];
  return {
    description: [...new Set(parts.map(({ says }) => says))].join('; '),
    ...(headers.length + ending.length > 0 && { headers: Object.fromEntries([...headers, ...ending]) }),
    ...contentOf(parts),
    ...extra,
    ...notShown(parts.flatMap(({ open }) => open)),
  };
}

function headerOf({ value }: HeaderValue): Schema {
  return { ...(value !== undefined && { description: `\`${value}\`` }), schema: { type: 'string' } };
}

function contentOf(parts: readonly Part[]): Schema {
  const own = parts.filter(({ schema }) => schema !== undefined);
  const types = [...new Set(own.flatMap((part) => typeOf(part)))];
  if (types.length === 0) return {};
  const content = types.map((type): [string, Schema] => {
    const of = own.filter((part) => typeOf(part).includes(type));
    const examples = of.flatMap((part) => part.examples);
    return [
      type,
      {
        schema: anyOf(of.map(({ schema }) => schema!)),
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    ];
  });
  return { content: Object.fromEntries(content) };
}

/** A header Content-Type of its own beats what holds for all. */
function typeOf({ headers, mediaTypes }: Part): readonly string[] {
  const own = headers.find(({ name }) => name.text.toLowerCase() === 'content-type')?.value;
  return own === undefined ? mediaTypes : [own];
}

function capital(text: string): string {
  return text === '' ? 'Answered' : text[0]!.toUpperCase() + text.slice(1);
}
