// Behaviour in plain text, as `curl -v` prints it. Input: the text of a case. Output: its scenarios: lines of the document that are
// different there, requests, and the answers that are due. CONTRIBUTING.md says how a case is written.

export interface Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Status, headers and body as they are written; empty while nobody has looked. */
  readonly answer: string;
  /** The lines of the answer in the case, from the first one on; both the same when there is none. */
  readonly place: readonly [from: number, to: number];
}

export interface Change {
  readonly before: string;
  readonly after: string;
}

export interface Scenario {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly exchanges: readonly Exchange[];
}

/** Each scenario begins with what comes before the first title. */
export function scenariosOf(text: string): readonly Scenario[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
  const first = starts[0] ?? lines.length;
  const before = scenarioOf(lines, 0, first, '');
  return starts.map((start, index) => {
    const own = scenarioOf(lines, start + 1, starts[index + 1] ?? lines.length, lines[start]!.slice(3));
    return {
      title: own.title,
      changes: [...before.changes, ...own.changes],
      exchanges: [...before.exchanges, ...own.exchanges],
    };
  });
}

function scenarioOf(lines: readonly string[], from: number, to: number, title: string): Scenario {
  const changes: Change[] = [];
  const exchanges: Exchange[] = [];
  let at = from;
  const take = (isTaken: (line: string) => boolean): readonly string[] => {
    const start = at;
    while (at < to && isTaken(lines[at]!)) at += 1;
    return lines.slice(start, at);
  };
  while (at < to) {
    const line = lines[at]!;
    if (line === '' || line.startsWith('# ')) at += 1;
    else if (/^[-+ ]/.test(line)) changes.push(changeOf(take((one) => /^[-+ ]/.test(one))));
    else if (line.startsWith('> ')) {
      const [asked, ...headers] = take((one) => one.startsWith('> '));
      const sent = take(isBody);
      const start = at;
      const answer = take((one, ...rest) => rest.length === 0 && one.startsWith('< '));
      const shown = answer.length === 0 ? [] : [...answer, ...take(isBody)];
      const [method = '', target = ''] = asked!.slice(2).split(' ');
      exchanges.push({
        method,
        target,
        headers: headers.map((header) => headerOf(header.slice(2))),
        body: sent.length === 0 ? undefined : sent.join('\n'),
        answer: shown.join('\n'),
        place: [start, at],
      });
    } else throw new Error(`line ${at + 1} is neither a request nor an answer: ${line}`);
  }
  return { title, changes, exchanges };
}

function isBody(line: string): boolean {
  return line !== '' && !/^[><#] |^## /.test(line);
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon === -1) throw new Error(`expected \`Name: value\`: ${line}`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** Lines as `diff` writes them: behind a blank what stays, behind - what goes, behind + what comes. */
export function changeOf(lines: readonly string[]): Change {
  const side = (without: string): string =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { before: side('+'), after: side('-') };
}

/** The document with the changes made in it; the place of each must be the only one. */
export function changed(document: string, changes: readonly Change[]): string {
  return changes.reduce((text, { before, after }) => {
    const at = `\n${text}`.indexOf(`\n${before}`);
    if (before === '' || at === -1) throw new Error(`the document has no such lines:\n${before}`);
    if (`\n${text}`.includes(`\n${before}`, at + 1)) throw new Error(`the document has these lines twice:\n${before}`);
    return text.slice(0, at) + after + text.slice(at + before.length);
  }, document);
}

/** What `{{name}}` stands for. */
export type Captures = Map<string, string>;

export function filled(text: string, captures: Captures): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = captures.get(name);
    if (value === undefined) throw new Error(`nothing was captured as {{${name}}}`);
    return value;
  });
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Is the answer what is written? What is captured for the first time is kept. */
export function agrees(written: string, actual: string, captures: Captures): boolean {
  const fresh: string[] = [];
  const pattern = written
    .split(/(\{\{\w+\}\})/)
    .map((piece, index) => {
      if (index % 2 === 0) return escaped(piece);
      const name = piece.slice(2, -2);
      const value = captures.get(name);
      if (value !== undefined) return escaped(value);
      if (fresh.includes(name)) return `\\k<${name}>`;
      fresh.push(name);
      return `(?<${name}>[^\\s"&;,<>]+)`;
    })
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(actual);
  for (const name of found ? fresh : []) captures.set(name, found!.groups![name]!);
  return found !== null;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** The answer as a case writes it: what is new each time has a name, unless it is in what is sent. */
export function written(actual: string, captures: Captures, sent: string): string {
  for (const [id] of actual.matchAll(UUID))
    if (![...captures.values()].includes(id) && !sent.toLowerCase().includes(id))
      captures.set(`id${captures.size + 1}`, id);
  return [...captures].reduce((text, [name, value]) => text.replaceAll(value, `{{${name}}}`), actual);
}

/** The text of the case with other answers. */
export function rewritten(text: string, answers: ReadonlyMap<Exchange, string>): string {
  const lines = text.split('\n');
  const places = new Map([...answers].map(([{ place }, answer]) => [place[0], { to: place[1], answer }]));
  for (const [from, { to, answer }] of [...places].sort(([a], [b]) => b - a))
    lines.splice(from, to - from, ...answer.split('\n'));
  return lines.join('\n');
}
