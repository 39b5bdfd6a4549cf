// The session of `ask` in a terminal: one question after the other until none is open or the user leaves. Input: a document's
// file and typed lines. Output: the document with the answers, the journal of all that was typed, exit status 0.

import { exampleFor } from '../../analysis/questions/questions.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import { readBlock } from './block.ts';
import { typed, type CommandName } from './commands.ts';
import { Lines } from './lines.ts';
import { isWhole, takesLines } from './long-answers.ts';
import { perform } from './perform.ts';
import { wholeLine } from './question.ts';
import { Session, type Opening } from './session.ts';
import { farewell, greeting } from './summary.ts';

export async function talk(opening: Opening, console: Console): Promise<number> {
  const session = new Session(opening, console);
  const lines = new Lines(console.typing, console.env['TERM'] === 'dumb');
  session.say(greeting(session));
  try {
    while (session.id === undefined ? await goesBack(session, lines) : await turn(session, lines));
  } finally {
    close(session, lines);
  }
  session.say(farewell(session));
  return 0;
}

/** false: it is over. */
async function turn(session: Session, lines: Lines): Promise<boolean> {
  if (session.isNew) session.show();
  session.isNew = false;
  try {
    const line = await next(session, lines, '> ');
    return line === undefined ? false : await take(session, lines, line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    session.say(session.console.paint('red', error.message));
    return true;
  }
}

/** The commands that make sense where no question is asked. */
const AT_THE_END: ReadonlySet<CommandName> = new Set<CommandName>(['help', 'back', 'undo', 'list', 'go', 'edit']);

/** No question is left: at a terminal the last answer can still be taken back. false: it is over. */
async function goesBack(session: Session, lines: Lines): Promise<boolean> {
  const { given, console } = session;
  if (!console.typing.isTerminal || given.length === 0) return false;
  const words = given.at(-1)!.words.split('\n')[0]!;
  session.say(
    `\nThat was the last question. \`:undo\` takes \`${words}\` out again, \`:back\` looks at it; Enter ends`,
  );
  const line = await next(session, lines, '> ');
  if (line === undefined) return false;
  const what = typed(line);
  if (what.kind === 'nothing') return false;
  const name = what.kind === 'command' ? what.name : undefined;
  if (name === 'quit') return false;
  if (what.kind === 'command' && name && AT_THE_END.has(name)) perform(session, lines, name, what.rest);
  else session.say(what.kind === 'unknown' ? what.why : 'No question is open; this was not taken for an answer.');
  return true;
}

/** Kept before anything is done with it. */
async function next(session: Session, lines: Lines, prompt: string): Promise<string | undefined> {
  const line = await lines.next(prompt);
  if (line === undefined) return undefined;
  if (!session.console.typing.isTerminal) session.say(`${prompt}${line}`);
  const { id } = session;
  try {
    session.journal.write({ ...(id !== undefined && { question: id }), typed: line });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(2, `${error.message}\nnot kept and not written: ${line}`);
  }
  return line;
}

async function take(session: Session, lines: Lines, line: string): Promise<boolean> {
  const what = typed(line);
  switch (what.kind) {
    case 'nothing':
      nothing(session);
      return true;
    case 'unknown':
      session.say(what.why);
      return true;
    case 'choice': {
      const words = chosen(session, what.number);
      if (words !== undefined) session.write({ words }, false);
      return true;
    }
    case 'command':
      if (what.name === 'quit') return false;
      perform(session, lines, what.name, what.rest);
      return true;
    case 'answer': {
      if (isDoubtful(session, what.words)) return true;
      const mayBeLong = takesLines(session.desk.model, session.id!);
      const isLong = mayBeLong && !isWhole(what.words);
      if (what.words === '.') {
        const why = mayBeLong ? 'nothing is typed yet' : 'this question takes one';
        session.say(`\`.\` ends an answer of several lines; ${why}.`);
        return true;
      }
      const block = isLong
        ? await readBlock(session, () => next(session, lines, '. '), what.words)
        : { kind: 'ended' as const, words: what.words };
      if (block.kind === 'ended') session.write({ words: block.words }, false);
      return block.kind !== 'left';
    }
  }
}

/** A form that can be written as it is; one with a `…` waits for words. */
function chosen(session: Session, number: number): string | undefined {
  const forms = session.ask ? session.offerOf(session.ask).forms : [];
  const form = forms[number - 1];
  if (form === undefined) {
    session.say(
      session.ask
        ? `There is no form \`:${number}\`; there are ${forms.length}.`
        : 'Type the words of the other answer.',
    );
    return undefined;
  }
  if (!form.includes('…')) return form;
  const example = exampleFor(session.desk.model, session.id!, form);
  const how = example === undefined ? wholeLine(form) : `Type a whole line, such as: ${example}`;
  session.say(`\`:${number}\` waits for words of yours in place of \`…\`. ${how}`);
  return undefined;
}

/** The number of a form may mean the form: said once, before it is written. */
function isDoubtful(session: Session, words: string): boolean {
  const { ask } = session;
  if (!ask || !/^[1-9]\d{0,3}$/.test(words) || session.unwritten?.words === words) return false;
  const form = session.offerOf(ask).forms[Number(words) - 1];
  if (form === undefined) return false;
  session.journal.write({ question: ask.gap.id, words, outcome: 'not written', why: 'it may mean the form' });
  const isAnswer = session.wouldStand(words);
  if (isAnswer) session.unwritten = { words };
  const again = isAnswer ? `; \`${words}\` again writes ${words}` : `; ${words} itself is no answer here`;
  session.say(`not written yet  \`:${words}\` takes the form ${form}${again}`);
  return true;
}

function nothing(session: Session): void {
  if (session.lookedAt === undefined) {
    session.say('Type an answer, or `:later` to put the question off; `:help` says more.');
    return;
  }
  session.lookedAt = undefined;
  session.isNew = true;
}

/** What was typed ahead and never used is kept, too. */
function close(session: Session, lines: Lines): void {
  const unread = lines.close().filter((line) => line.trim() !== '');
  if (unread.length === 0) return;
  for (const line of unread)
    session.journal.write({ typed: line, outcome: 'not written', why: 'the session was over' });
  session.say(`${unread.length} typed lines were not used; they are in ${session.journal.shown}`);
}
