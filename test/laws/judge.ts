// Law 1, "nothing invented": accounts for every status, header and body member that the service's port answers with. Input: a document as
// read, and each request with its answer. Output: what traces to no slot, no word of the notation and no row of the floor table. It reads
// the document and the floor, never the plan.

import { unknownElsewhere } from '../../src/notation/values/unknown-fields.ts';
import type { ErrorCode } from '../../src/notation/errors.ts';
import type { Cause } from '../../src/notation/values/causes.ts';
import type { HeaderValue } from '../../src/notation/values/answers.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Shape } from '../../src/notation/values/shapes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { FLOOR } from '../../src/serve/floor.ts';
import type { FloorId } from '../../src/serve/floor.ts';
import { header, list, type Answered } from './answered.ts';
import {
  bodiesOf,
  couldMeet,
  isKeyed,
  isObject,
  json,
  makesEach,
  namedByTable,
  names,
  placesOf,
  undeclared,
} from './judge-causes.ts';
import type { Sent } from './judge-causes.ts';
import { choiceOf } from './judge-choices.ts';
import { crossOrigin, everyAnswer, headersAsked } from './judge-headers.ts';
import { isEndedBy, isRefusedBy, limitsOf } from './judge-limits.ts';
import { isComplete, route } from './judge-route.ts';
import type { Routed } from './judge-route.ts';
import { matchShape, REQUEST } from './judge-shapes.ts';
import type { Setting } from './judge-shapes.ts';
import type { Resource } from '../../src/notation/resources.ts';
import { canonical, isCallers } from './judge-values.ts';
import type { Provenance } from './judge-values.ts';
import { choosingHeader, endingHeaders, prefixOf, versionOf, type AskedVersion } from './judge-versions.ts';
import { goneStates } from './known.ts';

const FRAMING = new Set(['date', 'connection', 'keep-alive', 'content-length']);

export class Judge {
  readonly #model: Model;
  readonly #url: string;
  readonly #slots: ReadonlyMap<string, string>;
  readonly #sent = new Map<string, Set<string>>();
  readonly #from: Provenance;
  /** Of the answer that is judged. */
  #requests = new Set<string>();
  #prefix = '';
  #version: AskedVersion | undefined;
  /** Of those before it. */
  readonly #given = new Set<string>();

  constructor(model: Model, url: string, clock: (instant: string) => boolean) {
    this.#url = url;
    this.#model = model;
    this.#slots = new Map(slotsOf(this.#model).facts.map((slot) => [slot.id, slot.status]));
    const none: ReadonlySet<string> = new Set();
    this.#from = {
      sent: (resource, field) => this.#sent.get(`${resource}.${field}`) ?? none,
      states: (machine) => this.#states(machine),
      address: (operation) =>
        new RegExp(
          `^${(url + this.#prefix + operation.slice(operation.indexOf(' ') + 1)).replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`,
        ),
      clock,
      // A row that was gone while another was deleted may still refer to that one, and one that may not be seen is nothing.
      isGone: (resource, from) =>
        model.resources.get(resource)?.visibleTo !== undefined ||
        [...model.machines.values()].some(
          (machine) => [resource, from].includes(machine.resource.text) && goneStates(machine).length > 0,
        ),
    };
  }

  /** What is wrong with an answer; nothing when all of it is accounted for. */
  judge(whole: Sent, answer: Answered, now: number = Date.now()): string[] {
    const routed = route(this.#model, whole);
    const where = `${whole.method} ${whole.path}${whole.query && `?${whole.query}`} ${answer.status}`;
    this.#requests = new Set();
    this.#version = versionOf(this.#model, routed, whole, now);
    this.#prefix = prefixOf(routed, this.#version);
    const wrong = [...this.#judge(routed.sent, answer, routed), ...this.#named(answer)];
    return wrong.map((text) => `${where}: ${text}`);
  }

  /** Answers that single words were held to. */
  get met(): ReadonlyMap<string, number> {
    return new Map(this.#given.size > 0 ? [['request id', this.#given.size]] : []);
  }

  /** One name wherever it is shown, and never one that was given before. */
  #named(answer: Answered): string[] {
    // What is kept is sent again as it was.
    if (header(answer, 'x-again') !== undefined) return [];
    const [id, ...others] = this.#requests;
    if (id === undefined) return [];
    const isGiven = this.#given.has(id);
    this.#given.add(id);
    if (others.length > 0) return [`its request has several names: ${[id, ...others].join(', ')}`];
    return isGiven ? [`its request is called as one before it: ${id}`] : [];
  }

  #judge(sent: Sent, answer: Answered, routed: Routed): string[] {
    if (answer.status === 501) return this.#held(answer, routed, sent);
    if (sent.method === 'OPTIONS' && routed.kind === 'other method' && answer.status === 204)
      return this.#preflight(answer, routed, sent);
    if (routed.kind !== 'operation') return this.#nowhere(sent, answer, routed);
    if (answer.status >= 200 && answer.status < 300) {
      if (this.#version !== undefined && this.#version.kind !== 'served' && this.#version.kind !== 'open')
        return [`${this.#version.kind}, and the request is taken`];
      this.#remember(routed.operation, sent);
      const dropped =
        unknownElsewhere(routed.operation.facts.unknownFields) === 'ignored'
          ? []
          : undeclared(this.#model, routed.operation, sent);
      if (dropped.length > 0) return [`${dropped.join(', ')} is declared nowhere, and the request is taken`];
    }
    const reasons: string[][] = [
      ...this.#unchanged(routed, sent, answer),
      ...this.#success(routed, sent, answer),
      ...this.#refusals(routed, sent, answer),
      ...this.#floor(routed, sent, answer),
    ];
    if (reasons.length === 0) return [`no row, error or floor gives this status to this request`];
    return reasons.toSorted((a, b) => a.length - b.length)[0]!;
  }

  #states(name: string): string[] {
    const machine = this.#model.machines.get(name);
    const moves = machine?.moves.items.flatMap((move) => {
      const to = valueOf(move.to);
      return to?.kind === 'state' ? [to.state.text] : [];
    });
    return [...(machine?.states.items.map((state) => state.name.text) ?? []), ...(moves ?? [])];
  }

  /** What a request that was taken has sent for each field. */
  #remember(operation: LinkedOperation, sent: Sent): void {
    const bodies = bodiesOf(operation, sent) ?? [];
    const segments = operation.operation.path.split('/');
    const given = sent.path.split('/');
    const named = new Map(
      operation.facts.bodyTable.items.map((row) => [valueOf(row.sets)?.join('.'), row.name.text.split('.')]),
    );
    for (const resource of this.#model.resources.values()) {
      for (const field of resource.fields.items) {
        const name = field.name.text;
        const at = segments.indexOf(`{${name}}`);
        const inBodies = bodies.map((body) =>
          (named.get(name) ?? name.split('.')).reduce<unknown>(
            (value, part) => (isObject(value) ? value[part] : undefined),
            body,
          ),
        );
        const values = [
          ...inBodies,
          at === -1 ? undefined : decodeURIComponent(given.at(at - segments.length) ?? ''),
        ].filter((v) => v !== undefined);
        const key = `${resource.name.text}.${name}`;
        const known = this.#sent.get(key) ?? new Set();
        this.#sent.set(key, known);
        for (const value of values) if (isCallers(field)) known.add(canonical(valueOf(field.type), value));
        if (valueOf(operation.facts.unknownFields)?.keptIn?.text === name)
          for (const body of bodies) known.add(canonical(valueOf(field.type), restOf(resource, body)));
      }
    }
  }

  #setting(more: Partial<Setting>): Setting {
    return {
      model: this.#model,
      from: this.#from,
      marked: false,
      words: {},
      failures: { names: new Set(), messages: new Set() },
      requests: this.#requests,
      ...more,
    };
  }

  #held(answer: Answered, routed: Routed, sent: Sent): string[] {
    const wrong = this.#headers(answer, routed, sent, [], {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'ninefold-gap': undefined,
    });
    const body = sent.method === 'HEAD' ? undefined : parse(answer.text);
    if (sent.method === 'HEAD') return answer.text === '' ? wrong : [...wrong, 'HEAD is answered with a body'];
    if (!isObject(body)) return [...wrong, '501 without problem details'];
    const { type, title, status, gaps, ...rest } = body;
    if (!/^urn:ninefold:(gap|unreadable|unsupported|error)$/.test(String(type))) wrong.push(`type is ${String(type)}`);
    if (typeof title !== 'string' || status !== 501) wrong.push('title or status of the problem');
    for (const name of Object.keys(rest)) wrong.push(`${name} is no member of a held answer`);
    const ids = (Array.isArray(gaps) ? gaps : []).map((gap) => String((gap as { id: unknown }).id));
    if (ids.length === 0) wrong.push('501 without a gap');
    for (const id of ids)
      if (!this.#concerns(id, routed, sent)) wrong.push(`held by ${id}, whose cause this request cannot meet`);
    if (type === 'urn:ninefold:gap' && !ids.some((id) => this.#isGap(id)))
      wrong.push(`501, and none of ${ids.join(', ')} is a gap`);
    for (const id of ids)
      if (!this.#slots.has(id) && !id.startsWith('error:')) wrong.push(`${id} is no slot of this document`);
    if (list(header(answer, 'ninefold-gap') ?? '').join() !== ids.join()) wrong.push('Ninefold-Gap and gaps differ');
    return wrong;
  }

  /** An error's fact holds only who could meet that error. */
  #concerns(id: string, routed: Routed, sent: Sent): boolean {
    const name = /^7\/([^/]+)\/[^/]+$/.exec(id)?.[1];
    const code = this.#model.document.errors.codes.items.find((one) => one.code.text === name);
    return code === undefined || valueOf(code.when) === undefined || this.#applies(code, routed, sent);
  }

  /** A gap, or something said that nobody may guess. */
  #isOpen(id: string): boolean {
    return this.#isGap(id) || this.#slots.get(id) === 'unreadable';
  }

  #isGap(id: string): boolean {
    return this.#slots.get(id) === 'gap';
  }

  /** Every header must be HTTP's framing, cross-origin as stated, a mark that is a gap, or one of `stated`. */
  #headers(
    answer: Answered,
    routed: Routed,
    sent: Sent,
    stated: readonly HeaderValue[],
    more: Readonly<Record<string, string | undefined>>,
  ): string[] {
    const wrong: string[] = [];
    const seen = new Set<string>();
    const shared = routed.kind === 'no path' ? [] : routed.kind === 'operation' ? [routed.operation] : routed.at;
    const everywhere = routed.kind === 'operation' ? everyAnswer(routed.operation) : [];
    const ending = endingHeaders(this.#model, this.#version);
    const choosing = choosingHeader(this.#model);
    const cross = shared.map(crossOrigin).filter((c) => c !== undefined);
    for (const [name, value] of answer.headers) {
      // A list may stand in several lines: https://www.rfc-editor.org/rfc/rfc9110#section-5.3
      if (seen.has(name) && name !== 'vary') wrong.push(`${name} twice`);
      seen.add(name);
      if (FRAMING.has(name)) continue;
      if (name in more) {
        if (more[name] !== undefined && more[name] !== value) wrong.push(`${name} is ${value}, expected ${more[name]}`);
      } else if (name === 'ninefold-gap') {
        for (const id of list(value)) if (!this.#isOpen(id)) wrong.push(`marked with ${id}, which is no gap`);
      } else if (name === 'access-control-allow-origin') {
        const fits = cross.some((c) =>
          c.kind === 'any' ? value === '*' : c.origins.includes(value) && value === sent.headers['origin'],
        );
        if (!fits) wrong.push(`${name}: ${value} is not stated`);
      } else if (name === 'access-control-expose-headers') {
        if (cross.length === 0) wrong.push(`${name}: nothing is stated of other origins`);
        for (const one of value.toLowerCase().split(', '))
          if (!this.#statedHeaders().has(one)) wrong.push(`${name}: ${one} is stated nowhere`);
      } else if (name === 'www-authenticate') {
        // https://www.rfc-editor.org/rfc/rfc7617#section-2.1
        const schemes = this.#model.document.authentication.schemes.items.map(({ name: one }) => one.text);
        if (answer.status !== 401 || !schemes.some((one) => value === `Basic realm="${one}", charset="UTF-8"`))
          wrong.push(`${name}: ${value} is not stated`);
      } else if (name === 'vary') {
        for (const one of value.toLowerCase().split(/, */))
          if (one !== choosing && (one !== 'origin' || !cross.some((c) => c.kind === 'origins')))
            wrong.push(`vary: ${value}`);
      } else if (ending.some((one) => one.get(name) === value)) {
        // What a version that ends says of itself.
      } else if (
        ![...stated, ...everywhere].some((h) => h.name.text.toLowerCase() === name && this.#fitsHeader(h, value))
      ) {
        wrong.push(`header ${name}: ${value} traces to nothing`);
      }
    }
    if (answer.status === 204 && answer.text !== '') wrong.push('204 with a body');
    return [...wrong, ...this.#ofVersion(answer, routed, [...(ending[0]?.keys() ?? [])], choosing)];
  }

  /** What each answer says of the version that was asked for. */
  #ofVersion(
    answer: Answered,
    { kind }: Routed,
    ending: readonly string[],
    choosing: string | undefined,
  ): readonly string[] {
    if (kind !== 'operation') return [];
    const vary = answer.headers.flatMap(([name, value]) => (name === 'vary' ? value.toLowerCase().split(/, */) : []));
    const isOpen = this.#version !== undefined && this.#version.kind !== 'served';
    return [
      ...(choosing === undefined || vary.includes(choosing) ? [] : [`nothing says that it varies by ${choosing}`]),
      ...(isOpen
        ? []
        : ending.filter((name) => header(answer, name) === undefined).map((name) => `${name} is missing`)),
    ];
  }

  /** Of all answers of the document. */
  #statedHeaders(): ReadonlySet<string> {
    const rows = [...this.#model.operations.values()].flatMap(({ facts }) => facts.statuses.items);
    const all = [...rows, ...this.#model.document.errors.codes.items].flatMap(({ headers }) => valueOf(headers) ?? []);
    const everywhere = [...this.#model.operations.values()].flatMap(everyAnswer);
    const ending = ['deprecated', 'sunset'] as const;
    const { facts } = this.#model.document.versioning;
    const ends = ending.flatMap((one) => (valueOf(facts[one]) ? [one === 'sunset' ? one : 'deprecation'] : []));
    return new Set([...[...all, ...everywhere].map((one) => one.name.text.toLowerCase()), ...ends]);
  }

  /** Stated text, with `<base>` and the words and fields in it filled. */
  #fitsHeader({ value: stated }: HeaderValue, value: string): boolean {
    if (stated === undefined) return true;
    const parts = stated.split(/(<base>|<[^>]*>|\{[^}]*\})/);
    const pattern = parts.map((part, i) => {
      if (i % 2 === 0) return literally(part);
      if (part === '<request id>') return `(${REQUEST})`;
      return part === '<base>' ? literally(this.#url + this.#prefix) : '.+';
    });
    const found = new RegExp(`^${pattern.join('')}$`).exec(value);
    found?.slice(1).forEach((id) => this.#requests.add(id));
    return found !== null;
  }

  #preflight(answer: Answered, routed: Extract<Routed, { kind: 'other method' }>, sent: Sent): string[] {
    if (!routed.at.some((o) => crossOrigin(o) !== undefined))
      return ['a preflight is answered, and no Cross-origin is stated'];
    const methods = new Set(routed.at.map((o) => o.operation.method));
    const named = header(answer, 'access-control-allow-methods')?.split(/, */) ?? [];
    const wrong = named
      .filter((m) => !methods.has(m) && !(m === 'HEAD' && methods.has('GET')))
      .map((m) => `${m} is allowed, and is not stated`);
    const allowed = header(answer, 'access-control-allow-headers');
    // The header of a token is let through, too.
    const sentIn = this.#model.document.authentication.schemes.items.flatMap(({ sentIn: one }) =>
      one.status === 'stated' && one.value.in === 'header' ? [one.value.name.toLowerCase()] : [],
    );
    const choosing = choosingHeader(this.#model) ?? 'content-type';
    const known = new Set(['content-type', choosing, ...sentIn, ...routed.at.flatMap(headersAsked)]);
    const others = (allowed?.toLowerCase().split(/, */) ?? []).filter((one) => !known.has(one));
    if (others.length > 0) wrong.push(`allow-headers: ${allowed}`);
    return [
      ...wrong,
      ...this.#headers(answer, routed, sent, [], {
        'access-control-allow-methods': undefined,
        'access-control-allow-headers': undefined,
      }),
    ];
  }

  #nowhere(sent: Sent, answer: Answered, routed: Routed): string[] {
    const id: FloorId = routed.kind === 'no path' ? 'no such path' : 'method not allowed';
    const reasons = this.#refusals(routed, sent, answer);
    if (!isComplete(this.#model)) return ['the list of operations is open, and the request is not held'];
    const stated = this.#model.document.errors.codes.items.some((code) =>
      valueOf(code.when)?.some((cause) => cause.kind === id),
    );
    if (!stated && FLOOR.some((row) => row.id === id && row.status === answer.status))
      reasons.push([...this.#headers(answer, routed, sent, [], this.#allow(routed)), ...empty(answer)]);
    return (
      reasons.toSorted((a, b) => a.length - b.length)[0] ?? [
        `neither the floor nor an error gives this status to "${id}"`,
      ]
    );
  }

  #allow(routed: Routed): Record<string, string | undefined> {
    return routed.kind === 'other method' ? { allow: undefined } : {};
  }

  #success(routed: Extract<Routed, { kind: 'operation' }>, sent: Sent, answer: Answered): string[][] {
    const { facts } = routed.operation;
    const reasons: string[][] = [];
    const repeat = valueOf(facts.repeat);
    const again = repeat?.kind === 'same values' ? repeat.status : undefined;
    for (const row of facts.statuses.items) {
      const status = valueOf(row.status);
      const when = valueOf(row.when);
      if (!status || !('code' in status) || when?.kind !== 'outcome') continue;
      // Known again, and no row of its own: the one of what is made counts.
      const isAgain = again === answer.status && !when.outcomes.includes('repeated');
      if (status.code !== answer.status && !isAgain) continue;
      if (!this.#fitsOutcome(routed.operation, when.outcomes)) continue;
      const isMade =
        (!isAgain && when.outcomes.includes('created')) ||
        (when.outcomes.includes('accepted') && creates(routed.operation));
      const created = isMade ? json(sent) : undefined;
      const setting = this.#setting({
        marked: header(answer, 'ninefold-gap') !== undefined,
        each: makesEach(routed.operation) ? bodiesOf(routed.operation, sent) : undefined,
        created: isObject(created) ? { ...created, ...this.#identity(routed.operation, sent) } : undefined,
        operation: routed.operation,
        choice: choiceOf(this.#model, routed.operation, sent),
      });
      reasons.push(
        this.#body(
          answer,
          sent,
          row.body.status === 'none' ? undefined : valueOf(row.body),
          valueOf(row.headers) ?? [],
          setting,
          routed,
        ),
      );
    }
    return reasons;
  }

  /** 304: the tag that was sent is that of the answer. */
  #unchanged(routed: Extract<Routed, { kind: 'operation' }>, sent: Sent, answer: Answered): string[][] {
    const { preconditions, statuses } = routed.operation.facts;
    const isAsked = valueOf(preconditions)?.some(({ header: one }) => one.text.toLowerCase() === 'if-none-match');
    const tag = sent.headers['if-none-match'];
    if (answer.status !== 304 || !isAsked || tag === undefined) return [];
    const stated = statuses.items.flatMap(({ headers }) => valueOf(headers) ?? []);
    const isOther = tag !== '*' && header(answer, 'etag') !== tag ? ['304 of another tag'] : [];
    // The tag goes with it always.
    return [[...isOther, ...this.#headers(answer, routed, sent, stated, { etag: undefined }), ...empty(answer)]];
  }

  #identity(operation: LinkedOperation, sent: Sent): Record<string, string> {
    const segments = operation.operation.path.split('/');
    const given = sent.path.split('/');
    return Object.fromEntries(
      segments.flatMap((segment, i) =>
        segment.startsWith('{')
          ? [[segment.slice(1, -1), decodeURIComponent(given.at(i - segments.length) ?? '')]]
          : [],
      ),
    );
  }

  #fitsOutcome(operation: LinkedOperation, outcomes: readonly string[]): boolean {
    const of: Readonly<Record<string, readonly string[]>> = {
      found: ['reads', 'lists'],
      created: ['creates', 'creates or replaces', 'creates every in body'],
      repeated: ['creates'],
      replaced: ['replaces', 'creates or replaces'],
      updated: ['updates', 'merges into', 'updates every'],
      moved: ['moves', 'moves every'],
      deleted: ['deletes', 'deletes every'],
    };
    const does = valueOf(operation.facts.does) ?? [];
    // Work that goes on: whatever the call has changed.
    const reads: readonly string[] = of['found']!;
    if (outcomes.includes('accepted') && does.some(({ kind }) => !reads.includes(kind))) return true;
    return outcomes.some((outcome) => does.some((effect) => of[outcome]?.includes(effect.kind)));
  }

  #body(
    answer: Answered,
    sent: Sent,
    shape: Shape | undefined,
    stated: readonly HeaderValue[],
    setting: Setting,
    routed: Routed,
  ): string[] {
    const head = sent.method === 'HEAD';
    if (head && answer.text !== '') return ['HEAD is answered with a body'];
    const types = this.#types(routed);
    const type = header(answer, 'content-type');
    const wrong = this.#headers(answer, routed, sent, stated, { ...this.#allow(routed), 'content-type': undefined });
    if (type !== undefined && !types.has(type)) wrong.push(`content-type is ${type}, which no part states`);
    if (shape === undefined)
      return [...wrong, ...(type === undefined ? [] : ['a content-type without a body']), ...empty(answer)];
    if (type === undefined && answer.text !== '' && routed.kind === 'operation')
      wrong.push('a body without a content-type');
    if (head) return wrong;
    const body = parse(answer.text);
    if (body === undefined) return [...wrong, `the body is not JSON: ${answer.text.slice(0, 80)}`];
    return [...wrong, ...matchShape(shape, body, 'body', setting)];
  }

  #types(routed: Routed): Set<string> {
    const operations = routed.kind === 'no path' ? [...this.#model.operations.values()] : routed.at;
    const types = operations.flatMap((o) => valueOf(o.facts.mediaType)?.out ?? []);
    if (choosingHeader(this.#model) !== 'accept') return new Set(types);
    // What is served to nobody is told as the current version tells it.
    const current = valueOf(this.#model.document.versioning.facts.currentVersion)?.version.text;
    const version = this.#version;
    const names =
      version?.kind === 'served' ? [version.name] : [current, ...(version && 'name' in version ? [version.name] : [])];
    const named = types.flatMap((type) => names.map((name) => `${type}; version=${name}`));
    return new Set(version?.kind === 'open' ? [...types, ...named] : named);
  }

  #refusals(routed: Routed, sent: Sent, answer: Answered): string[][] {
    const { codes } = this.#model.document.errors;
    const rows = codes.items.filter(
      (code) => valueOf(code.status) === answer.status && this.#applies(code, routed, sent),
    );
    const messages = new Set(codes.items.flatMap((code) => valueOf(code.message) ?? []));
    return rows.map((code) => {
      const message = valueOf(code.message);
      const setting = this.#setting({
        marked: true,
        words: { code: code.sent ? code.code.text : undefined, status: answer.status, message },
        failures: {
          names: new Set([...names(sent), ...this.#fields(), ...placesOf(routed, sent, this.#fields())]),
          messages: message === undefined ? new Set<string>() : messages,
        },
      });
      const own = code.body.status === 'absent' ? this.#model.document.errors.errorBody : code.body;
      return this.#body(answer, sent, valueOf(own), valueOf(code.headers) ?? [], setting, routed);
    });
  }

  #applies(code: ErrorCode, routed: Routed, sent: Sent): boolean {
    if (valueOf(code.when)?.some((cause) => this.#meets(cause, routed, sent))) return true;
    if (this.#version && 'code' in this.#version && this.#version.code === code.code.text) return true;
    if (routed.kind === 'operation' && limitsOf(this.#model, routed.operation, sent).some(isRefusedBy(code.code.text)))
      return true;
    if (
      routed.kind === 'operation' &&
      isKeyed(routed.operation, sent) &&
      namedByTable(routed.operation).has(code.code.text)
    )
      return true;
    const repeat = routed.kind === 'operation' ? valueOf(routed.operation.facts.repeat) : undefined;
    if (repeat?.kind === 'same values' && repeat.error.text === code.code.text) return true;
    return [...this.#model.machines.values()].some((machine) => {
      const others = [valueOf(machine.anyOtherMove), valueOf(machine.anyOtherChange)];
      const refused = machine.moves.items.some((move) => {
        const to = valueOf(move.to);
        return to?.kind === 'refused' && to.error.text === code.code.text;
      });
      const isNamed = others.some((other) => other?.kind === 'error' && other.error.text === code.code.text);
      return refused || (isNamed && routed.kind === 'operation');
    });
  }

  #meets(cause: Cause, routed: Routed, sent: Sent): boolean {
    switch (cause.kind) {
      case 'missing version':
      case 'unknown version':
      case 'version withdrawn':
        return this.#version?.kind === 'open' || this.#version?.kind === cause.kind;
      case 'too many requests':
      case 'too large':
      case 'timed out':
      case 'limit reached':
        return routed.kind === 'operation' && limitsOf(this.#model, routed.operation, sent).some(isEndedBy(cause));
      default:
        return couldMeet(cause, this.#model, routed, sent);
    }
  }

  #fields(): string[] {
    const rows = [...this.#model.operations.values()].flatMap(({ facts }) => [
      ...[...facts.bodyTable.items, ...facts.headerTable.items].map((row) => row.name.text),
      ...(valueOf(facts.headersIn) ?? []).map(({ header: one }) => one.text),
    ]);
    return [...rows, ...[...this.#model.resources.values()].flatMap((r) => r.fields.items.map((f) => f.name.text))];
  }

  /** HTTP's own answers to a request for an operation: only where part 7 does not state the cause. */
  #floor(routed: Extract<Routed, { kind: 'operation' }>, sent: Sent, answer: Answered): string[][] {
    const at = { start: 0, end: 0 };
    const rows = FLOOR.filter((row) => row.status === answer.status && row.unlessStated !== undefined);
    return rows.flatMap((row) => {
      const kind = row.unlessStated as 'malformed body' | 'unsupported media type' | 'not acceptable' | 'too large';
      const stated = this.#model.document.errors.codes.items.some((code) =>
        valueOf(code.when)?.some((cause) => cause.kind === kind),
      );
      if (stated || !this.#meets({ kind, at }, routed, sent)) return [];
      return [
        [
          ...this.#headers(answer, routed, sent, [], { accept: undefined, 'accept-encoding': 'identity' }),
          ...empty(answer),
        ],
      ];
    });
  }
}

function empty(answer: Answered): string[] {
  return answer.text === '' ? [] : [`a body that nothing states: ${answer.text.slice(0, 80)}`];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function creates({ facts }: LinkedOperation): boolean {
  return valueOf(facts.does)?.every(({ kind }) => kind === 'creates') ?? false;
}

/** What a body has beside the fields of the row. */
function restOf({ fields }: Resource, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = new Set(fields.items.map(({ name }) => name.text.split('.')[0]!));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !known.has(name)));
}
