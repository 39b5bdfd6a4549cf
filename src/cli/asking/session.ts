// The state of a session of `ask`: the document, the question, the answers given. Input: answers. Output: each written into the
// document at once, with what it changes, or why it is not written. talk.ts reads what is typed.

import { sourcesOf } from '../../base/sources.ts';
import { LineIndex } from '../../base/span.ts';
import { findingText } from '../findings.ts';
import { factOf, underAll, type Ask } from '../../analysis/questions/questions.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import { Agenda } from './agenda.ts';
import { meantCommand } from './commands.ts';
import { Desk } from './working-copy.ts';
import { placeOf, withoutAnswer, type Given } from './history.ts';
import { Journal } from './journal.ts';
import { numberedLines, takesLines } from './long-answers.ts';
import { propose, type Finding, type Proposal } from './proposal.ts';
import { offerOf } from './trials.ts';
import { changesText } from './changes.ts';
import { formLines, longText, placeLines, questionText, type Offer } from './question.ts';

export interface Opening {
  readonly file: string;
  /** The files of --assume. */
  readonly assumptions: readonly string[];
  /** Headings of operations. */
  readonly only: readonly string[] | undefined;
}

/** Forms that are shown once more below what was refused. */
const FEW_LINES = 3;

export interface Answer {
  readonly words: string;
  readonly each?: boolean;
}

export class Session {
  readonly console: Console;
  readonly desk: Desk;
  readonly agenda: Agenda;
  readonly journal: Journal;
  readonly given: Given[] = [];
  /** The answer that was looked back to; undefined: an open question is asked. */
  lookedAt: number | undefined;
  /** Typed last, and not written. */
  unwritten: Answer | undefined;
  /** Typed last in several lines, and not written: `:line` corrects it. */
  refused: { readonly id: string; readonly words: string } | undefined;
  /** What is asked has to be shown again. */
  isNew = true;

  #tried: { readonly model: Desk['model']; readonly ask: Ask; readonly offer: Offer } | undefined;

  constructor({ file, assumptions, only }: Opening, console: Console) {
    this.console = console;
    this.desk = new Desk(file, assumptions, console);
    this.agenda = new Agenda(only);
    this.journal = new Journal(this.desk.path, file);
  }

  say(text: string): void {
    this.console.out(text);
  }

  /** The current question: the one that is looked back to, else the next that is open. */
  get ask(): Ask | undefined {
    return this.lookedAt === undefined ? this.agenda.next(this.desk.model) : undefined;
  }

  get id(): string | undefined {
    return this.lookedAt === undefined ? this.ask?.gap.id : this.given[this.lookedAt]?.id;
  }

  show(): void {
    const { ask } = this;
    if (ask) {
      this.say(
        questionText(
          this.desk.model,
          ask,
          { ...this.agenda.standing(this.desk.model, ask, this.given), offer: this.offerOf(ask) },
          this.console.paint,
        ),
      );
      if (factOf(this.desk.model, ask.gap.id)?.table)
        this.say('  one answer for every row; `:each` asks about each by itself');
      if (ask.gaps.length > 1)
        this.say(`  ${together(underAll(this.desk.model, ask), ask)}; \`:each\` asks about each by itself`);
      if (takesLines(this.desk.model, ask.gap.id)) this.say(longText(this.desk.model, ask, this.console));
    } else this.#showGiven(this.given[this.lookedAt!]!);
  }

  #showGiven(given: Given): void {
    const place = placeOf(this.desk, given);
    const lines = [
      '',
      `${this.console.paint('bold', 'looking back')}  ${this.console.paint('dim', given.id)}`,
      given.question,
      ...(place ? placeLines(this.desk.model, place.start, place.end, this.console.paint) : []),
      `  you answered: ${given.words}`,
      '  another answer replaces it; `:undo` takes it out again, `:back` goes further, an empty line leaves it',
    ];
    this.say(lines.join('\n'));
  }

  /** `keep`: also where it cannot be read or contradicts something. */
  write(answer: Answer, keep: boolean): void {
    const id = this.id!;
    const wasThere = this.desk.source;
    let proposal: Proposal | undefined;
    let trouble: Proposal | undefined;
    let why: string | undefined;
    let before = this.desk.model;
    const isWritten = this.desk.replace(() => {
      if (this.desk.source !== wasThere) this.say('The document has changed on disk; it is read again.');
      before = this.#ground(id);
      const found = propose(
        before,
        this.#gapsOf(before, id),
        answer.each === true ? 'each' : answer,
        this.desk.understand,
      );
      if ('why' in found) why = found.why;
      else if (found.troubles.length > 0 && !keep) trouble = found;
      else proposal = found;
      return proposal?.model;
    });
    if (isWritten && proposal) this.#wrote(id, answer, proposal, before);
    else this.#didNot(id, answer, why, trouble);
  }

  /** Can it be read as an answer, and does it contradict nothing? */
  wouldStand(words: string): boolean {
    const { model, understand } = this.desk;
    const found = propose(model, this.#gapsOf(model, this.id!), { words }, understand);
    return !('why' in found) && found.troubles.length === 0;
  }

  /** All that is asked about together. */
  #gapsOf(model: Desk['model'], id: string): readonly string[] {
    return this.agenda.questions(model).find(({ gap }) => gap.id === id)?.gaps ?? [id];
  }

  /** What the answer is written into: of an answer that is looked back to, the document without it. */
  #ground(id: string): Desk['model'] {
    const given = this.lookedAt === undefined ? undefined : this.given[this.lookedAt];
    if (given) {
      const source = withoutAnswer(this.desk, given);
      return source === undefined ? this.desk.model : this.desk.understand(source);
    }
    if (this.agenda.questions(this.desk.model).some(({ gap }) => gap.id === id)) return this.desk.model;
    throw new Refusal(2, 'In the meantime somebody has answered this question in the document; nothing is written.');
  }

  #wrote(id: string, answer: Answer, proposal: Proposal, before: Desk['model']): void {
    const { paint } = this.console;
    const { line } = new LineIndex(this.desk.source).position(proposal.at.start);
    const words = proposal.words ?? answer.words;
    this.journal.write({ question: id, words, outcome: 'written', line });
    this.say(changesText(before, proposal, { id, typed: answer.words }, paint));
    this.#sayOnce(proposal.troubles, proposal.model);
    const asked = this.agenda.questions(before).find(({ gap }) => gap.id === id);
    const { question } = asked?.gap ?? factOf(before, id)!;
    const given: Given = { id, question, words, places: proposal.places, version: this.desk.version };
    if (this.lookedAt === undefined) this.given.push(given);
    else this.given[this.lookedAt] = given;
    this.lookedAt = undefined;
    this.#settle(id);
  }

  /** A question whose answer leaves it open comes again at the end. */
  #settle(id: string): void {
    this.unwritten = undefined;
    this.refused = undefined;
    this.isNew = true;
    if (this.agenda.questions(this.desk.model).some(({ gap }) => gap.id === id)) this.agenda.putOff(id);
    else this.agenda.answered(id);
  }

  #didNot(id: string, answer: Answer, why: string | undefined, trouble: Proposal | undefined): void {
    const { paint } = this.console;
    this.journal.write({
      question: id,
      words: answer.words,
      outcome: 'not written',
      why: why ?? trouble!.troubles.map(({ code }) => code).join(', '),
    });
    const command = meantCommand(answer.words);
    if (command !== undefined) this.say(`\`${answer.words}\` was taken as an answer; the command is \`${command}\`.`);
    this.say(
      why === undefined
        ? `${paint('red', 'not written yet')}  Type another answer, \`:later\` where nobody knows it yet, or \`:keep\` to leave this one in the document as it is.`
        : `${paint('red', 'not written')}  ${why}`,
    );
    if (trouble) this.#sayOnce(trouble.troubles, trouble.model);
    this.refused = answer.words.includes('\n') ? { id, words: answer.words } : undefined;
    if (this.refused)
      this.say(`what you typed; a line can be replaced, and all of it is tried again:\n${numberedLines(answer.words)}`);
    if (this.ask) this.sayForms(this.ask, FEW_LINES);
    if (trouble) this.unwritten = answer;
    else if (this.refused) this.unwritten = undefined;
  }

  /** What may be written as the answer. */
  offerOf(ask: Ask): Offer {
    const { model, understand } = this.desk;
    if (this.#tried?.model !== model || this.#tried.ask !== ask)
      this.#tried = { model, ask, offer: offerOf(model, ask, understand) };
    return this.#tried.offer;
  }

  /** With more lines than these: how to see them. */
  sayForms(ask: Ask, most: number = Infinity): void {
    const lines = formLines(this.offerOf(ask), this.console.paint);
    this.say(lines.length > most ? '  `:forms` shows what may be written' : lines.join('\n'));
  }

  /** One answer for a whole column is wrong in each row in the same way: the first is shown, the others are counted. */
  #sayOnce(troubles: readonly Finding[], model: Desk['model']): void {
    const alike = Map.groupBy(troubles, ({ code, message }) => `${code} ${message}`);
    for (const [first, ...others] of alike.values()) {
      this.say(this.#finding(first!, model));
      if (others.length > 0) this.say(`  the same in ${others.length} more place${others.length === 1 ? '' : 's'}`);
    }
  }

  #finding(finding: Finding, model: Desk['model']): string {
    return findingText(finding, sourcesOf(model.document), this.console.paint, 'without why');
  }
}

function together(isUnderAll: boolean, { gap }: Ask): string {
  if (gap.kind === 'cause') return 'one code for all of them';
  return `one answer, ${isUnderAll ? 'under All operations, for each that says nothing of its own' : 'written into each of them'}`;
}
