// Names of what is declared elsewhere. Input: a name and its place. Output: what it names, or a finding with "did
// you mean" and the place where it would be declared; each place is reported once. Notation, section 4: used but not declared is an error,
// in an open list too; what a whole scope leaves open is none.

import { headerKey, requestHeaders } from '../analysis/document/request-headers.ts';
import { everydayWord } from '../base/synonyms.ts';
import { oncePer } from '../base/once-per.ts';
import type { Span } from '../base/span.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import * as found from '../diagnostics/linking.ts';
import type { Condition } from '../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../notation/values/operands.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { bodyOf, mayBring } from '../analysis/document/inputs.ts';
import { fieldsByPath } from '../analysis/document/input-fields.ts';
import { baseOf, walkCondition, type Ground } from '../analysis/document/condition-walk.ts';
import type { OperandPlace } from '../analysis/values/operand-types.ts';
import { followPath } from '../analysis/document/paths.ts';
import { queryParameters } from '../analysis/document/query-parameters.ts';
import { namesInPath } from '../analysis/document/targets.ts';
import { Findings } from '../judge/findings.ts';
import { bodyReference, mayLeadOn, type BodyReference } from '../analysis/document/body-references.ts';
import type { List, Name, Scope } from '../notation/slot.ts';

export class References extends Findings {
  /** A bare name may be a slip of the word `none`, too. */
  #hint({ text, at }: Name, known: () => Iterable<string>): string {
    const { source } = this.model.document;
    const isBare = source.slice(at.start, at.end) === text && source[at.start - 1] !== '`';
    return this.near(text, () => (isBare ? [...known(), 'none'] : known()));
  }

  /** The resource, or undefined when nothing declares it; silent when part 2 is not shown as a whole. */
  resource(name: Name, isType = false): Resource | undefined {
    const { resources, document } = this.model;
    const known = resources.get(name.text);
    if (known || isUnsaid(document.resources.scope, document.resources.resources)) return known;
    const near = this.near(name.text, () => resources.keys());
    const everyday = isType && near === '' ? everydayWord('field_type', name.text) : undefined;
    const hint = everyday?.hint ?? near;
    const related = place(document.resources.scope.heading!, 'resources are declared here');
    this.report(
      everyday
        ? { ...found.unknownResource, fix: `Write ${everyday.write}; or declare \`{name}\` {place}.` }
        : found.unknownResource,
      name.at,
      { name: name.text, hint, place: 'as a `###` heading in part 2' },
      related,
    );
    return undefined;
  }

  /** A field, or a path from it, of a resource. */
  field(resource: Resource | undefined, path: readonly string[], at: Span): void {
    if (!resource) return;
    const followed = followPath(this.model, resource, path);
    if (followed.end !== 'unknown' || !followed.missing) return;
    const owner = followed.missing.resource;
    const [, ...rest] = followed.missing.name.split('.');
    const hint = this.#hint({ text: followed.missing.name, at }, () =>
      owner.fields.items.flatMap(({ name: { text } }) =>
        rest.length > 0 ? [text, [text, ...rest].join('.')] : [text],
      ),
    );
    const values = {
      name: followed.missing.name,
      resource: owner.name.text,
      hint,
      place: `in the Field table of \`${owner.name.text}\``,
    };
    this.report(
      found.unknownField,
      at,
      values,
      place(owner.fields.at, `the fields of \`${owner.name.text}\` are declared here`),
    );
  }

  view(resource: Resource | undefined, name: Name): void {
    if (!resource || isLeftOpen(resource.scope)) return;
    const views = resource.views.map((view) => view.name.text);
    if (views.includes(name.text)) return;
    const hint = this.near(name.text, () => views);
    const values = {
      name: name.text,
      resource: resource.name.text,
      hint,
      place: `as a \`View\` of \`${resource.name.text}\``,
    };
    this.report(
      found.unknownView,
      name.at,
      values,
      place(resource.name.at, `\`${resource.name.text}\` is declared here`),
    );
  }

  operation(name: Name): LinkedOperation | undefined {
    const { operations, document } = this.model;
    const known = operations.get(name.text);
    if (known || isUnsaid(document.endpoints.scope, document.endpoints.operations)) return known;
    const hint = this.near(name.text, () => operations.keys());
    const related = place(document.endpoints.scope.heading!, 'operations are declared here');
    this.report(
      found.unknownOperation,
      name.at,
      { name: name.text, hint, place: 'as a `###` heading in part 4' },
      related,
    );
    return undefined;
  }

  error(name: Name): void {
    const { codes, document } = this.model;
    if (codes.has(name.text) || isUnsaid(document.errors.scope, document.errors.codes)) return;
    const hint = this.#hint(name, () => codes.keys());
    const related = place(
      document.errors.codes.written ? document.errors.codes.at : document.errors.scope.heading!,
      'errors are declared here',
    );
    this.report(found.unknownError, name.at, { name: name.text, hint, place: 'in the Code table of part 7' }, related);
  }

  event(name: Name): void {
    const { events } = this.model.document;
    const kinds = namesOf(events.kinds);
    if (kinds.has(name.text) || isUnsaid(events.scope, events.kinds)) return;
    const related = place(events.scope.heading!, 'events are declared here');
    this.report(
      found.unknownEvent,
      name.at,
      { name: name.text, hint: this.#hint(name, () => kinds), place: 'in part 6' },
      related,
    );
  }

  limit(name: Name): void {
    const { limits } = this.model.document;
    const names = namesOf(limits.limits);
    if (names.has(name.text) || isUnsaid(limits.scope, limits.limits)) return;
    const related = place(limits.scope.heading!, 'limits are declared here');
    this.report(
      found.unknownLimit,
      name.at,
      { name: name.text, hint: this.near(name.text, () => names), place: 'in part 8' },
      related,
    );
  }

  parameter(linked: LinkedOperation | undefined, name: string, at: Span): void {
    if (!linked) return;
    const names = namesInPath(linked.operation.path);
    if (names.includes(name)) return;
    const operation = linked.operation.name.text;
    const values = {
      name: `{${name}}`,
      operation,
      hint: this.near(name, () => names),
      place: `in the path of \`${operation}\``,
    };
    this.report(found.unknownParameter, at, values, place(linked.operation.name.at, 'its path is declared here'));
  }

  /** Every name in a condition. */
  condition(condition: Condition, place: OperandPlace): void {
    const linked = place.request === 'open' ? undefined : place.request;
    walkCondition(this.model, condition, place, {
      search: (resource) => this.resource(resource),
      operand: (operand, base) => {
        if (operand.kind === 'field') this.#owner(operand);
        if (operand.kind === 'field' && base) this.field(base, operand.path, operand.at);
        if (operand.kind === 'parameter') this.parameter(linked, operand.name, operand.at);
        if (operand.kind === 'field' && linked)
          this.#sent(linked, operand, bodyReference(this.model, linked, operand.path));
      },
    });
  }

  /** A slip in the name of a parameter, in a condition about any operation. What is near no name is held. */
  queried(condition: Condition): void {
    const { document, operations } = this.model;
    if (isUnsaid(document.endpoints.scope, document.endpoints.operations)) return;
    const operand = (one: Operand): void => {
      if (one.kind !== 'field' || !isOfRequest(one.owner) || one.owner === 'body') return;
      const { owner } = one;
      const known = [...operations.values()].map((linked) => sentNames(this.model, linked, owner));
      const name = one.path.join('.');
      if (known.some((names) => names.has(name))) return;
      const hint = this.near(name, () => known.flatMap((names) => names.all));
      if (hint === '') return;
      const values = {
        name,
        resource: `${owner} of any operation`,
        hint,
        place: `in the ${owner === 'query' ? 'Query' : 'Header'} table of an operation`,
      };
      this.report(
        found.unknownField,
        one.at,
        values,
        place(document.endpoints.scope.heading!, 'operations are declared here'),
      );
    };
    walkCondition(this.model, condition, { row: undefined, self: undefined }, { operand });
  }

  /** The names in an operand outside conditions. */
  operand(operand: Operand, ground: Ground, linked: LinkedOperation): void {
    if (operand.kind === 'parameter') this.parameter(linked, operand.name, operand.at);
    if (operand.kind !== 'field') return;
    this.#sent(linked, operand);
    this.#owner(operand);
    const base = baseOf(this.model, operand, ground);
    if (base) this.field(base, operand.path, operand.at);
  }

  /** The resource before a field. */
  #owner({ owner, at }: Extract<Operand, { kind: 'field' }>): void {
    if (owner !== undefined && owner !== 'this' && !SENT.has(owner)) this.resource({ text: owner, at });
  }

  /** `` body `f` ``, `` query `f` `` and `` header `f` `` name what the operation reads. `row`: the one that the body names. */
  #sent(linked: LinkedOperation, { owner, path, at }: Extract<Operand, { kind: 'field' }>, row?: BodyReference): void {
    if (!isOfRequest(owner)) return;
    const name = path.join('.');
    const body = owner === 'body' ? bodyOf(this.model, linked) : undefined;
    if (body?.kind === 'open') return;
    const fields = body?.kind === 'fields' ? fieldsByPath(body.fields) : NO_NAMES;
    const names = owner === 'body' ? namesIn(fields) : sentNames(this.model, linked, owner);
    if (names.has(name)) return;
    if (owner === 'body' && row) return this.field(row.target, row.path, at);
    if (owner === 'body' && mayLeadOn(this.model, linked, path)) return;
    if (owner === 'body' && mayBring(this.model, linked, (path) => path === name)) return;
    const operation = linked.operation.name.text;
    const values = {
      name,
      resource: `${owner} of ${operation}`,
      hint: this.near(name, () => names.all),
      place: owner === 'header' ? `in the Header table of \`${operation}\`` : `in the ${owner} of \`${operation}\``,
    };
    this.report(found.unknownField, at, values, place(linked.operation.name.at, 'the operation is declared here'));
  }
}

const NO_NAMES: ReadonlyMap<string, unknown> = new Map();

interface Names {
  readonly all: readonly string[];
  has(name: string): boolean;
}

function namesIn(known: ReadonlyMap<string, unknown>): Names {
  return { all: [...known.keys()], has: (name) => known.has(name) };
}

/** What a query or the headers of an operation may be called by. */
function sentNames(model: Model, linked: LinkedOperation, owner: 'query' | 'header'): Names {
  if (owner === 'query') return namesIn(queryParameters(model, linked));
  const all = [...requestHeaders(linked).values()].map(({ row }) => row.name.text);
  return { all, has: (name) => requestHeaders(linked).has(headerKey(name)) };
}

/** The names that a list declares. */
const namesOf = oncePer(
  ({ items }: List<{ readonly name: Name }>): ReadonlySet<string> => new Set(items.map(({ name }) => name.text)),
);

const SENT: ReadonlySet<string> = new Set(['caller', 'body', 'query', 'header']);

/** Marked as not shown: a missing name there is a gap, and no fault. */
function isLeftOpen(scope: Scope): boolean {
  return scope.mark.status === 'gap';
}

/** A part that is left out, marked, or a heading with nothing under it: what it would declare is one gap, and no fault. */
function isUnsaid(scope: Scope, list: List<unknown>): boolean {
  if (isLeftOpen(scope) || scope.heading === undefined) return true;
  return scope.mark.status === 'absent' && list.mark === undefined && list.items.length === 0 && !list.written;
}

function place(at: Span, message: string): Diagnostic['related'] {
  return [{ at, message }];
}
