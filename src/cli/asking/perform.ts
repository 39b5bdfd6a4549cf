// The commands of a session of `ask`. Input: the session, a command's name and the words behind it. Output: what the session says
// and which question is the current one then.

import { spawnSync } from 'node:child_process';

import { LineIndex } from '../../base/span.ts';
import { factOf, type Ask } from '../../analysis/questions/questions.ts';
import { takesNote } from '../../print/print.ts';
import { Refusal } from '../console.ts';
import { helpText, type CommandName } from './commands.ts';
import { withoutAnswer } from './history.ts';
import type { Lines } from './lines.ts';
import { withLine } from './long-answers.ts';
import { aroundText, noteOf } from './question.ts';
import type { Session } from './session.ts';

const COMMANDS: Readonly<Record<Exclude<CommandName, 'quit'>, (session: Session, rest: string, lines: Lines) => void>> =
  {
    help: (session) => session.say(helpText()),
    later,
    challenge,
    back,
    undo,
    forms,
    show,
    list,
    go,
    each,
    keep,
    line,
    edit,
  };

export function perform(session: Session, lines: Lines, name: Exclude<CommandName, 'quit'>, rest: string): void {
  COMMANDS[name](session, rest.trim(), lines);
}

/** A column gets a mark in every row; what would be written under All operations is asked about for each of them. */
function each(session: Session): void {
  const { ask } = session;
  if (!ask || ask.gaps.length === 1) {
    session.write({ words: 'not shown', each: true }, false);
    return;
  }
  session.agenda.askApart(ask);
  session.isNew = true;
}

function later(session: Session, why: string): void {
  const { ask } = session;
  if (!ask) {
    session.lookedAt = undefined;
    session.isNew = true;
    return;
  }
  if (why === '') putOff(session, ask.gap.id);
  else note(session, ask, why, false);
}

function challenge(session: Session, why: string): void {
  const { ask } = session;
  if (!ask) session.say('This question is answered; `:undo` opens it again.');
  else if (why === '') session.say('Say what is wrong with the question: `:challenge <why>`.');
  else note(session, ask, why, true);
}

/** Written in the document; kept in the journal where no mark can be written, or only in place of other words. */
function note(session: Session, { gap, gaps }: Ask, words: string, isDispute: boolean): void {
  const known = session.given.length;
  const { model, version } = session.desk;
  const fact = factOf(model, gap.id);
  if (fact && gaps.length === 1 && takesNote(fact)) {
    const written = [noteOf(model, gap.id) ?? [], isDispute ? `challenged: ${words}` : words].flat();
    if (isDispute) written.reverse();
    session.write({ words: `not shown, ${written.join('; ')}` }, false);
  }
  if (session.given.length > known) {
    session.given.push({ ...session.given.pop()!, isNote: true });
    return;
  }
  session.journal.write({ question: gap.id, outcome: isDispute ? 'challenged' : 'put off', words });
  if (isDispute) session.agenda.challenge(gap.id);
  session.given.push({ id: gap.id, question: gap.question, words, places: [], isNote: true, version });
  session.agenda.putOff(gap.id);
  session.unwritten = undefined;
  session.isNew = true;
  const why =
    fact?.slot && fact.slot.status !== 'absent' && fact.slot.status !== 'gap'
      ? 'what is in the document stays as it is'
      : gaps.length > 1
        ? 'a mark would have several questions asked instead of this one'
        : 'no mark can be written into the document for this question';
  session.say(`${isDispute ? 'challenged' : 'put off'}; ${why}, so the words are kept in ${session.journal.shown}`);
}

function putOff(session: Session, id: string): void {
  session.journal.write({ question: id, outcome: 'put off' });
  session.agenda.putOff(id);
  session.unwritten = undefined;
  session.isNew = true;
}

function back(session: Session): void {
  const from = session.lookedAt ?? session.given.length;
  const to = session.given.slice(0, from).findLastIndex(({ isNote }) => isNote !== true);
  if (to === -1) {
    session.say(
      session.lookedAt === undefined
        ? 'No answer was given yet in this session.'
        : 'This is the first answer of this session.',
    );
    return;
  }
  session.lookedAt = to;
  session.unwritten = undefined;
  session.isNew = true;
}

function undo(session: Session): void {
  const at = session.lookedAt ?? session.given.length - 1;
  if (at === -1) {
    session.say('No answer was given yet in this session.');
    return;
  }
  const given = session.given[at]!;
  const isDone = session.desk.replace(() => {
    const source = withoutAnswer(session.desk, given);
    return source === undefined ? undefined : session.desk.understand(source);
  });
  if (!isDone) {
    session.say('Something else has been written there since; change it in the document (`:edit`).');
    return;
  }
  session.journal.write({ question: given.id, words: given.words, outcome: 'taken back' });
  const then = given.places.length === 0 ? 'the document is as it was' : 'the document says there what it said before';
  session.say(`taken back: ${given.words.split('\n')[0]}; ${then}`);
  session.given.splice(at, 1);
  session.lookedAt = undefined;
  session.agenda.answered(given.id);
  session.agenda.choose(given.id);
  session.isNew = true;
}

function forms(session: Session): void {
  if (session.ask) session.sayForms(session.ask);
  else session.say('Type the words of the other answer.');
}

function show(session: Session): void {
  const { ask } = session;
  if (ask) session.say(aroundText(session.desk.model, ask, session.console.paint));
  else session.isNew = true;
}

function list(session: Session): void {
  const { desk, agenda, given } = session;
  const numbered = agenda.numbered(desk.model, given).toSorted((one, other) => one.number - other.number);
  const lines = numbered.map(({ ask: { gap }, number }) => {
    const mark = agenda.isChallenged(desk.model, gap.id)
      ? ' (challenged)'
      : agenda.isPutOff(gap.id)
        ? ' (put off)'
        : '';
    return `${String(number).padStart(4)}. ${gap.question}${mark}`;
  });
  session.say([...lines, '`:go N` goes to one of them.'].join('\n'));
}

function go(session: Session, rest: string): void {
  const numbered = session.agenda.numbered(session.desk.model, session.given);
  const wanted = numbered.find(({ number }) => String(number) === rest);
  if (!wanted) {
    session.say(`\`:go\` takes the number of a question; \`:list\` shows ${numbered.length} of them.`);
    return;
  }
  session.lookedAt = undefined;
  session.unwritten = undefined;
  session.agenda.choose(wanted.ask.gap.id);
  session.isNew = true;
}

function keep(session: Session): void {
  if (session.unwritten) session.write(session.unwritten, true);
  else session.say('There is no answer that waits to be kept.');
}

function line(session: Session, rest: string): void {
  const { refused } = session;
  if (!refused || refused.id !== session.id) {
    session.say('No answer of several lines waits to be mended.');
    return;
  }
  const changed = withLine(refused.words, rest);
  if ('why' in changed) session.say(changed.why);
  else session.write({ words: changed.words }, false);
}

/** Editors that go to a line when they are given `+N`. */
const TAKES_LINE = /^(?:vi|vim|nvim|view|nano|pico|emacs|emacsclient|micro|kak|joe|mg|ne|ed)$/;

function edit(session: Session, _rest: string, lines: Lines): void {
  const { desk, console } = session;
  const offset = session.ask?.gap.at.start ?? 0;
  const { line } = new LineIndex(desk.source).position(offset);
  const editor = console.env['VISUAL'] ?? console.env['EDITOR'];
  if (editor === undefined || editor.trim() === '') {
    session.say(
      `Neither $VISUAL nor $EDITOR is set. The place is ${desk.file}:${line}; the file is read again when you answer.`,
    );
    return;
  }
  const [program = '', ...own] = editor.trim().split(/\s+/);
  const at = TAKES_LINE.test(program.replace(/^.*\//, '')) ? [`+${line}`] : [];
  const done = lines.aside(() => spawnSync(program, [...own, ...at, desk.path], { stdio: 'inherit' }));
  if (done.error) throw new Refusal(2, `cannot start ${program}: ${done.error.message}`);
  session.say(desk.reread() ? 'The document is read again.' : 'The document is as it was.');
  session.lookedAt = undefined;
  session.isNew = true;
}
