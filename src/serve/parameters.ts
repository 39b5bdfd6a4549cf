// Parameters of path, query and headers. Input: percent-encoded text, and headers as they are. Output: bindings, or the causes that do not
// fit. Notation, part 4, tables Path, Query and Header; a query is read as https://url.spec.whatwg.org/#urlencoded-parsing.

import type { IncomingMessage } from 'node:http';
import type { ParameterPlan } from '../plan/input.ts';
import type { RunPlan } from '../plan/plan.ts';
import type { SqlValue } from '../sql/expression.ts';
import { hasBody } from './body.ts';
import { note, storedValue, type Findings } from './findings.ts';
import { compileFit } from './fit.ts';
import { fromText } from './from-text.ts';
import { isNested, listDecoder } from './nested.ts';
import { compileProblems } from './problems.ts';
import { combined, headerLines, isText, listMembers } from './request-headers.ts';
import { decoder } from './resources.ts';

/** The JSON type of the value that a parameter's text means. */
function jsonType(plan: ParameterPlan): string {
  const item = plan.list === undefined ? plan.schema : plan.schema['items'];
  const stated = typeof item === 'object' && item !== null ? (item as { type?: unknown }).type : undefined;
  const types = Array.isArray(stated) ? stated : [stated];
  const known = types.find(
    (type) => type === 'integer' || type === 'number' || type === 'boolean' || type === 'string',
  );
  if (typeof known === 'string') return known;
  if (plan.list !== undefined) return 'string';
  if (plan.value.format === 'seconds') return 'integer';
  return (
    { integer: 'integer', real: 'number', decimal: 'number', boolean: 'boolean' }[plan.value.type as string] ?? 'string'
  );
}

/** The raw texts under a parameter's name → its stored value. */
type Take = (texts: readonly string[]) => SqlValue | undefined;

type TellTexts = (texts: readonly string[] | 'undecodable') => string | undefined;

/** What is wrong with texts that were not taken; a text that is no JSON of the type is not of the type. */
function teller(plan: ParameterPlan): TellTexts {
  const { problems, list, repeated } = plan;
  if (problems === undefined) return () => undefined;
  const kind = jsonType(plan);
  const tell = compileProblems(problems, plan.value);
  const ofMember = problems.find(({ depth }) => (depth === undefined) === (list === undefined));
  return (texts) => {
    if (texts === 'undecodable') return ofMember?.text;
    if (list === undefined && texts.length !== 1) return repeated;
    const items = texts.map((text) => fromText(bareText(plan, text), kind));
    if (items.includes(undefined)) return ofMember?.text;
    if (list === undefined) return tell(items[0]!.json, items[0]!.exact);
    return tell(
      items.map((item) => item!.json),
      items.map((item) => item!.exact),
    );
  };
}

function bareText({ quotesOptional }: ParameterPlan, text: string): string {
  return quotesOptional === true && /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}

function taker(plan: ParameterPlan): Take {
  const kind = jsonType(plan);
  const fits = compileFit(plan.schema, plan.value);
  const decode = isNested(plan.value) ? listDecoder(plan.value) : decoder(plan.value);
  const bare = (text: string): string => bareText(plan, text);
  if (plan.list !== undefined) {
    return (texts) => {
      const items = texts.map((text) => fromText(bare(text), kind));
      if (items.includes(undefined)) return undefined;
      const json = items.map((item) => item!.json);
      const stored = decode(
        json,
        items.map((item) => item!.exact ?? item!.json),
      );
      return fits(json, stored) ? stored : undefined;
    };
  }
  return (texts) => {
    // One value is stated; which of several would count is not.
    if (texts.length !== 1) return undefined;
    const item = fromText(bare(texts[0]!), kind);
    if (item === undefined || !fits(item.json)) return undefined;
    return decode(item.json, item.exact);
  };
}

/**
 * Left to right; the first that selects nothing decides, and its place is returned. `order`: the place of each among the
 * path's parameters.
 */
export function compilePath(
  plans: readonly ParameterPlan[],
): (values: readonly string[], order: readonly number[], findings: Findings) => number | undefined {
  const each = plans.map((plan) => ({ plan, take: taker(plan), tell: teller(plan) }));
  return (values, order, findings) => {
    for (let i = 0; i < each.length; i++) {
      const { plan, take, tell } = each[i]!;
      const texts = [values[order[i]!]!];
      const value = take(texts);
      if (value !== undefined) findings.bindings[plan.parameter] = value;
      else if (!note(plan.invalid, findings, plan.field, undefined, tell(texts))) return i;
    }
    return undefined;
  };
}

type ReadHeaders = (request: IncomingMessage, findings: Findings) => void;

/** Undefined when the document declares none. Names are the same in any case: https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
export function compileHeadersIn(plans: readonly ParameterPlan[]): ReadHeaders | undefined {
  if (plans.length === 0) return undefined;
  const takers = plans.map((plan) => ({ plan, take: taker(plan), tell: teller(plan), key: plan.name.toLowerCase() }));
  // What applies where there is a body is another rule for what is left out.
  const withBody = new Map(
    takers.flatMap((each) =>
      each.plan.withBody
        ? [[each.plan, { ...each, plan: { ...each.plan, omitted: each.plan.withBody } }] as const]
        : [],
    ),
  );
  return (request, findings) => {
    for (const each of takers) {
      const { plan, key } = each;
      const lines = headerLines(request, key);
      if (lines.length === 0) read(hasBody(request) ? (withBody.get(plan) ?? each) : each, undefined, findings);
      else if (plan.combined) bindText(plan, combined(lines), findings);
      else read(each, lines.every(isText) ? (plan.list ? listMembers(lines) : lines) : 'undecodable', findings);
    }
  };
}

function bindText({ parameter }: ParameterPlan, text: string, { bindings }: Findings): void {
  bindings[parameter] = text;
  bindings[`sent.${parameter}`] = 1;
}

type ReadQuery = (query: string | undefined, findings: Findings) => void;

/** Undefined when no query parameter matters: the query is not read then. */
export function compileQuery({ query: plans, unknownQuery, unreadQuery }: RunPlan): ReadQuery | undefined {
  if (plans.length === 0 && unknownQuery === 'ignored') return undefined;
  const takers = new Map(plans.map((plan) => [plan.name, { plan, take: taker(plan), tell: teller(plan) }]));
  const brackets = new Set(plans.filter((plan) => plan.list === 'brackets').map((plan) => plan.name));
  const unread = new Set(unreadQuery);
  const parse = (query: string, findings: Findings): Sent => {
    const sent = parseQuery(query, takers, brackets, unread);
    if (sent.unknown !== undefined) noteUnknown(unknownQuery, sent.unknown, findings);
    return sent;
  };
  // No parameter is declared: a request without a query is done here.
  if (plans.length === 0) return (query, findings) => void (query && parse(query, findings));
  return (query, findings) => {
    const sent = query === undefined || query === '' ? undefined : parse(query, findings);
    for (const each of takers.values()) read(each, sent?.texts.get(each.plan.name), findings);
  };
}

function noteUnknown(rule: RunPlan['unknownQuery'], names: Iterable<string>, findings: Findings): void {
  if (rule === 'ignored') return;
  if ('held' in rule) findings.held.push(rule.held);
  else for (const field of names) findings.failures.push({ cause: rule.refuse, field });
}

interface Taker {
  readonly plan: ParameterPlan;
  readonly take: Take;
  readonly tell: TellTexts;
}

function read(
  { plan, take, tell }: Taker,
  texts: readonly string[] | 'undecodable' | undefined,
  findings: Findings,
): void {
  const { bindings } = findings;
  if (texts === undefined || (plan.empty?.do === 'as missing' && isEmpty(texts))) {
    const { omitted } = plan;
    if (omitted.do === 'fill') bindings[plan.parameter] = storedValue(omitted.value);
    else note(omitted, findings, plan.name);
    return;
  }
  if (plan.sent !== undefined && !note(plan.sent, findings, plan.name)) return;
  if (plan.sent?.do === 'ignore') return;
  if (plan.empty !== undefined && isEmpty(texts) && !note(plan.empty, findings, plan.name)) return;
  const value = texts === 'undecodable' ? undefined : take(texts);
  if (value === undefined) {
    note(plan.invalid, findings, plan.name, undefined, tell(texts));
    return;
  }
  const { above } = plan;
  const isAbove = above !== undefined && typeof value !== 'string' && value! > above.value;
  if (isAbove && !note(above.rule, findings, plan.name)) return;
  bindings[plan.parameter] = isAbove && above.rule.do === 'fill' ? storedValue(above.rule.value) : value;
  bindings[`sent.${plan.parameter}`] = 1;
}

/** A list by commas without any item is an empty text, too. */
function isEmpty(texts: readonly string[] | 'undecodable'): boolean {
  return texts.length === 0 || (texts.length === 1 && texts[0] === '');
}

interface Sent {
  readonly texts: Map<string, string[] | 'undecodable'>;
  readonly unknown: Set<string> | undefined;
}

type Known = ReadonlyMap<string, { readonly plan: ParameterPlan }>;

function parseQuery(query: string, known: Known, brackets: ReadonlySet<string>, unread: ReadonlySet<string>): Sent {
  const texts = new Map<string, string[] | 'undecodable'>();
  let unknown: Set<string> | undefined;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const written = equals === -1 ? pair : pair.slice(0, equals);
    const name = decodeForm(written) ?? written;
    const bare = name.endsWith('[]') && brackets.has(name.slice(0, -2)) ? name.slice(0, -2) : name;
    const plan = known.get(bare)?.plan;
    if (plan === undefined || (plan.list === 'brackets' && bare === name)) {
      if (!unread.has(name)) (unknown ??= new Set()).add(name);
      continue;
    }
    const value = equals === -1 ? '' : pair.slice(equals + 1);
    // Commas are looked for before decoding, so that an encoded one is part of a value.
    const items = plan.list !== 'by commas' ? [value] : value === '' ? [] : value.split(',');
    const decoded = items.map(decodeForm);
    const before = texts.get(bare);
    if (before === 'undecodable' || decoded.includes(undefined)) texts.set(bare, 'undecodable');
    else if (before === undefined) texts.set(bare, decoded as string[]);
    else before.push(...(decoded as string[]));
  }
  return { texts, unknown };
}

/** Undefined: not percent-encoded UTF-8. */
function decodeForm(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
