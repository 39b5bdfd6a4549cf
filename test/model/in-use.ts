// Which resources and fields an operation stores, sends, shows or looks at, for computation.ts: found by walking whatever a
// document says about it as plain data, without the views of src.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Resource } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { bodyOf } from '../../src/analysis/document/inputs.ts';
import { machinesChangedBy } from '../../src/analysis/document/moves.ts';
import { pathFacts } from '../../src/analysis/document/targets.ts';
import { changesOtherwise } from './other-changes.ts';
import { headings } from './rows.ts';

export interface InUse {
  readonly resources: Set<string>;
  readonly fields: Set<string>;
  readonly shown: Set<string>;
  readonly sent: Set<string>;
  readonly written: Set<string>;
  readonly created: Set<string>;
  readonly whole: Set<string>;
  readonly deleted: Set<string>;
  /** Fields that `with` and `sets` give a value. */
  readonly assigned: Set<string>;
  /** `User/Profile`. */
  readonly views: Set<string>;
  readonly machines: Set<string>;
  readonly changed: Set<string>;
}

type Data = Readonly<Record<string, unknown>>;

function texts(names: unknown): readonly string[] | undefined {
  return (names as { text: string }[] | undefined)?.map((one) => one.text);
}

export function fieldsInUse(model: Model, op: LinkedOperation): InUse {
  return new Finder(model, op).found();
}

class Finder {
  readonly #model: Model;
  readonly #op: LinkedOperation;
  readonly #use: InUse = {
    resources: new Set(),
    fields: new Set(),
    shown: new Set(),
    sent: new Set(),
    written: new Set(),
    created: new Set(),
    whole: new Set(),
    deleted: new Set(),
    assigned: new Set(),
    views: new Set(),
    machines: new Set(),
    changed: new Set(),
  };

  constructor(model: Model, op: LinkedOperation) {
    this.#model = model;
    this.#op = op;
  }

  found(): InUse {
    const use = this.#use;
    const effects = valueOf(this.#op.facts.does) ?? [];
    const targets = effects.flatMap((effect) => ('target' in effect ? [effect.target.text] : []));
    const row = targets.map((name) => this.#model.resources.get(name)).find((one) => one);
    for (const effect of effects) this.#effect(effect as unknown as Data & { kind: string }, row);
    for (const selection of pathFacts(this.#model, this.#op).selections) {
      use.resources.add(selection.resource);
      for (const key of selection.keys) use.fields.add(`${selection.resource}.${key.field}`);
    }
    this.#request(row);
    for (const status of this.#op.facts.statuses.items) {
      this.#answer(valueOf(status.body) as unknown, row);
      this.#condition(valueOf(status.when)?.condition, row, row);
    }
    this.#whole(row);
    this.#machines();
    this.#deletions();
    this.#close();
    return use;
  }

  #effect(effect: Data & { kind: string }, row: Resource | undefined): void {
    const use = this.#use;
    const name = (effect['target'] as { text: string } | undefined)?.text ?? row?.name.text;
    if (name === undefined) return;
    use.resources.add(name);
    const { kind } = effect;
    if (kind.startsWith('creates')) use.created.add(name);
    if (kind.startsWith('creates') || kind === 'replaces') use.whole.add(name);
    if (kind.startsWith('deletes') || (kind.startsWith('moves') && this.#ends(effect, name))) use.deleted.add(name);
    const target = this.#model.resources.get(name);
    if (!/^(reads|lists|lists values|deletes|deletes every)$/.test(kind)) {
      use.written.add(name);
      for (const field of target?.fields.items ?? []) use.fields.add(`${name}.${field.name.text}`);
    }
    this.#condition(effect['where'], target, target);
    for (const one of [...((effect['with'] as Data[]) ?? []), ...((effect['assignments'] as Data[]) ?? [])]) {
      const field = (one['field'] as { text: string }).text;
      use.assigned.add(field.startsWith(`${name}.`) ? field : `${name}.${field}`);
    }
    if (kind.startsWith('moves')) use.machines.add(`${name}.${(effect['field'] as { text: string }).text}`);
  }

  /** A row of the table that the operation makes leads to `(gone)`. */
  #ends(effect: Data, resource: string): boolean {
    const machine = this.#model.machines.get(`${resource}.${(effect['field'] as { text: string }).text}`);
    const rows = machine?.moves.items.filter((row) => valueOf(row.to)?.kind === 'gone') ?? [];
    return rows.some((row) => headings(row).includes(this.#op.operation.name.text));
  }

  #request(row: Resource | undefined): void {
    const use = this.#use;
    for (const parameter of this.#op.facts.queryTable.items) {
      const selects = valueOf(parameter.selects);
      if (selects?.kind === 'condition') this.#condition(selects.condition, row, row);
      const all = parameter.anyFieldOf?.text;
      if (all !== undefined) use.resources.add(all);
      for (const field of (all !== undefined && this.#model.resources.get(all)?.fields.items) || [])
        use.fields.add(`${all}.${field.name.text}`);
    }
    const lists = (valueOf(this.#op.facts.does) ?? []).some((effect) => effect.kind === 'lists');
    const order = lists ? valueOf(this.#op.facts.order) : undefined;
    for (const key of [...(order?.keys ?? []), ...(order?.chosen?.orders ?? []).flatMap((one) => one.keys)])
      if (key.kind === 'field') this.#path(key.path, row);
    const body = bodyOf(this.#model, this.#op);
    if (body.kind !== 'fields') return;
    for (const field of body.fields) {
      if (field.sets) use.sent.add(`${field.sets.resource}.${field.sets.field.name.text}`);
      if (field.row) this.#type(valueOf(field.row.type) as unknown, use.fields, true);
    }
  }

  /** References of the row, or of one that is shown, that may be shown as the rows that they lead to. */
  #whole(row: Resource | undefined): void {
    const whole = this.#op.facts.queryTable.items.flatMap(({ selects }) => {
      const stated = valueOf(selects);
      return stated?.kind === 'whole' ? stated.fields : [];
    });
    for (const resource of this.#model.resources.keys())
      for (const { text } of whole) {
        const field = this.#model.fields.get(`${resource}.${text}`);
        if (!field || (row?.name.text !== resource && !this.#use.shown.has(`${resource}.${text}`))) continue;
        const type = valueOf(field.type);
        const target = /"resource":\{"text":"([^"]+)"/.exec(JSON.stringify(type ?? null))?.[1];
        if (target !== undefined && this.#model.resources.has(target)) this.#shape({ resource: { text: target } });
      }
  }

  /** Any JSON: shapes and field paths wherever they stand. */
  #answer(data: unknown, row: Resource | undefined): void {
    if (Array.isArray(data)) for (const one of data) this.#answer(one, row);
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return;
    const node = data as Data;
    if (node['kind'] === 'resource') this.#shape(node);
    else if (node['kind'] === 'field') this.#path(node['path'] as string[], row, this.#use.shown);
    else for (const [key, value] of Object.entries(node)) if (key !== 'at') this.#answer(value, row);
  }

  #shape(shape: Data): void {
    const use = this.#use;
    const name = (shape['resource'] as { text: string }).text;
    const view = (shape['view'] as { text: string } | undefined)?.text;
    use.resources.add(name);
    if (view !== undefined) use.views.add(`${name}/${view}`);
    const resource = this.#model.resources.get(name);
    const viewed = resource?.views.find((one) => one.name.text === view);
    const only = texts(shape['only']) ?? (viewed && texts(valueOf(viewed.slot)));
    const without = texts(shape['without']) ?? [];
    for (const field of resource?.fields.items ?? []) {
      const setBy = valueOf(field.setBy);
      const hidden = (setBy && 'hidden' in setBy && setBy.hidden) || valueOf(field.present)?.kind === 'never';
      const at = field.name.text;
      const wanted = only ? only.some((one) => at === one || at.startsWith(`${one}.`)) : !hidden;
      const isLeftOut = without.some((one) => at === one || at.startsWith(`${one}.`));
      if (wanted && !isLeftOut) use.shown.add(`${name}.${at}`);
    }
  }

  /** Conditions: a bare name is a field of the nearest `R (…)`, `this` the row the sentence stands on. */
  #condition(data: unknown, row: Resource | undefined, self: Resource | undefined): void {
    if (Array.isArray(data)) for (const one of data) this.#condition(one, row, self);
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return;
    const node = data as Data;
    if (node['kind'] === 'field') {
      const owner = node['owner'] as string | undefined;
      const base = owner === undefined ? row : owner === 'this' ? (self ?? row) : this.#model.resources.get(owner);
      this.#path(node['path'] as string[], base);
      return;
    }
    let inner = row;
    if (node['kind'] === 'exists' || node['kind'] === 'count') {
      const name = (node['resource'] as { text: string }).text;
      this.#use.resources.add(name);
      inner = this.#model.resources.get(name);
      this.#condition(node['right'], row, self);
      this.#condition(node['where'], inner, self ?? row);
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'at') this.#condition(value, inner, self);
  }

  #path(path: readonly string[], start: Resource | undefined, into: Set<string> = this.#use.fields): void {
    let resource = start;
    let rest = path;
    while (resource && rest.length > 0) {
      const name: string = resource.name.text;
      const fields: readonly string[] = resource.fields.items.map((field) => field.name.text);
      let length = rest.length;
      while (length > 0 && !fields.includes(rest.slice(0, length).join('.'))) length--;
      if (length === 0) {
        const group = fields.filter((field) => field.startsWith(`${rest.join('.')}.`));
        for (const field of group) into.add(`${name}.${field}`);
        if (group.length > 0) this.#use.resources.add(name);
        return;
      }
      const field: string = rest.slice(0, length).join('.');
      into.add(`${name}.${field}`);
      this.#use.resources.add(name);
      rest = rest.slice(length);
      const type = JSON.stringify(valueOf(this.#model.fields.get(`${name}.${field}`)!.type) ?? null);
      const next = /"resource":\{"text":"([^"]+)"/.exec(type)?.[1];
      resource = next === undefined ? undefined : this.#model.resources.get(next);
    }
  }

  #type(type: unknown, into: Set<string>, isParameter = false): void {
    if (typeof type !== 'object' || type === null) return;
    const node = type as {
      kind: string;
      of?: unknown;
      resource?: { text: string };
      by?: { text: string };
      view?: { text: string };
    };
    if (node.of) return this.#type(node.of, into, isParameter);
    if (node.kind !== 'resource') return;
    const name = node.resource!.text;
    this.#use.resources.add(name);
    if (node.by) this.#use.fields.add(`${name}.${node.by.text}`);
    if (node.by || isParameter) return;
    const resource = this.#model.resources.get(name);
    const view = resource?.views.find((one) => one.name.text === node.view?.text);
    if (node.view) this.#use.views.add(`${name}/${node.view.text}`);
    const names = view && valueOf(view.slot)?.map((one) => one.text);
    if (resource?.identifiedBy.status !== 'none' && !view) return;
    for (const field of resource!.fields.items)
      if (!names || names.includes(field.name.text)) into.add(`${name}.${field.name.text}`);
  }

  #machines(): void {
    const use = this.#use;
    const changed = machinesChangedBy(this.#model, this.#op).map((view) => view.name);
    for (const name of changed) use.changed.add(name);
    for (const [name, machine] of this.#model.machines) {
      // Of a call that makes no move a table says something where it names it, and where it refuses what it does not name.
      const isSaid =
        valueOf(machine.anyOtherChange)?.kind === 'error' ||
        machine.moves.items.some(
          (move) => headings(move).includes(this.#op.operation.name.text) && valueOf(move.from)?.kind !== 'new',
        );
      const isOther = isSaid && changesOtherwise(this.#model, this.#op, machine);
      if (!changed.includes(name) && !use.created.has(machine.resource.text) && !isOther) continue;
      use.machines.add(name);
      use.fields.add(name);
      use.resources.add(machine.resource.text);
      for (const move of machine.moves.items) {
        const by = valueOf(move.by);
        const row = this.#model.resources.get(machine.resource.text);
        const mine =
          by?.kind === 'operations' && by.operations.some((one) => one.text === this.#op.operation.name.text);
        if (mine && valueOf(move.from)?.kind !== 'new') this.#condition(valueOf(move.onlyIf), row, row);
      }
    }
  }

  #deletions(): void {
    for (const name of this.#use.deleted) {
      const resource = this.#model.resources.get(name);
      for (const rule of (resource && valueOf(resource.whenDeleted)) ?? []) {
        this.#use.resources.add(rule.resource.text);
        if (rule.kind === 'deletes every') this.#use.deleted.add(rule.resource.text);
        this.#condition(rule.where, this.#model.resources.get(rule.resource.text), resource);
      }
    }
  }

  #close(): void {
    const use = this.#use;
    const join = (): void => [...use.shown, ...use.sent].forEach((one) => use.fields.add(one));
    join();
    // Until nothing is added: what time does to a row is looked at by whoever looks at rows.
    for (let before = -1; before < use.fields.size + use.resources.size;) {
      before = use.fields.size + use.resources.size;
      for (const name of use.resources) this.#time(name);
      this.#follow();
      join();
    }
  }

  #time(name: string): void {
    const resource = this.#model.resources.get(name);
    for (const machine of this.#model.machines.values()) {
      if (machine.resource.text !== name) continue;
      for (const row of machine.moves.items) {
        const by = valueOf(row.by);
        if (by?.kind !== 'after' && by?.kind !== 'at') continue;
        if (by.kind === 'at') this.#path(by.field.text.split('.'), resource);
        this.#condition(valueOf(row.onlyIf), resource, resource);
        const state = this.#model.fields.get(machine.name.text);
        if (state && valueOf(state.type) === undefined) this.#use.fields.add(machine.name.text);
      }
    }
  }

  #follow(): void {
    const use = this.#use;
    for (const set of [use.fields, use.shown, use.sent]) {
      for (const name of set) {
        const field = this.#model.fields.get(name);
        const owner = [...this.#model.resources.keys()].find((one) => name === `${one}.${field?.name.text}`);
        if (!field || owner === undefined) continue;
        use.resources.add(owner);
        this.#type(valueOf(field.type), set);
        if (set !== use.fields) continue;
        const row = this.#model.resources.get(owner);
        this.#condition(valueOf(field.required), row, row);
        this.#condition(valueOf(field.present), row, row);
        this.#rule(valueOf(field.setBy) as unknown as { rule?: Data } | undefined, row);
      }
    }
  }

  #rule(setBy: { rule?: Data } | undefined, row: Resource | undefined): void {
    const rule = setBy?.rule;
    if (!rule) return;
    const of = rule['of'] as { text: string } | undefined;
    if (of) this.#path(of.text.split('.'), row);
    const searched = (rule['resource'] as { text: string } | undefined)?.text;
    if (searched !== undefined) {
      this.#use.resources.add(searched);
      this.#condition(rule['where'], this.#model.resources.get(searched), row);
      const field = (rule['field'] as { text: string } | undefined)?.text;
      if (field !== undefined) this.#use.fields.add(`${searched}.${field}`);
      return;
    }
    this.#condition(rule['parts'] ?? rule['expression'], row, row);
  }
}
