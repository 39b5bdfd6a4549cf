// Exchanges as lines for a shell that make them again from nothing: what a reply names, later calls take from it. Input: exchanges and an
// address. Output: lines.

import { isReply, type Call, type Exchange } from '../exchange.ts';
import type { Finding, Invented } from '../verdict.ts';
import { leavesIn } from '../world/json.ts';

interface Taken {
  readonly variable: string;
  readonly text: string;
  /** Where it is in the body: `.todo.id`. */
  readonly path: string;
  /** The last segment of the address that was called: `todos`. */
  readonly segment: string;
}

export function curlLines(exchanges: readonly Exchange[], url: string): readonly string[] {
  const lines: string[] = [];
  const known: Taken[] = [];
  for (const [nth, exchange] of exchanges.entries()) {
    const later = exchanges.slice(nth + 1).map(({ call }) => call);
    const taken = takenFrom(exchange, later, known.length);
    const line = lineOf(exchange.call, url, known, nth === exchanges.length - 1);
    lines.push(...withVariables(line, taken, nth));
    known.push(...taken);
  }
  return lines;
}

/** What stands above the lines of a finding. */
export function titleOf(one: Finding | Invented): string {
  return 'isReproduced' in one && one.isReproduced === false
    ? 'seen once, behind these calls and perhaps others'
    : 'again';
}

function read(source: string, path: string): string {
  return `${source} | node -pe 'JSON.parse(require("fs").readFileSync(0, "utf8"))${path}'`;
}

function withVariables(line: string, taken: readonly Taken[], nth: number): readonly string[] {
  if (taken.length === 0) return [line];
  const [one] = taken;
  if (taken.length === 1) return [`${one!.variable}=$(${read(line, one!.path)})`];
  const reply = `reply${nth + 1}`;
  return [
    `${reply}=$(${line})`,
    ...taken.map(({ variable, path }) => `${variable}=$(${read(`printf %s "$${reply}"`, path)})`),
  ];
}

/** What the reply shows, the call did not send, and later calls name. */
function takenFrom({ call, reply }: Exchange, later: readonly Call[], before: number): readonly Taken[] {
  if (!isReply(reply) || reply.status >= 300 || call.method === 'GET' || later.length === 0) return [];
  const sent = new Set([...leavesIn(call.body ?? '')].map(([, text]) => text));
  const found = new Map<string, string>();
  for (const [path, text] of leavesIn(reply.body))
    if (!sent.has(text) && !found.has(text) && later.some((one) => names(one, text))) found.set(text, path);
  const segment = /([^/?]*)(?:\?.*)?$/.exec(call.target)![1]!;
  return [...found].map(([text, path], nth) => ({ variable: `v${before + nth + 1}`, text, path, segment }));
}

function names({ target, headers, body }: Call, text: string): boolean {
  const encoded = encodeURIComponent(text);
  return (
    piecesOf(target).some(({ piece, mayName }) => mayName && piece === encoded) ||
    headers.some(([, value]) => value.split(' ').includes(text)) ||
    [...leavesIn(body ?? '')].some(([, one]) => one === text && text.length > 3)
  );
}

interface Piece {
  readonly piece: string;
  /** A short one of a query is a number like any other, such as the size of a page. */
  readonly mayName: boolean;
}

/** What is between the signs that divide an address. */
function piecesOf(target: string): readonly Piece[] {
  const pieces = target.split(/(?<=[/?&=])|(?=[/?&=])/);
  const query = pieces.indexOf('?');
  return pieces.map((piece, nth) => ({ piece, mayName: query < 0 || nth < query || piece.length > 3 }));
}

/** The last line shows status and headers, too: they may be what is wrong. */
function lineOf(
  { method, target, headers, body }: Call,
  url: string,
  known: readonly Taken[],
  isLast: boolean,
): string {
  const address = piecesOf(target).map(
    ({ piece, mayName }, nth, all) =>
      (mayName ? variableFor(known, piece, encodeURIComponent, all[nth - 2]?.piece) : undefined) ?? escaped(piece),
  );
  const isTyped = headers.some(([name]) => /^content-type$/i.test(name));
  const long = body !== undefined && (body.length > LONGEST || !isPlain(body)) ? body : undefined;
  const parts = [
    ...(long === undefined ? [] : [`${writing(long)} |`]),
    `curl -sS${method === 'HEAD' ? 'I' : isLast ? 'i' : ''}${/[[\]{}]/.test(target) ? 'g' : ''}`,
    ...(/\/\.|\.\./.test(target) ? ['--path-as-is'] : []),
    ...(method === 'HEAD' || (method === 'GET' && body === undefined) ? [] : [`-X ${method}`]),
    `"${escaped(url.replace(/\/+$/, ''))}${address.join('')}"`,
    // Of an empty value curl would leave the header out: https://curl.se/docs/manpage.html#-H
    ...headers.map(([name, value]) =>
      value.trim() === '' ? `-H "${escaped(name)};"` : `-H "${escaped(name)}: ${headerWith(known, value)}"`,
    ),
    ...(isTyped || body === undefined ? [] : [`-H 'Content-Type:'`]),
    ...(body === undefined ? [] : [`--data-binary ${long === undefined ? dataWith(known, body) : '@-'}`]),
  ];
  return parts.join(' ');
}

/** `before`: the segment before. Rows of several resources may have the same number. */
function variableFor(
  known: readonly Taken[],
  piece: string,
  written: (text: string) => string,
  before?: string,
): string | undefined {
  const all = known.filter(({ text }) => written(text) === piece);
  const one = all.findLast(({ segment }) => segment === before) ?? all.at(-1);
  return one && `$${one.variable}`;
}

function headerWith(known: readonly Taken[], value: string): string {
  return value
    .split(' ')
    .map((piece) => variableFor(known, piece, (text) => text) ?? escaped(piece))
    .join(' ');
}

/** A longer body is written by a program, the same character many times in a row as its count; likewise one with signs that no shell shows. */
const LONGEST = 2000;
/** A program for a shell is no longer than this: what is longer is cut. */
const LONGEST_PROGRAM = 20_000;

function writing(body: string): string {
  const pieces = body.match(/(.)\1{31,}|(?:(?!(.)\2{31,}).)+/gsu) ?? [];
  const written = pieces.map((piece) => {
    const [sign = ''] = piece;
    const count = piece.length / sign.length;
    return count > 31 && piece === sign.repeat(count) ? `${literal(sign)}.repeat(${count})` : literal(piece);
  });
  const program = written.join('+');
  const cut = program.length > LONGEST_PROGRAM ? literal(`${body.slice(0, LONGEST)}…`) : program;
  return `node -e '${quoted(`process.stdout.write(${cut})`)}'`;
}

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

function isPlain(text: string): boolean {
  return text.search(ODD) < 0;
}

function literal(text: string): string {
  return JSON.stringify(text).replace(ODD, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}

function dataWith(known: readonly Taken[], body: string): string {
  const used = known.filter(({ text }) => text.length > 3 && body.includes(JSON.stringify(text)));
  let line = `'${quoted(body)}'`;
  for (const { text, variable } of used)
    line = line.replaceAll(quoted(JSON.stringify(text)), () => `"'"$${variable}"'"`);
  return line;
}

function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`);
}

/** For double quotes. */
function escaped(text: string): string {
  return text.replace(/["\\$`]/g, '\\$&');
}
