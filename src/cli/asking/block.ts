// The lines of an answer that takes several. Input: its first line, and how the next is read. Output: its words, or that it was given up
// or the session left. A command among the lines is none of them.

import { meantCommand, typed } from './commands.ts';
import { numberedLines, withLine } from './long-answers.ts';
import type { Session } from './session.ts';

export type Block =
  | { readonly kind: 'ended'; readonly words: string }
  | { readonly kind: 'given up' }
  /** The session is over. */
  | { readonly kind: 'left' };

const ENDS = 'a line `.` or two empty lines end it, `:undo` gives it up';

export async function readBlock(
  session: Session,
  read: () => Promise<string | undefined>,
  first: string,
): Promise<Block> {
  let block = [first];
  hint(session, first);
  for (;;) {
    const line = await read();
    if (line === undefined) return notWritten(session, block, 'left', 'the input ended before the answer did');
    const isBlank = line.trim() === '';
    if (line.trim() === '.' || (isBlank && block.at(-1)?.trim() === ''))
      return { kind: 'ended', words: block.join('\n').trimEnd() };
    const what = inBlock(line);
    if (what.kind === 'text') {
      block.push(what.line);
      hint(session, line);
    } else if (what.name === 'quit') {
      return notWritten(session, block, 'left', '`:quit` came before the answer had ended');
    } else if (what.name === 'undo') {
      return notWritten(session, block, 'given up', 'the answer is given up');
    } else if (what.name === 'line') {
      block = replaced(session, block, what.rest);
    } else {
      session.say(what.why ?? `\`:${what.name}\` waits until this answer has ended: ${ENDS}.`);
    }
  }
}

type InBlock =
  | { readonly kind: 'text'; readonly line: string }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string; readonly why?: string };

/** A colon before anything but one word or number is text: `:---:` delimits the heads of a table. */
function inBlock(line: string): InBlock {
  if (/^\s*::/.test(line)) return { kind: 'text', line: line.replace('::', ':') };
  const what = typed(line);
  switch (what.kind) {
    case 'command':
      return what;
    case 'choice':
      return { kind: 'command', name: String(what.number), rest: '' };
    case 'unknown': {
      const name = /^\s*:\s*([a-z]+)(?:\s|$)/i.exec(line)?.[1];
      return name === undefined ? { kind: 'text', line } : { kind: 'command', name, rest: '', why: what.why };
    }
    case 'nothing':
    case 'answer':
      return { kind: 'text', line };
  }
}

function hint(session: Session, line: string): void {
  const command = meantCommand(line.trim());
  if (command !== undefined)
    session.say(`\`${line.trim()}\` was taken as a line of the answer; the command is \`${command}\`. Here ${ENDS}.`);
}

function replaced(session: Session, block: readonly string[], rest: string): string[] {
  const changed = withLine(block.join('\n'), rest);
  session.say('why' in changed ? changed.why : numberedLines(changed.words));
  return 'why' in changed ? [...block] : changed.words.split('\n');
}

function notWritten(session: Session, block: readonly string[], kind: 'given up' | 'left', why: string): Block {
  session.journal.write({ question: session.id!, words: block.join('\n'), outcome: 'not written', why });
  session.say(`not written: ${why}; its lines are in ${session.journal.shown}`);
  return { kind };
}
