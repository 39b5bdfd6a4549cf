// A second, plain computation of what gaps do: what holds each operation, what holds single requests of it, what it rests on. It walks the other way round than gaps.ts, spells ids itself and shares no table with it.

import { SCHEME } from '../../src/notation/authentication.ts';
import { causeKey } from '../../src/notation/values/cause-kinds.ts';
import type { Effect } from '../../src/notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Field, Resource } from '../../src/notation/resources.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { isLeftOut, missingRules, writtenRules } from './repeat-rules.ts';
import { limitCells } from './limits-at-gap.ts';
import { hasUnlikeVersions } from './unlike-versions.ts';
import { valueOf, type List, type Scope, type Slot } from '../../src/notation/slot.ts';
import { changesRowOfPath, mayLet, otherChanges } from './other-changes.ts';
import { answerOf, causesOf, unansweredCauses } from '../../src/analysis/refusals/errors.ts';
import { bodyOf } from '../../src/analysis/document/inputs.ts';
import { machineViews } from '../../src/analysis/document/moves.ts';
import { unansweredOutcomes } from '../../src/analysis/requests/outcomes.ts';
import { pathFacts } from '../../src/analysis/document/targets.ts';
import { asked, askedInside, askedOfBody, canTwoFail, takesReadOnly, leavesElsewhere } from './asked.ts';
import { CELLS, isAllowedAsked, isGiven, moveCells, saysAllValues, saysNoEvents, takesFields } from './cells.ts';
import { kindsSent } from './happenings.ts';
import { fieldsInUse, type InUse } from './in-use.ts';
import { beginsSomewhere, kindCells, madeByTime, mayLeadTo, mayRemove } from './kinds.ts';
import { asksWhoCalls, isSaidByPart7, keptAtGap, movesAtGap, tellsMoves } from './moves-at-gap.ts';
import { doneAside, givesTokens, schemeFacts, schemesAside } from './schemes-aside.ts';
import { withRowsAtGap } from './rows-at-gap.ts';
import { silentAddress } from './silent-addresses.ts';
import { mayMeetNoCondition, mayShowNothing, ofOpenPages } from './outcomes.ts';
import {
  ascii,
  dashed,
  dueOfDelivery,
  hasNoBody,
  headings,
  isColumn,
  isHalf,
  isHidden,
  isOpen,
  isSuccess,
  lacks,
  maySend,
  referenceIn,
  rowName,
  type Computed,
  nameAmong,
  type Cells,
} from './rows.ts';

type What = 'held' | 'partly' | 'rests' | 'nothing';
const met = (isMet: boolean): What => (isMet ? 'partly' : 'nothing');

export function compute(model: Model): ReadonlyMap<string, Computed> {
  return new Map([...model.operations].map(([id, linked]) => [id, new Computation(model, linked).all()]));
}

class Computation {
  readonly #model: Model;
  readonly #op: LinkedOperation;
  readonly #id: string;
  readonly #effects: readonly Effect[];
  readonly #use: InUse;
  readonly #lists = { held: new Set<string>(), partly: new Set<string>(), rests: new Set<string>() };

  constructor(model: Model, op: LinkedOperation) {
    this.#model = model;
    this.#op = op;
    this.#id = op.operation.name.text;
    this.#effects = valueOf(op.facts.does) ?? [];
    this.#use = fieldsInUse(model, op);
  }

  all(): Computed {
    const { document } = this.#model;
    if (document.title.lists.status !== 'stated') this.#put('rests', 'lists');
    this.#resources();
    this.#states();
    this.#operation();
    this.#authentication();
    this.#events();
    this.#errors();
    this.#limits();
    this.#versioning();
    return withRowsAtGap(this.#model, this.#use.resources, this.#lists);
  }

  #put(what: What, id: string): void {
    if (what !== 'nothing') this.#lists[what].add(ascii(id));
  }

  /** A gap does `what`; something unreadable always holds; a statement does nothing here. */
  #meet(what: What, id: string, slot: Slot<unknown>, isDue = true): void {
    if (slot.status === 'gap' || (slot.status === 'absent' && isDue)) this.#put(what, id);
    if (slot.status === 'unreadable') this.#put('held', id);
  }

  /** A whole part: marked, or with nothing in it. True when there is nothing more to look at. */
  #part(number: number, scope: Scope, written: boolean, what: What): boolean {
    if (scope.mark.status === 'gap' || (scope.mark.status === 'absent' && !written)) this.#put(what, String(number));
    return scope.mark.status !== 'absent' || !written;
  }

  #open(id: string, list: List<unknown>): void {
    const { lists } = this.#model.document.title;
    const byTitle = valueOf(lists) === 'complete only where marked' && list.mark !== 'closed';
    if (list.mark === 'open' || byTitle) this.#put('rests', id);
  }

  // Part 2

  #resources(): void {
    const { scope, resources } = this.#model.document.resources;
    if (this.#part(2, scope, resources.items.length > 0, 'held')) return;
    this.#open('2/resources', resources);
    for (const [name, resource] of this.#model.resources) if (this.#use.resources.has(name)) this.#resource(resource);
  }

  #resource(resource: Resource): void {
    const name = resource.name.text;
    if (resource.scope.mark.status !== 'absent') return this.#meet('held', `2/${name}`, resource.scope.mark);
    this.#meet('held', `2/${name}/identified-by`, resource.identifiedBy);
    for (const view of resource.views)
      if (this.#use.views.has(`${name}/${view.name.text}`))
        this.#meet('held', `2/${name}/view.${view.name.text}`, view.slot);
    const unique = this.#use.written.has(name) ? resource.unique : [];
    for (const group of unique) this.#meet('rests', `2/${name}/unique`, group);
    for (const group of resource.atLeastOneOf) this.#meet('held', `2/${name}/at-least-one-of`, group);
    for (const group of resource.exactlyOneOf) this.#meet('held', `2/${name}/exactly-one-of`, group);
    this.#meet('held', `2/${name}/rows`, resource.rows, false);
    this.#meet('held', `2/${name}/visible-to`, resource.visibleTo, false);
    if (this.#use.deleted.has(name))
      this.#meet('partly', `2/${name}/when-deleted`, resource.whenDeleted, this.#isReferredTo(name));
    if (!resource.fields.written) return this.#put('held', `2/${name}/fields`);
    this.#open(`2/${name}/fields`, resource.fields);
    const columns = new Map<string, boolean>();
    for (const [head, cell] of CELLS)
      columns.set(
        head,
        resource.fields.items.length > 0 && resource.fields.items.every((field) => isColumn(cell(field))),
      );
    for (const field of resource.fields.items)
      this.#field(resource, field, (head) =>
        columns.get(head) ? `2/${name}/${head}` : `2/${name}.${field.name.text}/${head}`,
      );
  }

  #isReferredTo(name: string): boolean {
    const others = [...this.#model.resources.values()].filter((resource) => resource.name.text !== name);
    // Rows that a rule lists refer to this one; nothing of them is kept here.
    const fields = others.flatMap((one) =>
      one.fields.items.filter(({ setBy }) => !/"kind":"list"/.test(JSON.stringify(setBy))),
    );
    return JSON.stringify(fields.map(({ type }) => valueOf(type))).includes(`"resource":{"text":"${name}"`);
  }

  #field(resource: Resource, field: Field, id: (head: string) => string): void {
    const name = `${resource.name.text}.${field.name.text}`;
    const isNested = resource.identifiedBy.status === 'none';
    const isWhole = this.#use.whole.has(resource.name.text);
    const setBy = valueOf(field.setBy);
    const body = bodyOf(this.#model, this.#op);
    const sent = this.#use.sent.has(name);
    const asks = isNested
      ? sent && setBy?.kind === 'caller' && askedInside(this.#model, this.#op, resource.name.text, field)
      : asked(this.#model, this.#op, field);
    const isInput = body.kind === 'fields' && body.fields.some((one) => one.sets?.field === field);
    if (!this.#use.fields.has(name)) return;
    this.#meet('held', id('type'), field.type);
    this.#meet('held', id('set-by'), field.setBy);
    if (isHalf(field.setBy)) this.#put('held', id('set-by'));
    if (field.allowed.status !== 'unreadable' || sent || isWhole)
      this.#meet(isAllowedAsked(resource, field) ? 'rests' : 'nothing', id('allowed-values'), field.allowed);
    if (field.required.status === 'unreadable') this.#put('held', id('required'));
    else if (!isGiven(field) && asks && asks.required) this.#meet('partly', id('required'), field.required);
    if (this.#use.shown.has(name) && field.present.status === 'absent' && setBy?.kind !== 'service')
      if (field.required.status !== 'unreadable') this.#meet('rests', id('required'), field.required);
    if (this.#use.shown.has(name) || field.present.status === 'unreadable')
      this.#meet('rests', id('present'), field.present, false);
    const isBegun = this.#use.created.has(resource.name.text) && !isInput && !this.#use.assigned.has(name);
    if (setBy?.kind !== 'service' && ((asks && asks.default) || isBegun))
      this.#meet('partly', id('default'), field.default);
    else if (field.default.status === 'unreadable' && (sent || isWhole)) this.#put('held', id('default'));
    const type = valueOf(field.type);
    for (const gap of silentAddress(this.#model, field)) this.#put('held', gap);
    const target = this.#model.resources.get((type && referenceIn(type)) ?? '');
    if (target && target.identifiedBy.status === 'stated' && this.#use.shown.has(name) && !isHidden(field))
      this.#put('held', id('shown'));
  }

  #states(): void {
    const { scope, machines } = this.#model.document.states;
    const states = [...this.#model.fields]
      .filter(([, field]) => valueOf(field.type)?.kind === 'state')
      .map(([name]) => name);
    const touched = [...new Set([...states, ...this.#model.machines.keys()])].filter(
      (name) => this.#use.fields.has(name) || this.#use.machines.has(name),
    );
    if (this.#part(3, scope, machines.items.length > 0, touched.length > 0 ? 'held' : 'nothing')) {
      if (scope.mark.status === 'none') for (const name of touched) this.#put('held', `3/${name}`);
      return;
    }
    this.#open('3/machines', machines);
    for (const name of touched) {
      const machine = this.#model.machines.get(name);
      if (machine) this.#machine(machine);
      else this.#put('held', `3/${name}`);
    }
    for (const id of movesAtGap(this.#model, this.#op)) this.#put('partly', id);
    for (const [id, slot] of otherChanges(this.#model, this.#op)) this.#meet('rests', id, slot);
    // Part 3 says that it makes a move, whatever its Does says, or does not.
    for (const [name, machine] of this.#model.machines) {
      if (touched.includes(name)) continue;
      this.#moves(machine);
      // A gone row is absent for whoever looks for rows at all.
      if (this.#use.resources.has(machine.resource.text)) this.#kinds(machine);
    }
  }

  #kinds(machine: Machine): void {
    for (const [id, slot] of kindCells(this.#model, machine)) this.#meet('rests', id, slot);
  }

  #machine(machine: Machine): void {
    const name = machine.name.text;
    const isCreated = this.#use.created.has(machine.resource.text);
    const isChanged = this.#use.changed.has(name);
    if (machine.scope.mark.status !== 'absent') return this.#meet('held', `3/${name}`, machine.scope.mark);
    if (!machine.states.written && !machine.moves.written) return this.#put('held', `3/${name}`);
    if (isCreated && !beginsSomewhere(machine, this.#id)) this.#put('held', `3/${name}/initial`);
    if (machine.states.written) this.#open(`3/${name}/states`, machine.states);
    this.#kinds(machine);
    this.#open(`3/${name}/moves`, machine.moves);
    if ((isChanged && !isSaidByPart7(this.#model, machine)) || machine.anyOtherMove.status === 'unreadable')
      this.#meet('partly', `3/${name}/any-other-move`, machine.anyOtherMove);
    this.#moves(machine);
  }

  #moves(machine: Machine): void {
    const name = machine.name.text;
    const isMoved = this.#use.machines.has(name);
    const isTouched = this.#use.fields.has(name) || isMoved;
    const isTold = tellsMoves(this.#model, this.#op, machine);
    const rows = machine.moves.items;
    const isTimed = rows.some(madeByTime) && this.#use.resources.has(machine.resource.text);
    for (const id of isTimed ? keptAtGap(this.#model, machine) : []) this.#put('held', id);
    for (const [head, what, cell, isDue] of moveCells(this.#model)) {
      const left = rows.length > 0 && rows.every((row) => isColumn(cell(row)));
      // Who looks at the state rests on what moves it: time and outsiders do so under everyone's hands.
      const isSeen = (head === 'by' && isTouched) || (/^(from|to|by|only-if)$/.test(head) && isTold);
      if (left) {
        if (isDue && (isMoved || isTimed)) this.#put(isTimed && head === 'from' ? 'held' : what, `3/${name}/${head}`);
        else if (isSeen) this.#put('rests', `3/${name}/${head}`);
        continue;
      }
      for (const row of rows) {
        const isEmitted = head !== 'emits' || valueOf(row.to)?.kind !== 'refused';
        const isMade = this.#makes(machine, row) || (isSeen && cell(row).status === 'unreadable');
        const id = `3/${name}/${rowName(machine, row)}/${head}`;
        if (isMade) this.#meet(madeByTime(row) && head === 'from' ? 'held' : what, id, cell(row), isDue && isEmitted);
        else if (isSeen) this.#meet('rests', id, cell(row), isDue);
      }
    }
  }

  #makes(machine: Machine, row: Move): boolean {
    const by = valueOf(row.by);
    if (madeByTime(row)) return this.#use.resources.has(machine.resource.text);
    if (by || row.by.status === 'none') return headings(row).includes(this.#id);
    if (valueOf(row.from)?.kind === 'new') return this.#use.created.has(machine.resource.text);
    const to = valueOf(row.to);
    if (mayLet(this.#model, this.#op, machine, to)) return true;
    if (!this.#use.changed.has(machine.name.text)) return mayRemove(this.#effects, machine, to);
    return mayLeadTo(this.#effects, machine, to);
  }

  #operation(): void {
    const { document } = this.#model;
    const { facts, operation } = this.#op;
    this.#open('4/operations', document.endpoints.operations);
    if (operation.scope.mark.status !== 'absent') return this.#meet('held', `4/${this.#id}`, operation.scope.mark);
    const has = (...kinds: readonly string[]): boolean => this.#effects.some((effect) => kinds.includes(effect.kind));
    const body = bodyOf(this.#model, this.#op);
    const takes = body.kind !== 'unread';
    const nullable =
      body.kind === 'fields' &&
      body.fields.some((field) => field.types.some((type) => valueOf(type)?.kind === 'nullable'));
    const answers = facts.statuses.items.some(
      (row) => isSuccess(row) && !['none', 'absent', 'gap'].includes(row.body.status),
    );
    const lists = has('lists', 'lists values');
    const updates = has('updates', 'updates every');
    const refusals = valueOf(document.errors.errorBody) !== undefined;
    const asks = askedOfBody(this.#model, this.#op);
    const pageable = lists || valueOf(facts.does) === undefined;
    const due: readonly (readonly [keyof typeof facts, string, What, boolean])[] = [
      ['does', 'does', 'held', true],
      ['who', 'who', 'held', true],
      ['base', 'base', 'held', false],
      ['alsoAt', 'also-at', 'held', false],
      ['mediaType', 'media-type', 'held', takes || answers || refusals],
      ['headersIn', 'headers-in', 'held', false],
      ['headers', 'headers', 'rests', false],
      ['body', 'body', 'held', takes && !facts.bodyTable.written],
      ['omittedFields', 'omitted-fields', met(asks.omitted), updates],
      ['nullFields', 'null-fields', met(asks.nulls), updates && nullable],
      ['emptyText', 'empty-text', met(asks.empty), false],
      ['unknownFields', 'unknown-fields', 'partly', true],
      ['order', 'order', met(pageable), lists],
      ['pages', 'pages', met(pageable), lists],
      ['emits', 'emits', saysNoEvents(this.#model) ? 'nothing' : 'rests', true],
      ['checks', 'checks', 'rests', false],
      ['preconditions', 'preconditions', 'rests', changesRowOfPath(this.#model, this.#op)],
      ['repeat', 'repeat', 'rests', true],
      ['crossOrigin', 'cross-origin', 'rests', false],
      ['errors', 'errors', 'rests', false],
      ['atLeastOneOf', 'at-least-one-of', 'held', false],
      ['exactlyOneOf', 'exactly-one-of', 'held', false],
    ];
    for (const [key, head, what, isDue] of due) this.#bullet(key, head, what, isDue);
    if (takes) this.#bullet('nestedNames', 'nested-names', 'held', false);
    const readOnly = body.kind === 'open' || takesReadOnly(this.#model, this.#op);
    if (readOnly || facts.readOnlyFields.status === 'unreadable')
      this.#bullet('readOnlyFields', 'read-only-fields', 'partly', takesFields(body.kind, this.#effects));
    const who = JSON.stringify(valueOf(facts.who) ?? null);
    if (who.includes('"items":{"kind":"gap"')) this.#put('held', this.#where('who', 'who'));
    const openPages = ofOpenPages(valueOf(facts.pages));
    if (openPages) this.#put(openPages, this.#where('pages', 'pages'));
    if (leavesElsewhere(this.#op)) this.#put('partly', this.#where('unknownFields', 'unknown-fields'));
    const keyless = valueOf(facts.repeat)?.kind === 'key' && !facts.repeatTable.written;
    if (keyless) this.#put('rests', this.#where('repeat', 'repeat-table'));
    for (const head of missingRules(this.#op)) this.#put('rests', this.#where('repeatTable', `repeat.${head}`));
    for (const { at, slot } of writtenRules(this.#model, this.#op, this.#id)) this.#meet('rests', at, slot);
    this.#tables();
    this.#answers();
  }

  #where(key: keyof LinkedOperation['facts'], head: string): string {
    const own = this.#op.operation.facts[key] as Slot<unknown> | List<unknown>;
    const all = this.#model.document.endpoints.all[key] as Slot<unknown> | List<unknown>;
    return isLeftOut(own) && !isLeftOut(all) && this.#op.facts[key] === all ? `4/all/${head}` : `4/${this.#id}/${head}`;
  }

  #bullet(key: keyof LinkedOperation['facts'], head: string, what: What, isDue: boolean): void {
    this.#meet(what, this.#where(key, head), this.#op.facts[key] as Slot<unknown>, isDue);
  }

  #tables(): void {
    const { facts, operation } = this.#op;
    const shared = this.#model.document.endpoints.all;
    const opens = pathFacts(this.#model, this.#op);
    const identity = this.#effects.flatMap((effect) =>
      'target' in effect ? [this.#model.resources.get(effect.target.text)] : [],
    );
    const isUnknown = isOpen(facts.does) || identity.some((one) => one && isOpen(one.identifiedBy));
    for (const name of opens.open) {
      if (opens.rows.has(name) || (isUnknown && name === opens.open.at(-1))) continue;
      this.#put('held', `4/${this.#id}/path.${name}/selects`);
    }
    const tables = [
      ['path', 'pathTable', ''],
      ['query', 'queryTable', 'query'],
      ['header', 'headerTable', 'headers'],
      ['body', 'bodyTable', 'body-fields'],
    ] as const;
    for (const [table, key, end] of tables) {
      for (const [owner, list] of [
        ['all', shared[key]],
        [this.#id, operation.facts[key]],
      ] as const) {
        const isMine = (row: object): boolean =>
          (facts[key].items as readonly object[]).includes(row) && !('anyFieldOf' in row && row.anyFieldOf);
        for (const row of (list.items as readonly object[]).filter(isMine))
          this.#parameter(table, owner, row as Readonly<Record<string, Slot<unknown>>>, list.items as never);
        const bullet = (owner === 'all' ? shared : operation.facts).headers.status;
        const id = table === 'header' && bullet !== 'absent' ? `${end} 2` : end;
        if (end !== '' && list.written) this.#open(`4/${owner}/${id}`, list);
      }
    }
  }

  #parameter(table: 'path' | 'query' | 'header' | 'body', owner: string, row: Cells, rows: readonly Cells[]): void {
    const name = nameAmong(row, rows);
    const isQuery = table === 'query' && row['anyFieldOf'] === undefined;
    const isBody = table === 'body';
    const like = isBody && JSON.stringify(row['type']).includes('"kind":"same-as"');
    // A path is never left out, and what a default fills is not either.
    const isFilled = table === 'query' && valueOf(row['default']!) !== undefined;
    const asks = isBody
      ? asked(this.#model, this.#op, row as unknown as Parameters<typeof asked>[2])
      : { required: table === 'header' || (isQuery && !isFilled), default: table === 'header' || isQuery };
    const isOpenPath = table === 'path' && pathFacts(this.#model, this.#op).open.includes(name);
    const cells: readonly (readonly [string, string, What, boolean])[] = [
      ['type', 'type', 'held', isQuery || isBody],
      ['required', 'required', asks.required ? 'partly' : 'nothing', isQuery || (isBody && !like)],
      ['default', 'default', asks.default ? 'partly' : 'nothing', isQuery],
      ['allowed', 'allowed-values', saysAllValues({ type: row['type']! }) ? 'nothing' : 'rests', false],
      ['selects', 'selects', table === 'path' ? 'held' : 'partly', isQuery || isOpenPath],
      ['when', 'when', 'held', false],
      ['sets', 'sets', 'held', isBody],
    ];
    for (const [key, head, what, isDue] of cells) {
      const slot = row[key];
      if (!slot) continue;
      const type = JSON.stringify(valueOf(slot) ?? null);
      // Several values, and no word on how they stand in the query.
      if (table === 'query' && key === 'type' && /"kind":"array"/.test(type) && !/"style":/.test(type))
        this.#put('held', `4/${owner}/${table}.${name}/${head}`);
      const left = rows.every((one) => isColumn(one[key]!));
      this.#meet(what, left ? `4/${owner}/${table}/${head}` : `4/${owner}/${table}.${name}/${head}`, slot, isDue);
    }
  }

  #answers(): void {
    const { facts, operation } = this.#op;
    if (!facts.statuses.items.some(isSuccess) || this.#lacksOutcome()) this.#put('held', `4/${this.#id}/status`);
    if (this.#saysAll() && mayMeetNoCondition(this.#model, this.#op))
      this.#put('partly', `4/${this.#id}/status/otherwise`);
    if (mayShowNothing(this.#op)) this.#put('partly', `4/${this.#id}/status/without-a-row`);
    const lists = [
      ['all', this.#model.document.endpoints.all.statuses],
      [this.#id, operation.facts.statuses],
    ] as const;
    const answering = causesOf(this.#model, this.#op).flatMap((key) => answerOf(this.#model, this.#op, key)?.row ?? []);
    for (const [owner, list] of lists) {
      if (list.written) this.#open(`4/${owner}/statuses`, list);
      const seen = new Map<string, number>();
      for (const row of list.items) {
        const status = valueOf(row.status);
        const when = valueOf(row.when);
        const words =
          when?.kind === 'outcome'
            ? when.outcomes.join(' ')
            : row.when.status === 'stated'
              ? row.when.text.replaceAll('`', '')
              : 'an answer';
        const plain = status ? ('code' in status ? String(status.code) : status.class) : words;
        const copy = (seen.get(plain) ?? 0) + 1;
        seen.set(plain, copy);
        if (!facts.statuses.items.includes(row)) continue;
        const at = `4/${owner}/${copy > 1 ? `${plain} ${copy}` : plain}`;
        const success = isSuccess(row);
        const met = answering.includes(row);
        this.#meet(success ? 'held' : met ? 'partly' : 'nothing', `${at}/status`, row.status);
        this.#meet(success ? 'held' : 'rests', `${at}/when`, row.when);
        const left = success && list.items.every((one) => isColumn(one.body));
        this.#meet(success || met ? 'partly' : 'nothing', `${at}/headers`, row.headers, false);
        if (hasNoBody(row)) continue;
        this.#meet(
          success ? 'held' : met ? 'partly' : 'nothing',
          left ? `4/${owner}/statuses/body` : `${at}/body`,
          row.body,
          success,
        );
      }
    }
  }

  /** What the effect can come to has no row, and the table says that there is no other. */
  #lacksOutcome(): boolean {
    return this.#saysAll() && unansweredOutcomes(this.#op).length > 0;
  }

  #saysAll(): boolean {
    const { statuses } = this.#op.facts;
    const { lists } = this.#model.document.title;
    if (statuses.mark === 'open' || (statuses.mark === undefined && valueOf(lists) !== 'complete unless marked'))
      return false;
    return !statuses.items.some((row) => isSuccess(row) && !valueOf(row.when));
  }

  #authentication(): void {
    if (!asksWhoCalls(this.#model, this.#op) && !givesTokens(this.#op)) return;
    const { scope, schemes } = this.#model.document.authentication;
    if (this.#part(5, scope, schemes.items.length > 0, 'held')) return;
    this.#open('5/schemes', schemes);
    const aside = schemesAside(this.#model);
    for (const scheme of schemes.items)
      for (const { key, effect, isDue } of schemeFacts(scheme)) {
        const id = `5/${scheme.name.text}/${dashed(SCHEME[key].head)}`;
        const slot = scheme[key];
        if (!aside.has(scheme)) this.#meet(effect, id, slot, isDue);
        else if (slot.status === 'unreadable' || effect === 'held') {
          const isOpen = slot.status === 'unreadable' || slot.status === 'gap' || (slot.status === 'absent' && isDue);
          if (isOpen) this.#put(doneAside(this.#model, this.#op, scheme, key), id);
        } else this.#meet(effect, id, slot, isDue);
      }
  }

  /** How an event is sent changes no answer, however it is put. */
  #told(id: string, slot: Slot<unknown>, isDue = true): void {
    if (slot.status === 'unreadable') this.#put('rests', id);
    else this.#meet('rests', id, slot, isDue);
  }

  #events(): void {
    const { scope, kinds, delivery } = this.#model.document.events;
    const moves = [...machineViews(this.#model).values()]
      .flatMap((view) => view.machine.moves.items)
      .filter((row) => headings(row).includes(this.#id));
    const emits = [this.#op.facts.emits, ...moves.map((row) => row.emits)];
    const unknown = emits.some((slot) => slot.status !== 'none' && slot.status !== 'stated');
    const named = kindsSent(this.#model, this.#op, kinds.items, emits);
    if (!unknown && named.length === 0) return;
    if (this.#part(6, scope, kinds.items.length > 0 || delivery !== undefined, 'rests')) return;
    this.#open('6/events', kinds);
    const told = delivery?.scope.mark.status === 'absent' ? delivery.facts : undefined;
    if (!told) this.#put('rests', '6/delivery');
    for (const [head, slot] of told ? dueOfDelivery(told) : []) this.#told(`6/delivery/${dashed(head)}`, slot);
    for (const kind of kinds.items.filter((one) => unknown || named.includes(one.name.text))) {
      const at = `6/${kind.name.text}`;
      if (kind.scope.mark.status !== 'absent') this.#told(at, kind.scope.mark);
      else {
        this.#told(`${at}/when`, kind.when, !maySend(this.#model, kind.name.text));
        this.#told(`${at}/payload`, kind.payload, !kind.fields.written);
        if (!kind.fields.written) continue;
        this.#open(`${at}/fields`, kind.fields);
        for (const field of kind.fields.items) {
          const cells = [
            ['type', field.type],
            ['required', field.required],
            ['set-by', field.setBy],
          ] as const;
          for (const [head, slot] of cells) this.#told(`${at}.${field.name.text}/${head}`, slot, false);
          if (isHalf(field.setBy)) this.#put('rests', `${at}.${field.name.text}/set-by`);
        }
      }
    }
  }

  #errors(): void {
    const { scope, errorBody, allFailedFields, codes } = this.#model.document.errors;
    const written = codes.items.length > 0 || errorBody.status !== 'absent' || allFailedFields.status !== 'absent';
    const unanswered = unansweredCauses(this.#model, this.#op);
    if (this.#part(7, scope, written, unanswered.length > 0 ? 'partly' : 'nothing')) return;
    for (const cause of unanswered) this.#put('partly', `7/cause/${causeKey(cause)}`);
    this.#open('7/codes', codes);
    const body = bodyOf(this.#model, this.#op);
    if (body.kind === 'fields' && canTwoFail(this.#model, this.#op))
      this.#meet('partly', '7/all-failed-fields', allFailedFields);
    const answers = causesOf(this.#model, this.#op).flatMap((key) => answerOf(this.#model, this.#op, key) ?? []);
    const bare = answers.some(
      ({ code, row }) => code.body.status === 'absent' && (!row || row.body.status === 'absent'),
    );
    const isLeftToAll = codes.items.some((code) => code.body.status === 'absent');
    if (bare || errorBody.status === 'unreadable') this.#meet('partly', '7/error-body', errorBody, isLeftToAll);
    const mine = new Set(answers.map(({ code }) => code));
    // A request without a path or a method of the document is to no operation.
    const all = [{ kind: 'too large' }, { kind: 'unavailable' }, { kind: 'internal' }] as const;
    const everyone = all.map((cause) => answerOf(this.#model, undefined, cause)?.code);
    const [hasNoStatus, hasNoWhen] = [lacks(codes.items, 'status'), lacks(codes.items, 'when')];
    if (hasNoWhen) this.#put('rests', '7/codes/when');
    if (hasNoStatus && codes.items.some((code) => mine.has(code) || everyone.includes(code)))
      this.#put('partly', '7/codes/status');
    for (const code of codes.items) {
      const at = `7/${code.code.text}`;
      if (!hasNoWhen) this.#meet('rests', `${at}/when`, code.when);
      if (!mine.has(code) && !everyone.includes(code)) continue;
      if (!hasNoStatus) this.#meet('partly', `${at}/status`, code.status);
      for (const [head, slot] of [
        ['body', code.body],
        ['message', code.message],
        ['headers', code.headers],
      ] as const)
        this.#meet('partly', `${at}/${head}`, slot, false);
      this.#meet('rests', `${at}/retry`, code.retry, false);
      for (const [head, slot] of code.words) this.#meet('partly', `${at}/${dashed(head)}`, slot, false);
    }
  }

  #limits(): void {
    const { scope, limits } = this.#model.document.limits;
    if (this.#part(8, scope, limits.items.length > 0, 'rests')) return;
    this.#open('8/limits', limits);
    for (const [id, slot, isDue] of limitCells(limits.items, this.#op.operation)) this.#meet('rests', id, slot, isDue);
  }

  #versioning(): void {
    const { scope, facts, versions, changes } = this.#model.document.versioning;
    const said = Object.values<Slot<unknown>>({ ...facts }).some((one) => one.status !== 'absent');
    const written = said || versions.written || changes.written;
    if (this.#part(9, scope, written, 'rests')) return;
    this.#meet('rests', '9/scheme', facts.scheme);
    for (const end of ['deprecated', 'sunset'] as const) this.#meet('rests', `9/${end}`, facts[end], false);
    if (valueOf(facts.scheme) === undefined) return;
    this.#meet('held', '9/current-version', facts.currentVersion);
    this.#meet('partly', '9/supported-versions', facts.supportedVersions, false);
    this.#meet('partly', '9/missing-version', facts.missingVersion, false);
    this.#meet('partly', '9/unknown-version', facts.unknownVersion, false);
    for (const { name, status } of versions.items) this.#meet('partly', `9/version.${name.text}/status`, status, false);
    if (hasUnlikeVersions(this.#model.document)) this.#put('partly', '9/changes');
  }
}
