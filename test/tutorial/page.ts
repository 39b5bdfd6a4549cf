// A page that is followed line by line. Input: its Markdown. Output: its steps in their order: a file that is written, a change of one,
// commands with what they print, and what a terminal that stays open prints meanwhile.

import { changeOf as changeIn } from '../behaviour/case.ts';

export type Step =
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly before: string; readonly after: string }
  | { readonly kind: 'commands'; readonly shown: string; readonly calls: readonly Call[] }
  /** A command that goes on running. */
  | { readonly kind: 'open'; readonly shown: string; readonly command: string; readonly output: string }
  | { readonly kind: 'more'; readonly shown: string; readonly output: string; readonly typed: string | undefined };

export interface Call {
  readonly command: string;
  readonly output: string;
}

/** What follows the language of a fence: `file=tools.md`, `terminal=1 more`, `terminal=1 type=r`. */
const FENCE = /^```(markdown|diff|json|console)(?: ([^\n]*))?\n(.*?)^```$/gms;

export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(FENCE)].flatMap(([, language, info = '', body = '']): Step[] => {
    const file = /file=(\S+)/.exec(info)?.[1];
    if (language === 'console') return [terminal(body, info)];
    if (file === undefined) return [];
    return [language === 'diff' ? changeOf(file, body) : { kind: 'write', file, text: body }];
  });
}

function terminal(body: string, info: string): Step {
  const typed = /type=(\S+)/.exec(info)?.[1];
  if (typed !== undefined || /\bmore\b/.test(info)) return { kind: 'more', shown: body, output: body, typed };
  const calls = callsOf(body);
  if (!info.includes('terminal=')) return { kind: 'commands', shown: body, calls };
  const [only, ...others] = calls;
  if (only === undefined || others.length > 0) throw new Error(`a terminal that stays open runs one command:\n${body}`);
  return { kind: 'open', shown: body, ...only };
}

function callsOf(body: string): readonly Call[] {
  return body.split(/^\$ /m).flatMap((part) => {
    if (part === '') return [];
    const end = part.indexOf('\n');
    return [{ command: part.slice(0, end), output: part.slice(end + 1) }];
  });
}

function changeOf(file: string, body: string): Step {
  const lines = body.split('\n').slice(0, -1);
  const odd = lines.find((line) => !/^[ +-]/.test(line) && line !== '');
  if (odd !== undefined) throw new Error(`a line of a change begins with a blank, + or -: ${odd}`);
  return { kind: 'change', file, ...changeIn(lines) };
}

/** The page with what its terminals printed instead of what it shows. */
export function rewritten(page: string, told: readonly { readonly step: Step; readonly now: string }[]): string {
  let from = 0;
  let out = '';
  for (const { step, now } of told) {
    if (!('shown' in step)) continue;
    const match = new RegExp(`^\`\`\`console[^\n]*\n`, 'gm');
    match.lastIndex = from;
    const fence = match.exec(page)!;
    const begin = fence.index + fence[0].length;
    out += page.slice(from, begin) + now;
    from = begin + step.shown.length;
  }
  return out + page.slice(from);
}
