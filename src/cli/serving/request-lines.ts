// One line for one request. Input: an entry of the request log. Output: a line for people, or one of JSON for programs
// (docs/operate.md, "What was asked").

import type { Served } from '../../serve/request-log.ts';
import type { Console, Style } from '../console.ts';

/** `201 POST /orders 1.8 ms` */
export function lineForPeople(entry: Served, paint: Console['paintErr']): string {
  const { status, method, path, query, gaps, refusedBy, aborted, failed, id, traceparent } = entry;
  const what = method === undefined ? 'no request that can be read' : `${method} ${path ?? ''}${query ? '?…' : ''}`;
  const shown = status === undefined ? paint('dim', '---') : paint(styleOf(status), String(status));
  const notes = [
    ...(gaps.length === 0 ? [] : [paint('cyan', gapsShown(gaps))]),
    ...(refusedBy === undefined ? [] : [paint('yellow', `because of ${inOneLine(refusedBy)}`)]),
    ...(aborted ? [paint('yellow', 'connection lost')] : []),
    ...(failed ? [`request ${id}`] : []),
    ...(traceparent === undefined ? [] : [paint('dim', `trace ${traceparent}`)]),
  ];
  return `${[`${shown} ${what.trimEnd()} ${paint('dim', duration(entry.milliseconds))}`, ...notes].join('  ')}\n`;
}

/** Held is no fault of the runtime. */
function styleOf(status: number): Style {
  if (status < 300) return 'green';
  if (status < 400) return 'cyan';
  return status < 500 || status === 501 ? 'yellow' : 'red';
}

function duration(milliseconds: number): string {
  return `${milliseconds < 9.95 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

function gapsShown([first, ...more]: readonly string[]): string {
  const shown = inOneLine(first!);
  return more.length === 0 ? shown : `${shown} and ${more.length} more`;
}

function inOneLine(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '?');
}

/** The members in the order of the documentation; what does not apply is left out. Paths hold nothing that JSON escapes. */
export function jsonLines(): (entry: Served) => string {
  const instant = instants();
  const quoted = new Map<string, string>();
  const quote = (operation: string): string => {
    let text = quoted.get(operation);
    if (text === undefined) quoted.set(operation, (text = JSON.stringify(operation)));
    return text;
  };
  return (entry) => {
    const { at, id, traceparent, method, path, query, operation, status, aborted, milliseconds, octets, gaps } = entry;
    const { refusedBy, given, address } = entry;
    const trace = traceparent === undefined ? '' : `","traceparent":"${traceparent}`;
    const named = given === undefined ? '' : `","requestId":"${given}`;
    const begin = `{"time":"${instant(at)}","id":"${id}${named}${trace}`;
    const asked = method === undefined ? '' : `","method":"${method}`;
    const where = path === undefined ? '"' : `","path":"${path}"`;
    const met = operation === undefined ? '' : `,"operation":${quote(operation)}`;
    const answered = `${query ? ',"query":true' : ''}${met}${status === undefined ? '' : `,"status":${status}`}`;
    const held = gaps.length === 0 ? '' : `,"gaps":${JSON.stringify(gaps)}`;
    const refused = refusedBy === undefined ? '' : `,"refusedBy":${JSON.stringify(refusedBy)}`;
    const counted = address === undefined ? '' : `,"address":"${address}"`;
    return `${begin}${asked}${where}${answered}${aborted ? ',"aborted":true' : ''},"ms":${milliseconds},"octets":${octets}${held}${refused}${counted}}\n`;
  };
}

/** `2026-11-22T08:00:21.369Z`; most are in the same second as the one before. */
function instants(): (at: number) => string {
  let second = Number.NaN;
  let prefix = '';
  return (at) => {
    const own = Math.floor(at / 1000);
    if (own !== second) {
      second = own;
      prefix = new Date(own * 1000).toISOString().slice(0, -4);
    }
    const part = at - own * 1000;
    return `${prefix}${part < 10 ? '00' : part < 100 ? '0' : ''}${part}Z`;
  };
}
