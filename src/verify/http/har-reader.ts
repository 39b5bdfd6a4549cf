// An HTTP Archive as exchanges, one after the other, however long the file is: only one entry is in memory at a time. Input: the octets of a
// file, the address of the service. Output: the exchanges with that service, in the order of the file.
// http://www.softwareishard.com/blog/har-12-spec/

import type { Exchange, Header, NoReply, Reply } from '../exchange.ts';
import { isMembers } from '../world/json.ts';

/** Octets of one entry; a longer one is passed over. */
const LONGEST_ENTRY = 50_000_000;

const [QUOTE, BACKSLASH, OPEN, CLOSE, LIST, LIST_END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

export async function* exchangesIn(
  octets: AsyncIterable<Buffer> | Iterable<Buffer>,
  url: URL,
): AsyncGenerator<Exchange> {
  for await (const text of entriesIn(octets)) {
    const exchange = exchangeOf(text, url);
    if (exchange) yield exchange;
  }
}

/** The text of each object in the list `entries` of `log`. */
async function* entriesIn(octets: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string> {
  let [depth, isText, isEscaped, isList] = [0, false, false, false];
  let key = '';
  let pieces: Buffer[] | undefined;
  let size = 0;
  for await (const piece of octets) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const octet = piece[at]!;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (octet === BACKSLASH) isEscaped = true;
        else if (octet === QUOTE) isText = false;
        else if (depth === 2 && key.length < 20) key += String.fromCharCode(octet);
      } else if (octet === QUOTE) {
        isText = true;
        if (depth === 2) key = '';
      } else if (octet === OPEN || octet === LIST) {
        if (depth === 2 && octet === LIST) isList = key === 'entries';
        if (depth === 3 && isList && octet === OPEN) [pieces, size, from] = [[], 0, at];
        depth += 1;
      } else if (octet === CLOSE || octet === LIST_END) {
        depth -= 1;
        if (depth === 3 && pieces) {
          pieces.push(piece.subarray(from, at + 1));
          if (size <= LONGEST_ENTRY) yield Buffer.concat(pieces).toString('utf8');
          pieces = undefined;
        }
      }
    }
    if (pieces) {
      size += piece.length - from;
      if (size > LONGEST_ENTRY) pieces = [];
      else pieces.push(piece.subarray(from));
    }
  }
}

/** Undefined: it is no entry, or of another service. */
function exchangeOf(text: string, url: URL): Exchange | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return undefined;
  }
  const request = member(entry, 'request');
  const target = targetIn(member(request, 'url'), url);
  const method = member(request, 'method');
  if (target === undefined || typeof method !== 'string') return undefined;
  const started = Date.parse(String(member(entry, 'startedDateTime')));
  const from = Number.isNaN(started) ? 0 : started;
  const time = Number(member(entry, 'time'));
  return {
    call: { method, target, headers: pairsIn(request), body: sentIn(member(request, 'postData')) },
    reply: replyIn(member(entry, 'response')),
    from,
    to: from + (Number.isFinite(time) && time > 0 ? Math.ceil(time) : 0),
  };
}

function member(value: unknown, name: string): unknown {
  return isMembers(value) ? value[name] : undefined;
}

function targetIn(given: unknown, url: URL): string | undefined {
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
  const called = new URL(given);
  const prefix = url.pathname.replace(/\/+$/, '');
  if (called.origin !== url.origin || !`${called.pathname}/`.startsWith(`${prefix}/`)) return undefined;
  return `${called.pathname.slice(prefix.length) || '/'}${called.search}`;
}

function pairsIn(of: unknown): readonly Header[] {
  const all = member(of, 'headers');
  if (!Array.isArray(all)) return [];
  return all.flatMap((one): readonly Header[] => {
    const [name, value] = [member(one, 'name'), member(one, 'value')];
    // HTTP/2 has its own lines among them: https://www.rfc-editor.org/rfc/rfc9113#section-8.3
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });
}

function sentIn(data: unknown): string | undefined {
  const text = member(data, 'text');
  if (typeof text === 'string') return text;
  const params = member(data, 'params');
  if (!Array.isArray(params)) return undefined;
  const pairs = params.map((one): [string, string] => [
    String(member(one, 'name')),
    String(member(one, 'value') ?? ''),
  ]);
  return new URLSearchParams(pairs).toString();
}

function replyIn(response: unknown): Reply | NoReply {
  const status = Number(member(response, 'status'));
  if (!Number.isInteger(status) || status < 100) return { kind: 'not seen', said: 'the archive has no reply to it' };
  const headers = pairsIn(response).map(([name, value]): Header => [name.toLowerCase(), value]);
  const content = member(response, 'content');
  const text = member(content, 'text');
  const body = typeof text === 'string' ? text : '';
  const isBase64 = member(content, 'encoding') === 'base64';
  return { status, headers, body: isBase64 ? Buffer.from(body, 'base64').toString('utf8') : body };
}
