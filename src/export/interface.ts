// The interface as an OpenAPI document. Input: a model without errors. Output: OpenAPI 3.1 as plain data; the same document gives the same
// bytes. What OpenAPI has no word for is in `x-ninefold-…`, what is open in `x-not-shown`; nothing is added.

import { resourceId } from '../analysis/document/slot-ids.ts';
import { namesInPath } from '../analysis/document/targets.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { ERRORS } from '../notation/errors.ts';
import { DELIVERY } from '../notation/events.ts';
import { LIMIT } from '../notation/limits.ts';
import { valueOf } from '../notation/slot.ts';
import { VERSIONING } from '../notation/versioning.ts';
import { Definitions } from './definitions.ts';
import { infoOf, serversOf } from './info.ts';
import { payloads } from './payloads.ts';
import { machinesOf } from './machines.ts';
import { camel } from './names.ts';
import { notShown, openOfAll } from './not-shown.ts';
import { operationIds, tagOf } from './operation-names.ts';
import { operationObject } from './operations.ts';
import type { Schema } from './schema.ts';
import { securityOf } from './security.ts';
import { reserveNames, type Showing } from './shown.ts';
import { texts } from './statements.ts';
import { versionTables } from './versions.ts';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, Schema>>;
  };
  readonly [member: string]: unknown;
}

/** `address`: where the service listens, if it does. */
export function openApi(model: Model, address?: string): OpenApi {
  const showing: Showing = { model, definitions: new Definitions() };
  reserveNames(showing);
  const paths = pathsOf(showing);
  const events = payloads(showing);
  const { schemes, others } = securityOf(model);
  const { document } = model;
  const inPart = openOfAll(model).filter(({ gap }) => !/^[2-5]\//.test(gap));
  const limits = document.limits.limits.items.map((limit) => ({
    name: limit.name.text,
    ...texts(LIMIT.columns, limit),
  }));
  const machines = machinesOf(model);
  const delivery = document.events.delivery ? texts(DELIVERY, document.events.delivery.facts) : {};
  return {
    openapi: '3.1.0',
    info: infoOf(model),
    servers: serversOf(model, address),
    tags: tagsOf(model),
    paths,
    components: {
      schemas: showing.definitions.all(),
      ...(Object.keys(schemes).length > 0 && { securitySchemes: schemes }),
    },
    ...(others.length > 0 && { 'x-ninefold-schemes': others }),
    ...(Object.keys(machines).length > 0 && { 'x-ninefold-states': machines }),
    ...(Object.keys(events).length > 0 && { 'x-ninefold-events': events }),
    ...(Object.keys(delivery).length > 0 && { 'x-ninefold-delivery': delivery }),
    ...(limits.length > 0 && { 'x-ninefold-limits': limits }),
    'x-ninefold-errors': texts(ERRORS, document.errors),
    'x-ninefold-versioning': texts(VERSIONING, document.versioning.facts),
    ...versionTables(model),
    ...notShown(inPart),
  };
}

function tagsOf(model: Model): readonly Schema[] {
  const names = [...new Set([...model.operations.values()].map(tagOf))];
  return names.map((name) => {
    const open = slotsOf(model).open.get(resourceId(name));
    return { name, ...(open?.status === 'gap' && notShown([{ gap: open.id, question: open.question }])) };
  });
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Addresses that differ only in the names of their parameters are one path, and have the names of the first. */
function pathsOf(showing: Showing): OpenApi['paths'] {
  const paths: Record<string, Record<string, Schema>> = {};
  const spelled = new Map<string, string>();
  const ids = operationIds(showing.model);
  const add = (linked: LinkedOperation, path: string, id: string): void => {
    const key = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const first = spelled.get(key) ?? path;
    spelled.set(key, first);
    const names = namesInPath(first);
    const pairs = namesInPath(path).map((name, place) => [name, names[place] ?? name] as const);
    const renamed = new Map(pairs.filter(([own, other]) => own !== other));
    const method = linked.operation.method.toLowerCase();
    const item = (paths[first] ??= {});
    item[METHODS.has(method) ? method : `x-ninefold-${method}`] = operationObject(showing, linked, id, renamed);
  };
  for (const [heading, linked] of showing.model.operations) {
    const id = ids.get(heading)!;
    add(linked, linked.operation.path, id);
    for (const [place, path] of (valueOf(linked.facts.alsoAt) ?? []).entries())
      add(linked, path, camel(`${id} also${place === 0 ? '' : String(place + 1)}`));
  }
  return paths;
}
