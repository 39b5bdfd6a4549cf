// Law of moves: what every answer shows and refuses, by request, by time and from outside, and what is told of it, held to a second
// computation. Input: what was sent, answered and when; at the end the outbox. Output: what differs.

import type { Effect } from '../../src/notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { fill, type Way } from './account-body.ts';
import { listed, parsed, rowsIn, says, shownIn } from './account-answers.ts';
import { repeatedOf, type Repeated } from './account-repeats.ts';
import { Account, startsOf } from './account.ts';
import type { Answered } from './answered.ts';
import { bodiesOf, isObject, json, type Sent } from './judge-causes.ts';
import { isOfBounds } from './judge-checks.ts';
import { route } from './judge-route.ts';
import { canonical } from './judge-values.ts';
import { alike, AWAY, copyOf, idIn, isOutside, outsideTargets, rowsBy, told, written, type Kept } from './move-rows.ts';
import { goneStates, holds, isGone, machinesOf, NotComputed, shown, typeOf, type Row } from './known.ts';

export interface Asked {
  readonly resource: string;
  readonly field: string;
  readonly id: unknown;
  readonly to: string;
}

type Verdict =
  | { readonly kind: 'made'; readonly to: string; readonly rows: readonly Move[] }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nothing says what becomes of it. */
  | { readonly kind: 'open' }
  /** The account cannot tell. */
  | { readonly kind: 'unknown' };

type Let =
  | { readonly kind: 'let'; readonly rows: readonly (readonly [Machine, readonly Move[]])[] }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' };

const LET: Let = { kind: 'let', rows: [] };

const STARTS_ELSEWHERE = 'Where a move from outside starts is not shown, and there may be more than these: see /gaps.';

export class MoveJudge {
  readonly account: Account;
  readonly #model: Model;
  /** The document leaves nothing open: nothing is held. */
  readonly #isWhole: boolean;
  readonly #uncomputed = new Set<string>();
  /** The greatest number that was given, by resource. */
  readonly #highest = new Map<string, number>();
  /** Answers that were held to the account, and moves among them that were made or refused from outside. */
  judged = 0;
  outside = { made: 0, refused: 0, missing: 0 };

  constructor(model: Model, isWhole: boolean) {
    this.#model = model;
    this.#isWhole = isWhole;
    this.account = new Account(model);
  }

  request(whole: Sent, answer: Answered, now: number): string[] {
    this.account.settle(now);
    const routed = route(this.#model, whole);
    if (routed.kind !== 'operation' || whole.method === 'OPTIONS') return [];
    const { operation, sent } = routed;
    // An answer that was kept: nothing is done again.
    if (answer.headers.some(([name]) => name === 'x-again')) return [];
    const isTaken = answer.status >= 200 && answer.status < 300;
    const [effect, ...more] = valueOf(operation.facts.does) ?? [];
    if (!effect || more.length > 0 || !('target' in effect)) {
      if (isTaken) throw new NotComputed(`${operation.operation.name.text} is answered with ${answer.status}`);
      return [];
    }
    const resource = effect.target.text;
    if (this.#identity(resource) === undefined) {
      this.#uncomputed.add(resource);
      return [];
    }
    const wrong = this.#effect(operation, effect, resource, { sent, answer, now, isTaken });
    const where = `${new Date(now).toISOString()} ${sent.method} ${sent.path}${sent.query && `?${sent.query}`} ${answer.status}`;
    return wrong.map((text) => `${where}: ${text}\n      ${answer.text.slice(0, 300)}`);
  }

  /** The one field that a row is identified by. */
  #identity(resource: string): string | undefined {
    const fields = valueOf(this.#model.resources.get(resource)?.identifiedBy ?? { status: 'absent', at: NOWHERE });
    return fields?.length === 1 ? fields[0]!.text : undefined;
  }

  #effect(operation: LinkedOperation, effect: Effect, resource: string, met: Met): string[] {
    const { answer, isTaken, now } = met;
    switch (effect.kind) {
      case 'lists':
        return isTaken ? this.#list(operation, resource, met) : this.#unheld(met.answer);
      case 'creates':
        return isTaken ? this.#create(operation, resource, met) : this.#unheld(met.answer);
      case 'creates every in body':
        return isTaken ? this.#createEach(operation, resource, met) : this.#unheld(met.answer);
      case 'deletes every':
        if (!isTaken) return this.#unheld(met.answer);
        return this.#removeAll(operation, resource, now);
      case 'reads':
      case 'updates':
      case 'merges into':
      case 'replaces':
      case 'creates or replaces':
      case 'deletes':
        return this.#one(operation, { kind: effect.kind }, resource, met);
      case 'moves':
        return this.#one(operation, { kind: 'moves', field: effect.field.text }, resource, met);
      default:
        if (isTaken) throw new NotComputed(`${effect.kind} is answered with ${answer.status}`);
        return [];
    }
  }

  #unheld(answer: Answered): string[] {
    return this.#isWhole && answer.status === 501 ? ['nothing is open in this document, and it is held'] : [];
  }

  #ofResource(resource: string): Row[] {
    return this.account.rows.filter((row) => row.resource === resource);
  }

  #one(operation: LinkedOperation, effect: OfOne, resource: string, met: Met): string[] {
    const { answer, isTaken, now } = met;
    const id = idIn(operation, met.sent.path);
    if (id === undefined) throw new NotComputed(`${operation.operation.name.text} finds its row by no path`);
    const row = this.account.find(resource, id, effect.kind === 'reads' ? [] : this.named(operation, resource));
    if (row === 'unknown') {
      for (const one of this.#ofResource(resource)) if (String(JSON.parse(one.id)) === id) this.account.lose(one);
      return [];
    }
    const wrong = this.#unheld(met.answer);
    if (row === undefined && effect.kind === 'creates or replaces')
      return isTaken ? this.#create(operation, resource, met, id) : wrong;
    this.judged += 1;
    if (row === undefined) return isTaken ? [`there is no such ${resource}`] : wrong;
    const isMissed = this.#codes('no such', resource).some((code) => says(this.#model, answer, code));
    if (isMissed && row) return [`the ${resource} is there: ${told(row)}`];
    if (effect.kind === 'moves') return this.#called(operation, effect.field, row, met);
    const said = effect.kind === 'reads' ? LET : this.#let(operation, row, now);
    if (!isTaken) return [...wrong, ...this.#refused(said, row, answer)];
    if (said.kind === 'refused') return [`a ${resource} may not be changed there: ${told(row)}`];
    if (said.kind === 'unknown') this.account.untold.add(`${resource} ${row.id}`);
    const before = effect.kind === 'deletes' ? copyOf(row) : row;
    const tell = (): void => {
      for (const [machine, rows] of said.kind === 'let' ? said.rows : [])
        this.account.tell(row, machine, rows, operation.operation.name.text, now);
    };
    if (effect.kind === 'deletes') {
      tell();
      this.account.remove(row);
    } else if (effect.kind !== 'reads') {
      this.#change(operation, row, WAYS[effect.kind], met);
      tell();
    }
    if (effect.kind !== 'reads') this.account.at(now);
    return this.#shows(before, resource, answer);
  }

  /** All that are there, or none. */
  #removeAll(operation: LinkedOperation, resource: string, now: number): string[] {
    const wrong: string[] = [];
    const named = this.named(operation, resource);
    for (const row of this.#ofResource(resource)) {
      const gone = isGone(this.#model, row);
      if (gone === undefined) this.account.lose(row);
      const isNamed = machinesOf(this.#model, resource).some(({ field }) =>
        named.includes(String(row.values.get(field.text))),
      );
      if ((gone !== false && !(gone && isNamed)) || !this.account.rows.includes(row)) continue;
      const said = this.#let(operation, row, now);
      if (said.kind === 'refused') wrong.push(`a ${resource} may not be deleted there: ${told(row)}`);
      if (said.kind === 'unknown') this.account.untold.add(`${resource} ${row.id}`);
      for (const [machine, rows] of said.kind === 'let' ? said.rows : [])
        this.account.tell(row, machine, rows, operation.operation.name.text, now);
      this.account.remove(row);
    }
    this.account.at(now);
    return wrong;
  }

  /** What the tables say of a call that makes no move: by machine the rows that let it. */
  #let(operation: LinkedOperation, row: Row, now: number): Let {
    const found: [Machine, readonly Move[]][] = [];
    for (const machine of machinesOf(this.#model, row.resource)) {
      const state = String(row.values.get(machine.field.text));
      const holding: Move[] = [];
      for (const move of rowsBy(machine, operation)) {
        const from = startsOf(machine, move);
        const condition = valueOf(move.onlyIf);
        const isSaid = condition !== undefined || move.onlyIf.status === 'none';
        if (!from || !isSaid || valueOf(move.to)?.kind !== 'same') return { kind: 'unknown' };
        if (!from.includes(state)) continue;
        const isHeld = condition ? holds(condition, this.account.scope(row, now)) : true;
        if (isHeld === undefined) return { kind: 'unknown' };
        if (isHeld) holding.push(move);
      }
      const other = valueOf(machine.anyOtherChange);
      if (holding.length === 0 && other?.kind === 'error') return { kind: 'refused', code: other.error.text };
      found.push([machine, holding]);
    }
    return { kind: 'let', rows: found };
  }

  /** It makes no legal move, or changes what may not be changed there; undefined: nobody can tell. */
  isIllegal(operation: LinkedOperation, row: Row, now: number): boolean | undefined {
    const [effect] = valueOf(operation.facts.does) ?? [];
    const machine =
      effect?.kind === 'moves' ? this.#model.machines.get(`${row.resource}.${effect.field.text}`) : undefined;
    if (row.isLost || (effect?.kind === 'moves' && !machine)) return undefined;
    const { kind } = machine ? this.#verdict(machine, operation, row, now) : this.#let(operation, row, now);
    return kind === 'unknown' || kind === 'open' ? undefined : kind === 'refused';
  }

  #refused(said: Let, row: Row, answer: Answered): string[] {
    const codes = machinesOf(this.#model, row.resource).flatMap(({ anyOtherChange }) => {
      const other = valueOf(anyOtherChange);
      return other?.kind === 'error' ? [other.error.text] : [];
    });
    const isRefused = codes.some((code) => says(this.#model, answer, code));
    return isRefused && said.kind === 'let' ? [`it is refused, and a row lets it: ${told(row)}`] : [];
  }

  #change(operation: LinkedOperation, row: Row, way: Way, { sent, now }: Met): void {
    fill(this.account, operation, row, json(sent), way);
    this.account.stamp(row, now);
  }

  #codes(kind: 'no such', resource: string): readonly string[] {
    return this.#model.document.errors.codes.items
      .filter(({ when }) => valueOf(when)?.some((one) => one.kind === kind && one.resource.text === resource))
      .map(({ code }) => code.text);
  }

  /** States of Kind `gone` from which a row of the table starts that the operation makes. */
  named(operation: LinkedOperation, resource: string): readonly string[] {
    return machinesOf(this.#model, resource).flatMap((machine) =>
      rowsBy(machine, operation).flatMap((move) => {
        const from = valueOf(move.from);
        return from?.kind === 'states' ? from.states.map(({ text }) => text) : [];
      }),
    );
  }

  #create(operation: LinkedOperation, resource: string, met: Met, address?: string): string[] {
    const { sent, answer, now } = met;
    const name = this.#identity(resource)!;
    const again = repeatedOf(this.account, operation, resource, json(sent));
    // Which one it is says the answer.
    if (again?.row === 'unknown') return [];
    if (again) return this.#again(again, resource, answer);
    const [first] = rowsIn(parsed(answer), name);
    const id = first ? first[name] : address;
    if (id === undefined) throw new NotComputed(`a new ${resource} is not shown`);
    const { row, wrong } = this.#born(operation, resource, json(sent), id, now);
    this.account.at(now);
    return [...wrong, ...this.#shows(row, resource, answer)];
  }

  /** A row of each item, in their order. */
  #createEach(operation: LinkedOperation, resource: string, { sent, answer, now }: Met): string[] {
    const name = this.#identity(resource)!;
    const bodies = bodiesOf(operation, sent);
    const found = rowsIn(parsed(answer), name);
    if (!bodies) return ['its body is no list of rows'];
    if (found.length !== bodies.length) return [`${found.length} rows are shown, and ${bodies.length} were sent`];
    const made = bodies.map((body, place) => this.#born(operation, resource, body, found[place]![name], now));
    this.account.at(now);
    return made.flatMap(({ row, wrong }, place) => [...wrong, ...this.#compare(row, found[place]!)]);
  }

  #born(
    operation: LinkedOperation,
    resource: string,
    body: unknown,
    id: unknown,
    now: number,
  ): { readonly row: Row; readonly wrong: readonly string[] } {
    const name = this.#identity(resource)!;
    const row: Row = { resource, id: JSON.stringify(id), values: new Map(), since: new Map(), isLost: false };
    row.values.set(name, id);
    fill(this.account, operation, row, body, 'creates');
    for (const { name: field, setBy } of this.#model.resources.get(resource)!.fields.items) {
      const by = valueOf(setBy);
      if (by?.kind === 'service' && by.rule.kind === 'now') row.values.set(field.text, new Date(now).toISOString());
    }
    const wrong = this.#number(resource, name, id);
    const twin = this.account.find(resource, String(id), []);
    this.account.rows.push(row);
    for (const machine of machinesOf(this.#model, resource)) this.#begin(operation, machine, row, now);
    this.judged += 1;
    if (twin !== undefined && twin !== 'unknown') wrong.push(`there is one with this identity: ${told(twin)}`);
    return { row, wrong };
  }

  /** It is known again: nothing is done. */
  #again({ row, isSame }: Repeated, resource: string, answer: Answered): string[] {
    if (row === 'unknown') return [];
    this.judged += 1;
    if (isSame === false) return [`there is one with other values: ${told(row)}`];
    const [shownRow] = rowsIn(parsed(answer), this.#identity(resource)!);
    const isOther = shownRow !== undefined && JSON.stringify(shownRow[this.#identity(resource)!]) !== row.id;
    return isOther
      ? [`it is known again by ${told(row)}, and another one is shown`]
      : this.#shows(row, resource, answer);
  }

  /** A number that the service gives is greater than all before it, whatever became of their rows. */
  #number(resource: string, field: string, id: unknown): string[] {
    const setBy = valueOf(this.#model.fields.get(`${resource}.${field}`)?.setBy ?? { status: 'absent', at: NOWHERE });
    const isGiven = setBy?.kind === 'service' && setBy.rule.kind === 'new id';
    if (!isGiven || typeof id !== 'number') return [];
    const before = this.#highest.get(resource) ?? 0;
    this.#highest.set(resource, Math.max(before, id));
    return id > before ? [] : [`${resource} ${id} is made after ${before} was given`];
  }

  #begin(operation: LinkedOperation, machine: Machine, row: Row, now: number): void {
    row.since.set(machine.name.text, now);
    const births = rowsBy(machine, operation).filter(({ from }) => valueOf(from)?.kind === 'new');
    const made = births.filter(({ onlyIf }) => onlyIf.status === 'none');
    const to = made.length === 1 ? valueOf(made[0]!.to) : undefined;
    const initial = machine.states.items.filter(({ kind }) => valueOf(kind) === 'initial');
    const state =
      to?.kind === 'state'
        ? to.state.text
        : births.length === 0 && initial.length === 1
          ? initial[0]!.name.text
          : undefined;
    if (state === undefined) return this.account.lose(row);
    row.values.set(machine.field.text, state);
    this.account.tell(row, machine, made, operation.operation.name.text, now);
  }

  #called(operation: LinkedOperation, field: string, row: Row, met: Met): string[] {
    const { answer, isTaken, now, sent } = met;
    const { resource } = row;
    const machine = this.#model.machines.get(`${resource}.${field}`);
    const state = String(row.values.get(field));
    if (!machine) return isTaken ? [`${resource}.${field} has no machine`] : [];
    const verdict = this.#verdict(machine, operation, row, now);
    if (isTaken) {
      if (verdict.kind === 'refused') return [`a ${resource} that is \`${state}\` makes no such move: ${told(row)}`];
      if (verdict.kind === 'open') return [`nothing says where it leads from \`${state}\`: ${told(row)}`];
      if (verdict.kind === 'unknown') {
        this.account.lose(row);
        return [];
      }
      const before = copyOf(row);
      this.#make(row, machine, verdict, operation.operation.name.text, now);
      return this.#shows(verdict.to === AWAY ? before : row, resource, answer);
    }
    const isIllegal = this.#illegal(machine).some((code) => says(this.#model, answer, code));
    if (isIllegal && verdict.kind === 'made' && !goneStates(machine).includes(state))
      return [`it is refused, and leads to \`${verdict.to}\`: ${told(row)}`];
    if (isIllegal && verdict.kind === 'open') return [`it is refused, and nothing says so: ${told(row)}`];
    const asksNothing = operation.facts.headerTable.items.length === 0 && !valueOf(operation.facts.headersIn);
    const isPlain = asksNothing && sent.headers['accept'] === undefined && sent.body === undefined && sent.query === '';
    const isElse = answer.status === 501 || isOfBounds(this.#model, operation, answer);
    if (isPlain && !isElse && verdict.kind === 'refused' && !says(this.#model, answer, verdict.code))
      return [`it is refused otherwise than with \`${verdict.code}\``];
    return verdict.kind === 'open' ? [] : this.#unheld(met.answer);
  }

  #make(row: Row, machine: Machine, { to, rows }: Extract<Verdict, { kind: 'made' }>, by: string, now: number): void {
    if (to === AWAY) {
      this.account.tell(row, machine, rows, by, now, row.values.get(machine.field.text));
      this.account.remove(row);
    } else {
      this.account.enter(row, machine, to, now);
      this.account.tell(row, machine, rows, by, now);
    }
    this.account.at(now);
  }

  #illegal(machine: Machine): readonly string[] {
    const other = valueOf(machine.anyOtherMove);
    if (other?.kind === 'error') return [other.error.text];
    if (machine.anyOtherMove.status !== 'absent') return [];
    return this.#model.document.errors.codes.items
      .filter(({ when }) => valueOf(when)?.some((one) => one.kind === 'illegal move'))
      .map(({ code }) => code.text);
  }

  #verdict(machine: Machine, operation: LinkedOperation, row: Row, now: number): Verdict {
    const rows = rowsBy(machine, operation);
    const state = String(row.values.get(machine.field.text));
    const holding: { readonly move: Move; readonly to: string }[] = [];
    for (const move of rows) {
      const to = valueOf(move.to);
      const from = startsOf(machine, move);
      const isSaid = valueOf(move.onlyIf) !== undefined || move.onlyIf.status === 'none';
      if (!from || !to || !isSaid || to.kind === 'refused' || to.kind === 'one of') return { kind: 'unknown' };
      if (!from.includes(state)) continue;
      const condition = valueOf(move.onlyIf);
      const isHeld = condition ? holds(condition, this.account.scope(row, now)) : true;
      if (isHeld === undefined) return { kind: 'unknown' };
      const leads = to.kind === 'state' ? to.state.text : to.kind === 'same' ? state : AWAY;
      if (isHeld) holding.push({ move, to: leads });
    }
    const [first, ...others] = holding;
    if (first)
      return others.every(({ to }) => to === first.to)
        ? { kind: 'made', to: first.to, rows: holding.map(({ move }) => move) }
        : { kind: 'open' };
    const codes = this.#illegal(machine);
    return codes.length === 1 ? { kind: 'refused', code: codes[0]! } : { kind: 'open' };
  }

  #list(operation: LinkedOperation, resource: string, { sent, answer }: Met): string[] {
    const name = this.#identity(resource)!;
    const found = rowsIn(parsed(answer), name);
    const expected = listed(this.#model, operation, this.#ofResource(resource), sent.query);
    const isHead = sent.method === 'HEAD';
    if (isHead) return [];
    if (expected) {
      this.judged += 1;
      const [got, due] = [
        found.map((one) => JSON.stringify(one[name])).join(),
        expected.rows.map(({ id }) => id).join(),
      ];
      if (got !== due) return [`the list has ${got}, expected ${due}: ${expected.rows.map(told).join('; ')}`];
      const body = parsed(answer);
      const total = isObject(body) ? body['total'] : undefined;
      if (total !== undefined && total !== expected.total)
        return [`the total is ${JSON.stringify(total)}, expected ${expected.total}`];
    }
    return found.flatMap((one) => {
      const row = this.account.find(resource, String(one[name]), []);
      if (row === undefined) return [`${JSON.stringify(one[name])} is no ${resource} that is there`];
      return row === 'unknown' ? [] : this.#compare(row, one);
    });
  }

  #shows(row: Row, resource: string, answer: Answered): string[] {
    return rowsIn(parsed(answer), this.#identity(resource)!).flatMap((one) => this.#compare(row, one));
  }

  #compare(row: Row, json: Record<string, unknown>): string[] {
    if (row.isLost) return [];
    return [...shownIn(json, this.#model, row.resource)].flatMap(([name, value]) => {
      // It begins as the request was made: law 1 judges it.
      const by = valueOf(this.#model.fields.get(`${row.resource}.${name}`)?.setBy ?? { status: 'absent', at: NOWHERE });
      if (by?.kind === 'service' && by.rule.kind === 'address') return [];
      const known = shown(this.#model, row.values.get(name));
      const type = typeOf(this.#model, row.resource, name);
      if (known === undefined && type?.kind !== 'resource') row.values.set(name, value);
      if (known === undefined || canonical(type, known) === canonical(type, value)) return [];
      return [`\`${name}\` is ${JSON.stringify(value)}, expected ${JSON.stringify(known)}: ${told(row)}`];
    });
  }

  /** `POST /moves` on the operator's port. */
  fromOutside(asked: Asked, answer: Answered, now: number): string[] {
    this.account.settle(now);
    const wrong = this.#outside(asked, answer, now);
    const where = `${new Date(now).toISOString()} POST /moves ${JSON.stringify(asked)} ${answer.status}`;
    return wrong.map((text) => `${where}: ${text}\n      ${answer.text.slice(0, 300)}`);
  }

  #outside({ resource, field, id, to }: Asked, answer: Answered, now: number): string[] {
    const machine = this.#model.machines.get(`${resource}.${field}`);
    const all = (machine?.moves.items ?? []).flatMap((move) => outsideTargets(move).map((one) => ({ move, to: one })));
    const rows = all.filter((one) => one.to === to).map(({ move }) => move);
    const expect = (status: number): string[] => (answer.status === status ? [] : [`expected ${status}`]);
    // Where it leads is not shown: it may be this move.
    const open = (machine?.moves.items ?? []).filter((move) => isOutside(move) && !valueOf(move.to));
    if (!machine || rows.length === 0) return expect(open.length > 0 ? 501 : 400);
    if (answer.status === 501 && (!this.#isWhole || open.length > 0)) return [];
    if (this.#identity(resource) === undefined) return [];
    const starts = rows.map((move) => startsOf(machine, move));
    const named = rows.flatMap(({ from }) => {
      const stated = valueOf(from);
      return stated?.kind === 'states' ? stated.states.map(({ text }) => text) : [];
    });
    const row = this.account.find(resource, String(id), named);
    if (row === 'unknown') return [];
    this.judged += 1;
    if (row === undefined) {
      this.outside.missing += 1;
      return expect(404);
    }
    const state = String(row.values.get(field));
    const truths = rows.map((move, place) => {
      const condition = valueOf(move.onlyIf);
      const isSaid = condition !== undefined || move.onlyIf.status === 'none';
      if (!isSaid || !starts[place]) return undefined;
      return starts[place].includes(state) && (!condition || holds(condition, this.account.scope(row, now)));
    });
    if (truths.includes(undefined)) {
      if (answer.status === 200) this.account.lose(row);
      return [];
    }
    const made = rows.filter((_, place) => truths[place]);
    const body = parsed(answer);
    if (answer.status === 409 && made.length > 0 && goneStates(machine).includes(state)) return [];
    if (made.length === 0 && open.some((move) => startsOf(machine, move)?.includes(state) ?? true)) return expect(501);
    if (made.length === 0) {
      this.outside.refused += 1;
      const legal = [
        ...new Set(all.filter(({ move }) => startsOf(machine, move)?.includes(state)).map((one) => one.to)),
      ];
      const order = [...new Set(all.map((one) => one.to))].filter((one) => legal.includes(one));
      const known = this.#model.document.errors.codes.items.map((one) => one.code.text);
      const codes = this.#illegal(machine).filter((one) => known.includes(one));
      const code = isObject(body) ? body['code'] : undefined;
      const isCode = codes.length === 0 ? code === null : codes.includes(String(code));
      const refused = `No row of the table makes this move to \`${to}\` now.`;
      const isOpen = all.some(({ move }) => startsOf(machine, move) === undefined);
      const error = isOpen ? `${refused} ${STARTS_ELSEWHERE}` : refused;
      const said = { error, code, state, moves: order };
      const wrong = [...expect(409), ...alike(body, said), ...(isCode ? [] : [`its code is ${String(code)}`])];
      return wrong.length === 0 ? [] : [...wrong, told(row)];
    }
    if (answer.status !== 200) return [`expected 200: ${told(row)}`];
    this.outside.made += 1;
    this.#make(row, machine, { kind: 'made', to, rows: made }, 'outside', now);
    return alike(body, { resource, field, state: to });
  }

  /** The outbox, when everything that is due is written. */
  events(kept: readonly Kept[], now: number): string[] {
    this.account.settle(now);
    const found = new Map<string, Kept[]>();
    for (const one of kept) {
      const identity = this.#identity(one.resource);
      const id =
        identity === undefined ? '' : JSON.stringify((JSON.parse(one.row) as Record<string, unknown>)[identity]);
      const key = `${one.resource} ${id}`;
      found.set(key, [...(found.get(key) ?? []), one]);
    }
    const expected = Map.groupBy(this.account.told, ({ resource, id }) => `${resource} ${id}`);
    return [...new Set([...found.keys(), ...expected.keys()])].flatMap((key) => {
      if (this.account.untold.has(key) || this.#uncomputed.has(key.split(' ')[0]!)) return [];
      const left = [...(found.get(key) ?? [])];
      const due = (expected.get(key) ?? []).map(({ by, at, events, state: [field, state] }) => {
        const texts = events.map((event) => `${event} by ${by} at ${at}, ${field} ${JSON.stringify(state)}`);
        return { field, texts: texts.toSorted() };
      });
      const got = due.map(({ field, texts }) =>
        left
          .splice(0, texts.length)
          .map((one) => written(one, field))
          .toSorted(),
      );
      const isEqual = left.length === 0 && JSON.stringify(got) === JSON.stringify(due.map(({ texts }) => texts));
      if (isEqual) return [];
      const field = due[0]?.field ?? '';
      const all = (found.get(key) ?? []).map((one) => written(one, field));
      return [
        `${key}: told is\n        ${all.join('\n        ')}\n      expected\n        ${due.flatMap(({ texts }) => texts).join('\n        ')}`,
      ];
    });
  }
}

const NOWHERE = { start: 0, end: 0 };

interface Met {
  readonly sent: Sent;
  readonly answer: Answered;
  readonly now: number;
  readonly isTaken: boolean;
}

/** Effects on the one row that the path finds. */
type OfOne =
  | { readonly kind: 'reads' | 'deletes' | keyof typeof WAYS }
  | { readonly kind: 'moves'; readonly field: string };

export const WAYS = {
  updates: 'updates',
  'merges into': 'merges into',
  replaces: 'replaces',
  'creates or replaces': 'replaces',
} as const;
