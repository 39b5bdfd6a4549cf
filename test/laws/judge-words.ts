// Laws of single words, over rows as they are before a request: the order of checks, fields of which some must be there. Input: what was
// sent and answered, and when; what is known of rows. Output: what differs, and how often each word was met.

import type { Effect } from '../../src/notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { LimitEach } from '../../src/notation/values/limits.ts';
import { type Slot, valueOf } from '../../src/notation/slot.ts';
import { says } from './account-answers.ts';
import { repeatedOf, statusesOf } from './account-repeats.ts';
import { fill, type Way } from './account-body.ts';
import type { Answered } from './answered.ts';
import { bodiesOf, isObject, json, makesEach, names, TAG, type Sent } from './judge-causes.ts';
import { CHECKS, lacksCaller, orderOf, placeOfLimit, saidBy, wrongInside, type Check } from './judge-checks.ts';
import { choiceOf } from './judge-choices.ts';
import { codesOf, failuresIn, type Failure } from './judge-failures.ts';
import { isUnread, limitsOf, limitsSaid, type AppliedLimit } from './judge-limits.ts';
import { WAYS, type MoveJudge } from './judge-moves.ts';
import { copyOf, idIn } from './move-rows.ts';
import { dueOfBody, dueOfRow, isOfList } from './judge-one-of.ts';
import { route } from './judge-route.ts';
import { canonical } from './judge-values.ts';
import { versionOf, type AskedVersion } from './judge-versions.ts';
import { isGone, shown, typeOf, type Row } from './known.ts';

interface Met {
  readonly operation: LinkedOperation;
  /** Undefined: requests name none. */
  readonly version: AskedVersion | undefined;
  readonly effect: Effect;
  readonly sent: Sent;
  readonly answer: Answered;
  readonly now: number;
  readonly isTaken: boolean;
  /** The row of the path; undefined: there is none, or nobody can tell. */
  readonly row: Row | 'unknown' | undefined;
}

/** What is counted. */
export const WORDS: readonly string[] = [
  'Checks',
  'one of several fields of a body',
  'one of several fields of a body, refused',
  'one of several fields of a row',
  'one of several fields of a row, refused',
  'request id',
  'version',
  'version, refused',
  'rate',
  'rate, refused',
  'RateLimit',
  'limit of what is sent',
  'limit of what is sent, refused',
  'number of rows',
  'number of rows, refused',
  'only the fields named',
  'whole',
  'fields that nothing shows',
  'creates every',
  'creates every, refused at a place',
  'same values',
  'same values, others',
];

export class WordJudge {
  readonly #model: Model;
  /** Undefined: nobody knows the rows. */
  readonly #moves: MoveJudge | undefined;
  readonly met: Map<string, number> = new Map();

  constructor(model: Model, moves: MoveJudge | undefined) {
    this.#model = model;
    this.#moves = moves;
  }

  #count(word: string): void {
    this.met.set(word, (this.met.get(word) ?? 0) + 1);
  }

  /** Before the account learns of it. */
  request(whole: Sent, answer: Answered, now: number): string[] {
    const routed = route(this.#model, whole);
    const { sent } = routed;
    if (routed.kind !== 'operation' || sent.method === 'OPTIONS' || answer.status === 501) return [];
    // An answer that was kept, or a call beside one: nothing is judged again.
    if (valueOf(routed.operation.facts.repeat)?.kind === 'key' && sent.headers['key'] !== undefined) return [];
    const { operation } = routed;
    const [effect, ...more] = valueOf(operation.facts.does) ?? [];
    if (!effect || more.length > 0 || !('target' in effect)) return [];
    const isTaken = answer.status >= 200 && answer.status < 300;
    const id = idIn(operation, sent.path);
    this.#moves?.account.settle(now);
    const named = effect.kind === 'reads' ? [] : (this.#moves?.named(operation, effect.target.text) ?? []);
    const row =
      id === undefined ? undefined : this.#moves ? this.#moves.account.find(effect.target.text, id, named) : 'unknown';
    const version = versionOf(this.#model, routed, whole, now);
    const met: Met = { operation, version, effect, sent, answer, now, isTaken, row };
    const where = `${new Date(now).toISOString()} ${sent.method} ${sent.path}${sent.query && `?${sent.query}`} ${answer.status}`;
    return [
      ...this.#checks(met),
      ...this.#limits(met),
      ...this.#oneOf(met),
      ...this.#repeated(met),
      ...this.#chosen(met),
      ...this.#each(met),
    ].map((text) => `${where}: ${text}\n      ${sent.body ?? ''}\n      ${answer.text.slice(0, 300)}`);
  }

  /** Checks that are sure to fail, and why. */
  #failing({ operation, version, effect, sent, now, row }: Met): ReadonlyMap<Check, string> {
    const failing = new Map<Check, string>();
    if (version && version.kind !== 'served' && version.kind !== 'open') failing.set('version', version.kind);
    const limits = limitsOf(this.#model, operation, sent);
    for (const { limit, isBeyond } of limits) {
      const place = placeOfLimit(operation, limit);
      if (place && isBeyond === 'yes') failing.set(place, `beyond the limit "${limit.name.text}"`);
    }
    if (lacksCaller(operation, sent)) failing.set('authentication', 'nobody calls');
    const inside = wrongInside(this.#model, operation, sent, limits.some(isUnread));
    if (inside !== undefined) failing.set('body', inside);
    const findsOne = idIn(operation, sent.path) !== undefined && effect.kind !== 'creates or replaces';
    if (findsOne && row === undefined) failing.set('existence', 'there is no such row');
    if (row instanceof Object && effect.kind !== 'reads') {
      const isIllegal = this.#moves!.isIllegal(operation, row, now);
      if (isIllegal === true) failing.set('state', `from ${[...row.values].join('; ')}`);
    }
    const stated = valueOf(operation.facts.preconditions) ?? [];
    const match = stated.find(({ header }) => header.text === 'If-Match');
    const tag = sent.headers['if-match'];
    // Of a row that is not there it is false, whatever tag it names.
    if (findsOne && match && row !== 'unknown') {
      if (match.isRequired && tag === undefined) failing.set('preconditions', 'If-Match is missing');
      if (tag === '"nothing"' || (tag !== undefined && TAG.test(tag) && !row))
        failing.set('preconditions', 'its tag is another one');
    }
    const makes = effect.kind === 'creates' || effect.kind === 'creates every in body';
    if (
      makes &&
      bodiesOf(operation, sent)?.some((body, nth, all) =>
        this.#isTaken(operation, effect.target.text, body, all.slice(0, nth)),
      )
    )
      failing.set('uniqueness', 'there is one of this key');
    return failing;
  }

  /** A text that is unique, and that a row has which is there. What a call is known again by is no such text, nor is that row. */
  #isTaken(
    operation: LinkedOperation,
    name: string,
    body: Readonly<Record<string, unknown>>,
    before: readonly Readonly<Record<string, unknown>>[],
  ): boolean {
    if (!this.#moves) return false;
    const { account } = this.#moves;
    const { identifiedBy, unique } = this.#model.resources.get(name)!;
    const groups = [valueOf(identifiedBy) ?? [], ...unique.map((one) => valueOf(one)?.fields ?? [])];
    const repeat = valueOf(operation.facts.repeat);
    const known = repeat?.kind === 'same values' ? repeat.fields.map(({ text }) => text) : [];
    const again = repeatedOf(account, operation, name, body)?.row;
    const others = account.rows.filter(
      (row) => row.resource === name && !row.isLost && isGone(this.#model, row) === false && row !== again,
    );
    return groups.some(([key, ...more]) => {
      if (key === undefined || more.length > 0 || known.includes(key.text)) return false;
      const sent = body[key.text];
      const isThere =
        others.some((row) => row.values.get(key.text) === sent) || before.some((one) => one[key.text] === sent);
      return typeof sent === 'string' && sent !== '' && isThere;
    });
  }

  #checks(met: Met): string[] {
    const { operation, answer, isTaken } = met;
    const failing = this.#failing(met);
    const reasons = [...failing].map(([check, why]) => `${check} (${why})`).join(', ');
    if (isTaken) return failing.size === 0 ? [] : [`it is taken, and fails in ${reasons}`];
    const said = saidBy(this.#model, operation, answer);
    if (!said) return [];
    const order = orderOf(operation);
    // Where a code is of several checks, nobody can tell which one it speaks of: the last one.
    const place = Math.max(...said.map((check) => order.indexOf(check)));
    const early = [...failing].filter(([check]) => !said.includes(check) && order.indexOf(check) < place);
    if (early.length > 0 && new Set(said).size === 1)
      return [`${said[0]} is told before ${reasons}: ${order.join(', ')}`];
    const isOther = operation.facts.checks.status === 'stated' && order.join() !== CHECKS.join();
    if (isOther && [...failing.keys()].some((check) => !said.includes(check))) this.#count('Checks');
    return [];
  }

  /** What is sent is within its limits, and so are the rows that are made. */
  #limits(met: Met): string[] {
    const { operation, version, effect, sent, answer, isTaken, row } = met;
    const said = saidBy(this.#model, operation, answer);
    if (said?.every((check) => check === 'version') && version?.kind !== 'served') this.#count('version, refused');
    if (isTaken && version?.kind === 'served') this.#count('version');
    const codes = codesOf(this.#model, answer);
    const refusing = codes.flatMap(({ code, when }) => limitsSaid(this.#model, code.text, valueOf(when) ?? []));
    return limitsOf(this.#model, operation, sent).flatMap((one) => {
      const { limit, value, isBeyond } = one;
      const name = `the limit "${limit.name.text}"`;
      const isRefused = refusing.includes(limit);
      if (value.kind === 'rows') {
        const isMade = MAKES.has(effect.kind) && (effect.kind !== 'creates or replaces' || row === undefined);
        const isFull = isMade ? this.#isFull(one, operation, effect, sent) : this.#isGivenTo(one, met);
        if (isFull === undefined) return [];
        if (isTaken || isRefused) this.#count(isTaken ? 'number of rows' : 'number of rows, refused');
        if (isTaken && isFull) return [`it makes a row beyond ${name}`];
        return isRefused && refusing.length === 1 && !isFull ? [`it is within ${name}, and is refused for it`] : [];
      }
      if (isBeyond === 'maybe' || OTHERWISE.has(value.kind)) return [];
      if (isBeyond === 'no') {
        if (isTaken) this.#count('limit of what is sent');
        return [];
      }
      if (isRefused) this.#count('limit of what is sent, refused');
      return isTaken ? [`it is beyond ${name}, and is taken`] : [];
    });
  }

  /** Would there be more rows than it allows? Undefined: nobody can tell. */
  #isFull(
    { value, per: [each] }: AppliedLimit,
    operation: LinkedOperation,
    effect: Effect,
    sent: Sent,
  ): boolean | undefined {
    if (!this.#moves || value.kind !== 'rows' || !each || !('target' in effect)) return undefined;
    const name = value.resource.text;
    const bodies = bodiesOf(operation, sent);
    if (effect.target.text !== name || !bodies) return undefined;
    const { account } = this.#moves;
    const rows = account.rows.filter((row) => row.resource === name && isGone(this.#model, row) !== true);
    const isKnown = rows.every((row) => !row.isLost && isGone(this.#model, row) === false);
    // A call that is known again makes no row.
    if (!isKnown || bodies.some((body) => repeatedOf(account, operation, name, body))) return undefined;
    if (each.kind === 'service') return rows.length + bodies.length > value.count;
    const field = this.#countedBy(each, name);
    if (field === undefined) return undefined;
    const there = rows.map((row) => row.values.get(field));
    const made = bodies.map((body) => body[field]);
    return this.#isBeyond(value.count, { name, field }, there, made);
  }

  /** Would a row that is there be one too many among those to which it is given? */
  #isGivenTo({ value, per: [each] }: AppliedLimit, { operation, effect, sent, row }: Met): boolean | undefined {
    if (!this.#moves || value.kind !== 'rows' || !each || !('target' in effect) || !GIVES.has(effect.kind))
      return undefined;
    const name = value.resource.text;
    const field = this.#countedBy(each, name);
    const [body] = bodiesOf(operation, sent) ?? [];
    if (effect.target.text !== name || field === undefined || !row || row === 'unknown') return undefined;
    const setBy = valueOf(this.#model.fields.get(`${name}.${field}`)!.setBy);
    if (body?.[field] === undefined || setBy?.kind !== 'caller' || setBy.atCreate) return undefined;
    const others = this.#moves.account.rows.filter((one) => one.resource === name && one.id !== row.id);
    if ([row, ...others].some((one) => one.isLost || isGone(this.#model, one) === undefined)) return undefined;
    if (isGone(this.#model, row) === true) return undefined;
    const there = others.filter((one) => isGone(this.#model, one) === false).map((one) => one.values.get(field));
    const own = this.#comparable({ name, field }, row.values.get(field));
    if (own === undefined) return undefined;
    // Where it is already, it is no further one.
    if (own === this.#comparable({ name, field }, body[field])) return false;
    return this.#isBeyond(value.count, { name, field }, there, [body[field]]);
  }

  /** The field whose values rows have alike that are counted together. */
  #countedBy(each: LimitEach, name: string): string | undefined {
    if (each.kind === 'field') return each.field.field.text;
    if (each.kind !== 'resource') return undefined;
    const fields = this.#model.resources.get(name)?.fields.items ?? [];
    return fields.find(({ name: one }) => {
      const type = typeOf(this.#model, name, one.text);
      return type?.kind === 'resource' && type.resource.text === each.resource.text;
    })?.name.text;
  }

  /** Would a value of those that are made have more rows than that? Undefined: nobody can tell. */
  #isBeyond(most: number, of: Counted, there: readonly unknown[], made: readonly unknown[]): boolean | undefined {
    const own = made.map((one) => this.#comparable(of, one));
    const all = [...there.map((one) => this.#comparable(of, one)), ...own];
    if (all.includes(undefined)) return undefined;
    return own.some((one) => one !== 'null' && all.filter((other) => other === one).length > most);
  }

  #comparable({ name, field }: Counted, value: unknown): string | undefined {
    const is = shown(this.#model, value);
    const isKnown = is === null || ['string', 'number', 'boolean'].includes(typeof is);
    return isKnown ? canonical(typeOf(this.#model, name, field), is) : undefined;
  }

  /** What is said of lists of fields is due, and what is taken breaks none. */
  #oneOf(met: Met): string[] {
    const ofBody = this.#dueOfBody(met);
    const ofRow = this.#dueOfRow(met);
    const known = [ofBody, ofRow].filter((one) => one !== undefined);
    if (met.isTaken) {
      for (const { words, due } of known) if (due.length === 0) words.forEach((word) => this.#count(word));
      return known.flatMap(({ due }) => due.map(({ place, problem }) => `it is taken, and ${place} ${problem}`));
    }
    const said = failuresIn(this.#model, met.answer) ?? [];
    for (const { words, due } of known)
      if (due.some(({ place }) => said.some((one) => one.place === place)))
        words.forEach((word) => this.#count(`${word}, refused`));
    if (known.length < 2) return [];
    const all = known.flatMap(({ due }) => due);
    return said
      .filter(
        (one) => isOfList(one) && !all.some(({ place, problem }) => place === one.place && problem === one.problem),
      )
      .map(({ place, problem }) => `${place} ${problem}: that is not so`);
  }

  /** A call is known again where a row has its key: the same values say so, others are refused. */
  #repeated({ operation, effect, sent, answer, isTaken }: Met): string[] {
    const repeat = valueOf(operation.facts.repeat);
    const body = json(sent);
    if (!this.#moves || repeat?.kind !== 'same values' || !('target' in effect) || !isObject(body)) return [];
    const isOther = says(this.#model, answer, repeat.error.text);
    if (!isTaken && !isOther) return [];
    const again = repeatedOf(this.#moves.account, operation, effect.target.text, body);
    const { first, again: statuses } = statusesOf(operation);
    if (!again) {
      if (isOther) return ['it is refused for other values, and there is no such row'];
      return first.includes(answer.status) ? [] : [`it is made, expected ${first.join(' or ')}`];
    }
    const { isSame } = again;
    if (isOther) {
      if (isSame === false) this.#count('same values, others');
      return isSame === true ? ['it is refused for other values, and they are the same'] : [];
    }
    if (isSame !== true) return isSame === false ? ['there is one with other values'] : [];
    this.#count('same values');
    return statuses.includes(answer.status) ? [] : [`it is known again, expected ${statuses.join(' or ')}`];
  }

  /** What it names is shown somewhere, or it is refused. What is shown law 1 judges. */
  #chosen({ operation, sent, answer, isTaken }: Met): string[] {
    const choice = choiceOf(this.#model, operation, sent);
    if (!choice || (choice.only === undefined && choice.whole.size === 0 && choice.strange === undefined)) return [];
    if (isTaken && choice.strange !== undefined) return [`it is taken, and ${choice.strange} is no name`];
    if (isTaken && choice.only !== undefined) this.#count('only the fields named');
    if (isTaken && choice.whole.size > 0) this.#count('whole');
    const said = saidBy(this.#model, operation, answer);
    if (choice.strange !== undefined && said?.includes('body')) this.#count('fields that nothing shows');
    return [];
  }

  #dueOfBody({ operation, sent }: Met): Due | undefined {
    const due = this.#ofEach(operation, sent, (body) => dueOfBody(operation, body));
    return due && { due, words: wordsOf('body', operation.facts.atLeastOneOf, operation.facts.exactlyOneOf) };
  }

  /** Of the rows as they would be left. */
  #dueOfRow({ operation, effect, sent, row: before }: Met): Due | undefined {
    const way = wayOf(effect, before);
    if (!this.#moves || !('target' in effect) || way === undefined || before === 'unknown') return undefined;
    const resource = this.#model.resources.get(effect.target.text)!;
    const name = resource.name.text;
    const { account } = this.#moves;
    const isMade = way === 'creates';
    if (!isMade && !before) return undefined;
    const due = this.#ofEach(operation, sent, (body) => {
      // A call that is known again makes no row.
      if (isMade && repeatedOf(account, operation, name, body)) return undefined;
      const row: Row = isMade
        ? { resource: name, id: '""', values: new Map(), since: new Map(), isLost: false }
        : copyOf(before!);
      fill(account, operation, row, body, way);
      return row.isLost ? undefined : dueOfRow(this.#model, row);
    });
    return due && { due, words: wordsOf('row', ...resource.atLeastOneOf, ...resource.exactlyOneOf) };
  }

  /** Behind its place, where a body has several. */
  #ofEach(
    operation: LinkedOperation,
    sent: Sent,
    of: (body: Readonly<Record<string, unknown>>) => readonly Failure[] | undefined,
  ): readonly Failure[] | undefined {
    const all = bodiesOf(operation, sent)?.map(of);
    if (!all || all.includes(undefined)) return undefined;
    if (!makesEach(operation)) return all[0];
    return all.flatMap((due, nth) => due!.map((one) => ({ ...one, place: `${nth}.${one.place}` })));
  }

  /** What is wrong with an item is told at its place. */
  #each({ operation, sent, answer, isTaken }: Met): string[] {
    const bodies = bodiesOf(operation, sent);
    if (!makesEach(operation) || !bodies) return [];
    if (isTaken && bodies.length > 1) this.#count('creates every');
    const said = saidBy(this.#model, operation, answer);
    const isInside = said?.every((check) => check === 'body' || check === 'uniqueness') ?? false;
    const outside = namesOutside(operation, sent);
    const places = (failuresIn(this.#model, answer) ?? []).filter(({ place }) => !outside.has(place.toLowerCase()));
    if (isTaken || !isInside || places.length === 0) return [];
    if (bodies.length > 1) this.#count('creates every, refused at a place');
    return places.flatMap(({ place }) => {
      const [nth = '', ...rest] = place.split('.');
      const body = /^\d+$/.test(nth) ? bodies[Number(nth)] : undefined;
      if (!body) return [`${place} is no place of a list of ${bodies.length}`];
      const known = new Set([...names({ ...sent, query: '', body: JSON.stringify(body) }), ...this.#fields(operation)]);
      return rest.length === 0 || known.has(rest.join('.')) ? [] : [`${place} is no field of what was sent`];
    });
  }

  #fields({ facts }: LinkedOperation): readonly string[] {
    return (valueOf(facts.does) ?? []).flatMap((effect) =>
      'target' in effect
        ? this.#model.resources.get(effect.target.text)!.fields.items.map(({ name }) => name.text)
        : [],
    );
  }
}

/** Of the query and of headers, in small letters. */
function namesOutside({ facts }: LinkedOperation, sent: Sent): ReadonlySet<string> {
  const headers = [
    ...facts.headerTable.items.map(({ name }) => name.text),
    ...(valueOf(facts.headersIn) ?? []).map(({ header }) => header.text),
  ];
  return new Set([...new URLSearchParams(sent.query).keys(), ...headers].map((name) => name.toLowerCase()));
}

interface Due {
  readonly due: readonly Failure[];
  readonly words: readonly string[];
}

function wordsOf(of: string, ...slots: readonly Slot<unknown>[]): readonly string[] {
  return slots.some(({ status }) => status === 'stated') ? [`one of several fields of a ${of}`] : [];
}

const MAKES: ReadonlySet<Effect['kind']> = new Set(['creates', 'creates every in body', 'creates or replaces']);

/** Of a row that is there. */
const GIVES: ReadonlySet<Effect['kind']> = new Set(['updates', 'merges into', 'replaces', 'creates or replaces']);

/** By which rows are counted together. */
interface Counted {
  readonly name: string;
  readonly field: string;
}

/** Rates have a judge of their own; one call follows the other, and none takes long. */
const OTHERWISE: ReadonlySet<string> = new Set(['rate', 'at once', 'time']);

function wayOf(effect: Effect, row: Row | 'unknown' | undefined): Way | undefined {
  if (effect.kind === 'creates every in body') return 'creates';
  if (effect.kind === 'creates' || (effect.kind === 'creates or replaces' && row === undefined)) return 'creates';
  return effect.kind in WAYS ? WAYS[effect.kind as keyof typeof WAYS] : undefined;
}
