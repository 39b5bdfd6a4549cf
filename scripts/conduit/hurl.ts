// Hurl files as data: the subset that RealWorld's public suite uses, https://hurl.dev/docs/hurl-file.html. Input: the text of a file. Output:
// its requests, each with what has to hold of the answer. What is not of the subset is an error that names its line; nothing is passed over.

export interface Request {
  readonly line: number;
  readonly method: string;
  /** As it is written, with variables. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly status: number;
  readonly captures: readonly Capture[];
  readonly asserts: readonly Assert[];
}

export interface Capture {
  readonly line: number;
  readonly name: string;
  readonly path: Path;
}

/** `$.a[0]` is `['a', 0]`. */
export type Path = readonly (string | number)[];

export interface Assert {
  readonly line: number;
  readonly text: string;
  readonly path: Path;
  readonly counts: boolean;
  readonly not: boolean;
  readonly predicate: Predicate;
  /** Undefined where the predicate takes none. */
  readonly value: Value | undefined;
}

export type Value =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'variable'; readonly name: string };

const WITH_VALUE = ['==', '!=', '>=', 'contains', 'matches'] as const;
const WITHOUT_VALUE = ['exists', 'isBoolean', 'isEmpty', 'isInteger', 'isList', 'isString'] as const;
export type Predicate = (typeof WITH_VALUE)[number] | (typeof WITHOUT_VALUE)[number];

/** What the file says is not of the subset. */
export class Unknown extends Error {}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** `given`: the variables that have a value before the first request. */
export function requestsOf(source: string, file: string, given: readonly string[]): readonly Request[] {
  const lines = source.split(/\r?\n/).map((text, place): Line => ({ number: place + 1, text }));
  const reader = new Reader(lines, file);
  const requests: Request[] = [];
  const known = new Set(given);
  for (let line = reader.next(); line; line = reader.next()) {
    const request = requestAt(line, reader);
    // Nothing is asserted with a variable of its own answer before that is captured.
    const after = new Set([...known, ...request.captures.map(({ name }) => name)]);
    const sent = [request.url, ...request.headers.map(([, value]) => value), request.body ?? ''];
    for (const name of sent.flatMap(variablesIn))
      if (!known.has(name)) reader.unknown(line, `no request before captures {{${name}}}`);
    for (const one of request.asserts)
      for (const name of variablesOf(one.value))
        if (!after.has(name)) reader.unknown({ number: one.line, text: one.text }, `nothing captures {{${name}}}`);
    for (const { name } of request.captures) known.add(name);
    requests.push(request);
  }
  if (requests.length === 0) throw new Unknown(`${file} has no request`);
  return requests;
}

class Reader {
  readonly #lines: readonly Line[];
  readonly #file: string;
  #at = 0;

  constructor(lines: readonly Line[], file: string) {
    this.#lines = lines;
    this.#file = file;
  }

  /** The next line that says something; it is taken. */
  next(): Line | undefined {
    const line = this.peek();
    if (line) this.#at += 1;
    return line;
  }

  peek(): Line | undefined {
    while (this.#at < this.#lines.length && /^\s*(?:#.*)?$/.test(this.#lines[this.#at]!.text)) this.#at += 1;
    return this.#lines[this.#at];
  }

  /** All lines before the next one like this. */
  until(pattern: RegExp): readonly Line[] {
    const from = this.#at;
    while (this.#at < this.#lines.length && !pattern.test(this.#lines[this.#at]!.text)) this.#at += 1;
    return this.#lines.slice(from, this.#at);
  }

  unknown({ number, text }: Line, why: string): never {
    throw new Unknown(`${this.#file}:${number}: ${why}: ${text.trim()}`);
  }
}

const STATUS = /^HTTP (\d{3})\s*$/;

function requestAt(first: Line, reader: Reader): Request {
  const [, method = '', url = ''] =
    /^(?!HTTP )([A-Z]+) (\S+)\s*$/.exec(first.text) ?? reader.unknown(first, 'no request');
  const headers: (readonly [string, string])[] = [];
  let line = reader.peek();
  for (; line && /^[A-Za-z][\w-]*:/.test(line.text); line = reader.peek()) {
    const colon = line.text.indexOf(':');
    headers.push([line.text.slice(0, colon), line.text.slice(colon + 1).trim()]);
    reader.next();
  }
  const body = line && /^\s*[{[]/.test(line.text) && !/^\[\w+\]/.test(line.text) ? bodyAt(line, reader) : undefined;
  const answer = reader.next() ?? reader.unknown(first, 'no status is expected of this request');
  const [, status] = STATUS.exec(answer.text) ?? reader.unknown(answer, 'expected HTTP and a status');
  return { line: first.number, method, url, headers, body, status: Number(status), ...sectionsAt(reader) };
}

function bodyAt(line: Line, reader: Reader): string {
  const body = reader
    .until(/^HTTP\b/)
    .map(({ text }) => text)
    .join('\n');
  try {
    JSON.parse(body.replaceAll(VARIABLE, '0'));
  } catch {
    reader.unknown(line, 'the body is not JSON');
  }
  return body;
}

function sectionsAt(reader: Reader): Pick<Request, 'captures' | 'asserts'> {
  const captures: Capture[] = [];
  const asserts: Assert[] = [];
  let line = reader.peek();
  for (; line && !/^[A-Z]+ /.test(line.text); line = reader.peek()) {
    reader.next();
    const rows = { '[Captures]': captures, '[Asserts]': asserts }[line.text.trim()];
    if (!rows) reader.unknown(line, 'unknown');
    for (let row = reader.peek(); row && !/^(?:\[|[A-Z]+ )/.test(row.text); row = reader.peek()) {
      reader.next();
      if (rows === captures) captures.push(captureAt(row, reader));
      else asserts.push(assertAt(row, reader));
    }
  }
  return { captures, asserts };
}

function captureAt(line: Line, reader: Reader): Capture {
  const [, name = '', path = ''] =
    /^(\w+): jsonpath "([^"]*)"\s*$/.exec(line.text) ?? reader.unknown(line, 'unknown capture');
  return { line: line.number, name, path: pathOf(path) ?? reader.unknown(line, 'unknown path') };
}

function assertAt(line: Line, reader: Reader): Assert {
  const [, path = '', count, not, word = '', rest = ''] =
    /^jsonpath "([^"]*)"( count)?( not)? (\S+)(?: (.*\S))?\s*$/.exec(line.text) ??
    reader.unknown(line, 'unknown assertion');
  const takesValue = (WITH_VALUE as readonly string[]).includes(word);
  if (!takesValue && !(WITHOUT_VALUE as readonly string[]).includes(word))
    reader.unknown(line, `unknown predicate ${word}`);
  const value = takesValue ? (valueOf(rest) ?? reader.unknown(line, 'unknown value')) : undefined;
  if (!takesValue && rest !== '') reader.unknown(line, `${word} takes no value`);
  if (word === 'matches' && !isPattern(value)) reader.unknown(line, 'no pattern that is known here');
  return {
    line: line.number,
    text: line.text.trim(),
    path: pathOf(path) ?? reader.unknown(line, 'unknown path'),
    counts: count !== undefined,
    not: not !== undefined,
    predicate: word as Predicate,
    value,
  };
}

function pathOf(text: string): Path | undefined {
  if (!/^\$(?:\.\w+|\[\d+\])*$/.test(text)) return undefined;
  return [...text.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

function valueOf(text: string): Value | undefined {
  const [, name] = /^\{\{(\w+)\}\}$/.exec(text) ?? [];
  if (name !== undefined) return { kind: 'variable', name };
  if (!/^(?:".*"|-?\d+(?:\.\d+)?|true|false|null)$/.test(text)) return undefined;
  try {
    return { kind: 'literal', value: JSON.parse(text) as string | number | boolean | null };
  } catch {
    return undefined;
  }
}

function isPattern(value: Value | undefined): boolean {
  if (value?.kind !== 'literal' || typeof value.value !== 'string') return false;
  try {
    return new RegExp(value.value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const VARIABLE = /\{\{(\w+)\}\}/g;

export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name]) => name!);
}

function variablesOf(value: Value | undefined): readonly string[] {
  if (value?.kind === 'variable') return [value.name];
  return typeof value?.value === 'string' ? variablesIn(value.value) : [];
}

export function filled(text: string, variables: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(VARIABLE, (_, name: string) => String(variables.get(name)));
}
