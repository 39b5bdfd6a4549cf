// What examples show that the document does not state. Input: a model. Output: names of fields that are in an example only, and
// values that cannot be. Only where it is certain which shape an example shows. Notation, section 3.

import type { JsonNode, JsonObject } from '../../base/json-places.ts';
import type { Span } from '../../base/span.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Shape, Template } from '../../notation/values/shapes.ts';
import { valueOf } from '../../notation/slot.ts';
import { expectedOf } from './example-values.ts';

export interface ExampleFindings {
  readonly unknown: readonly { readonly resource: Resource; readonly names: readonly string[]; readonly at: Span }[];
  readonly mismatches: readonly Mismatch[];
}

export interface Mismatch {
  readonly name: string;
  readonly expected: string;
  readonly at: Span;
}

interface Findings {
  readonly model: Model;
  readonly unknown: { resource: Resource; names: string[]; at: Span }[];
  readonly mismatches: Mismatch[];
  /** The names that bodies of errors have. */
  readonly errors: readonly ReadonlySet<string>[];
}

export function exampleView(model: Model): ExampleFindings {
  const found: Findings = { model, unknown: [], mismatches: [], errors: errorNames(model) };
  for (const resource of model.resources.values())
    for (const example of resource.examples ?? []) resourceExample(found, resource, example);
  for (const linked of model.operations.values())
    for (const example of linked.operation.examples ?? []) operationExample(found, linked, example);
  return found;
}

/** Under a resource: one row, or a list of them. */
function resourceExample(found: Findings, resource: Resource, example: JsonNode): void {
  const rows = example.kind === 'list' ? example.items : [example];
  for (const row of rows) {
    if (row.kind !== 'object' || isWrapper(row)) continue;
    const heads = headsOf(resource);
    if (heads.size === 0 || row.members.some(({ key }) => heads.has(key))) showsRow(found, resource, row, undefined);
  }
}

/** `{"order": {…}}`: the names of such wrappers, and what is in them, are not declared. */
function isWrapper({ members }: JsonObject): boolean {
  return members.length === 0 || (members.length === 1 && ['object', 'list'].includes(members[0]!.value.kind));
}

function headsOf(resource: Resource): Set<string> {
  return new Set(resource.fields.items.map((field) => field.name.text.split('.')[0]!));
}

/** `known`: names that are no fields and are allowed there all the same. */
function showsRow(found: Findings, resource: Resource, row: JsonObject, known: ReadonlySet<string> | undefined): void {
  const fields = new Map(resource.fields.items.map((field) => [field.name.text, field]));
  const unknown: string[] = [];
  rowFields(found, { resource, fields, groups: groupsOf(fields), unknown, known }, row, '');
  if (unknown.length > 0) found.unknown.push({ resource, names: [...new Set(unknown)], at: row.at });
}

interface Ground {
  readonly resource: Resource;
  readonly fields: ReadonlyMap<string, Field>;
  /** `address` of `address.street`. */
  readonly groups: ReadonlySet<string>;
  readonly unknown: string[];
  readonly known: ReadonlySet<string> | undefined;
}

function groupsOf(fields: ReadonlyMap<string, Field>): Set<string> {
  const groups = new Set<string>();
  for (const name of fields.keys())
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) groups.add(name.slice(0, dot));
  return groups;
}

function rowFields(found: Findings, ground: Ground, row: JsonObject, prefix: string): void {
  for (const { key, value } of row.members) {
    const name = prefix + key;
    const field = ground.fields.get(name);
    const type = field && valueOf(field.type);
    // What a call sends may be `null` where no row is.
    if (ground.known && (ground.known.has(name) || value.kind === 'null')) continue;
    if (field && type) {
      const expected = expectedOf(found.model, ground.resource, field, type, value);
      if (expected) found.mismatches.push({ name: `\`${ground.resource.name.text}.${name}\``, ...expected });
    } else if (!field && ground.groups.has(name) && value.kind === 'object')
      rowFields(found, ground, value, `${name}.`);
    else if (!field && !ground.groups.has(name)) ground.unknown.push(name);
  }
}

interface Candidate {
  /** Names at the top of it. */
  readonly names: ReadonlySet<string>;
  readonly shape: Shape | undefined;
}

/** Under an operation it may show what is sent, what is answered or an error: the one that has most of its names. */
function operationExample(found: Findings, linked: LinkedOperation, example: JsonNode): void {
  const row = example.kind === 'list' ? example.items[0] : example;
  if (row?.kind !== 'object' || row.members.length === 0) return;
  const candidates = candidatesOf(found, linked, example.kind === 'list');
  const shared = ({ names }: Candidate): number => row.members.filter(({ key }) => names.has(key)).length;
  const most = Math.max(0, ...candidates.map(shared));
  const best = candidates.filter((one) => shared(one) === most);
  if (most === 0 || most * 2 < row.members.length || best.some(({ shape }) => !shape)) return;
  const shapes = new Set(best.map(({ shape }) => keyOf(shape!)));
  if (shapes.size !== 1) return;
  const sent = new Set(linked.facts.bodyTable.items.map((field) => field.name.text));
  const { shape } = best[0]!;
  if (example.kind !== 'list') showsShape(found, shape!, example, sent);
  else for (const item of example.items) showsShape(found, shape!, item, sent);
}

/** Two that show fields of one resource say the same of a name. */
function keyOf(shape: Shape): string {
  return shape.kind === 'resource' ? shape.resource.text : `${shape.at.start}`;
}

function candidatesOf({ model, errors }: Findings, linked: LinkedOperation, isList: boolean): Candidate[] {
  const { facts } = linked;
  const body = valueOf(facts.body);
  const bodies = facts.statuses.items
    .filter((row) => valueOf(row.when)?.kind !== 'error')
    .map((row) => valueOf(row.body));
  const own = facts.statuses.items
    .filter((row) => valueOf(row.when)?.kind === 'error')
    .flatMap((row) => valueOf(row.body) ?? []);
  const shown = [...bodies, body?.kind === 'shape' ? body.shape : undefined].flatMap((shape) => {
    if (!shape || (shape.kind === 'array of') !== isList) return [];
    return [shape.kind === 'array of' ? shape.of : shape];
  });
  const names = (shape: Shape): ReadonlySet<string> => topNames(model, shape);
  return [
    ...shown.map((shape) => ({ names: names(shape), shape })),
    ...[...errors, ...own.map(names)].map((some) => ({ names: some, shape: undefined })),
    { names: new Set(facts.bodyTable.items.map((field) => field.name.text.split('.')[0]!)), shape: undefined },
  ];
}

function topNames(model: Model, shape: Shape): ReadonlySet<string> {
  if (shape.kind === 'resource') {
    const resource = model.resources.get(shape.resource.text);
    return resource ? headsOf(resource) : new Set();
  }
  if (shape.kind === 'array of' || shape.value.kind !== 'object') return new Set();
  return new Set(shape.value.pairs.flatMap(({ key }) => (key.kind === 'literal' ? [key.text] : [])));
}

function showsShape(found: Findings, shape: Shape, node: JsonNode, known: ReadonlySet<string> | undefined): void {
  if (shape.kind === 'template') return showsTemplate(found, shape.value, node);
  if (shape.kind === 'array of') {
    if (node.kind === 'list') for (const item of node.items) showsShape(found, shape.of, item, known);
    else if (node.kind !== 'null') found.mismatches.push({ name: 'the body', expected: 'a list', at: node.at });
    return;
  }
  const resource = found.model.resources.get(shape.resource.text);
  if (resource?.fields.written && node.kind === 'object') showsRow(found, resource, node, known);
}

function showsTemplate(found: Findings, template: Template, node: JsonNode): void {
  if (template.kind === 'shape') return showsShape(found, template.shape, node, new Set());
  if (template.kind === 'list' && node.kind === 'list' && template.items.length === 1)
    for (const item of node.items) showsTemplate(found, template.items[0]!, item);
  if (template.kind !== 'object' || node.kind !== 'object') return;
  const pairs = new Map(
    template.pairs.map((pair) => [pair.key.kind === 'literal' ? pair.key.text : undefined, pair.value]),
  );
  if (pairs.has(undefined)) return;
  for (const { key, keyAt, value } of node.members) {
    const inner = pairs.get(key);
    if (inner) showsTemplate(found, inner, value);
    else found.mismatches.push({ name: 'a name in the body', expected: namesOf(pairs.keys()), at: keyAt });
  }
}

function errorNames(model: Model): ReadonlySet<string>[] {
  const { errorBody, codes } = model.document.errors;
  const shapes = [valueOf(errorBody), ...codes.items.map((code) => valueOf(code.body))];
  return shapes.flatMap((shape) => (shape ? [topNames(model, shape)] : []));
}

function namesOf(keys: Iterable<string | undefined>): string {
  const names = [...keys].map((key) => `\`${key}\``);
  return `one of ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`;
}
