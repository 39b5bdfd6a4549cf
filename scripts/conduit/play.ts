// Sends the requests of a Hurl file and judges the answers. Input: the requests, the variables that are given. Output: how many requests and
// assertions passed, and what did not. The status of each answer is an assertion. A request that cannot be sent, because what it needs was
// never captured, fails with all of its assertions, so every run of a file counts the same.

import { isDeepStrictEqual } from 'node:util';

import { type Assert, filled, type Path, type Request, variablesIn } from './hurl.ts';

export interface Played {
  readonly requests: number;
  readonly requestsPassed: number;
  readonly asserts: number;
  readonly assertsPassed: number;
  /** Each with the line of the file. */
  readonly failures: readonly string[];
}

/** What a path leads to; undefined where nothing is there. */
type Found = { readonly value: unknown } | undefined;
type Variables = Map<string, unknown>;

export async function play(requests: readonly Request[], given: Readonly<Record<string, string>>): Promise<Played> {
  const variables: Variables = new Map(Object.entries(given));
  const failures: string[] = [];
  let requestsPassed = 0;
  let asserts = 0;
  let assertsPassed = 0;
  for (const request of requests) {
    const wrong = await failuresOf(request, variables);
    failures.push(...wrong.failures);
    asserts += request.asserts.length + 1;
    assertsPassed += wrong.assertsPassed;
    if (wrong.failures.length === 0) requestsPassed += 1;
  }
  return { requests: requests.length, requestsPassed, asserts, assertsPassed, failures };
}

export function added(all: readonly Played[]): Played {
  const sum = (key: 'requests' | 'requestsPassed' | 'asserts' | 'assertsPassed'): number =>
    all.reduce((total, one) => total + one[key], 0);
  return {
    requests: sum('requests'),
    requestsPassed: sum('requestsPassed'),
    asserts: sum('asserts'),
    assertsPassed: sum('assertsPassed'),
    failures: all.flatMap(({ failures }) => failures),
  };
}

async function failuresOf(request: Request, variables: Variables): Promise<Pick<Played, 'failures' | 'assertsPassed'>> {
  const at = `${request.line} ${request.method} ${request.url}`;
  const missing = missingIn(request, variables);
  if (missing.length > 0)
    return { failures: [`${at}: not sent, {{${missing[0]!}}} was not captured`], assertsPassed: 0 };
  const answer = await sent(request, variables);
  if (typeof answer === 'string') return { failures: [`${at}: ${answer}`], assertsPassed: 0 };
  const failures: string[] = [];
  let assertsPassed = 0;
  if (answer.status === request.status) assertsPassed += 1;
  else failures.push(`${at}: ${answer.status} instead of ${request.status}`);
  for (const { name, path, line } of request.captures) {
    const found = along(answer.json, path);
    if (found === undefined) failures.push(`${line} nothing to capture as ${name}`);
    else variables.set(name, found.value);
  }
  for (const one of request.asserts) {
    const why = whyNot(one, along(answer.json, one.path), variables);
    if (why === undefined) assertsPassed += 1;
    else failures.push(`${one.line} ${one.text}: ${why}`);
  }
  return { failures, assertsPassed };
}

function missingIn({ url, headers, body = '' }: Request, variables: Variables): readonly string[] {
  const texts = [url, ...headers.map(([, value]) => value), body];
  return texts.flatMap(variablesIn).filter((name) => !variables.has(name));
}

/** A text: why there is no answer. */
async function sent(
  { method, url, headers, body }: Request,
  variables: Variables,
): Promise<{ readonly status: number; readonly json: Found } | string> {
  const fill = (text: string): string => filled(text, variables);
  const type: [string, string][] = body === undefined ? [] : [['content-type', 'application/json']];
  try {
    const answer = await fetch(fill(url), {
      method,
      headers: [...type, ...headers.map(([name, value]): [string, string] => [name, fill(value)])],
      redirect: 'manual',
      ...(body !== undefined && { body: fill(body) }),
    });
    return { status: answer.status, json: jsonOf(await answer.text()) };
  } catch (error) {
    return `no answer: ${String((error as Error).cause ?? error)}`;
  }
}

function jsonOf(text: string): Found {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function along(json: Found, path: Path): Found {
  let found = json;
  for (const step of path) {
    const value = found?.value;
    const isThere =
      typeof step === 'number'
        ? Array.isArray(value) && step < value.length
        : typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, step);
    if (!isThere) return undefined;
    found = { value: (value as Record<string | number, unknown>)[step] };
  }
  return found;
}

/** Why an assertion does not hold; undefined where it does. */
function whyNot({ counts, not, predicate, value }: Assert, there: Found, variables: Variables): string | undefined {
  if (predicate === 'exists') return (there !== undefined) === not ? `it is ${shown(there)}` : undefined;
  // What is not there is nothing of all this, also where that is what `not` asks.
  if (there === undefined) return 'it is not there';
  if (counts && !Array.isArray(there.value)) return `${shown(there)} is not a list`;
  const actual = counts ? (there.value as unknown[]).length : there.value;
  const due = dueOf(value, variables);
  if (value?.kind === 'variable' && !variables.has(value.name)) return `{{${value.name}}} was not captured`;
  return holds(actual, predicate, due) === not ? `it is ${shown({ value: actual })}` : undefined;
}

function dueOf(value: Assert['value'], variables: Variables): unknown {
  if (value?.kind === 'variable') return variables.get(value.name);
  return typeof value?.value === 'string' ? filled(value.value, variables) : value?.value;
}

function holds(actual: unknown, predicate: Exclude<Assert['predicate'], 'exists'>, due: unknown): boolean {
  switch (predicate) {
    case '==':
      return isDeepStrictEqual(actual, due);
    case '!=':
      return !isDeepStrictEqual(actual, due);
    case '>=':
      return typeof actual === 'number' && typeof due === 'number' && actual >= due;
    case 'contains':
      if (Array.isArray(actual)) return actual.some((one) => isDeepStrictEqual(one, due));
      return typeof actual === 'string' && typeof due === 'string' && actual.includes(due);
    case 'matches':
      return typeof actual === 'string' && new RegExp(String(due), 'u').test(actual);
    case 'isBoolean':
      return typeof actual === 'boolean';
    case 'isEmpty':
      return isEmpty(actual);
    case 'isInteger':
      return Number.isInteger(actual);
    case 'isList':
      return Array.isArray(actual);
    case 'isString':
      return typeof actual === 'string';
  }
}

function isEmpty(actual: unknown): boolean {
  if (typeof actual === 'string') return actual === '';
  return typeof actual === 'object' && actual !== null && Object.keys(actual).length === 0;
}

function shown(found: Found): string {
  if (found === undefined) return 'not there';
  const text = JSON.stringify(found.value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
