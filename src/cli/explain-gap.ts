// What an id names that `check`, `plan` and a 501 print, `2/Order.total/type`: one fact of a document. Input: an id, a document.
// Output: what is asked and where, what waits for it, what to write; for what is stated already, the words there.

import { didYouMean } from '../base/did-you-mean.ts';
import { few } from '../base/few.ts';
import { partNumber, PARTS, PART_TITLES } from '../base/parts.ts';
import { sourcesOf } from '../base/sources.ts';
import { check } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { typedPath } from './typed-path.ts';
import { askedInstead, asksOf, factOf, idsOf, idsWith, notAsked, type Ask } from '../analysis/questions/questions.ts';
import { effectOfFact, gapView } from '../analysis/gaps/gaps.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { untilAnswered } from '../page/ask-words.ts';
import { formsLines, notationLines, patternLines } from './answer-lines.ts';
import { placeLines } from './asking/question.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { findingText } from './findings.ts';

/** `lists` is the id of the title; all others begin with the number of their part. */
export function isId(text: string): boolean {
  return /^(?:lists|[1-9](?:\/.*)?)$/s.test(text);
}

/** No document is named. */
export function explainIds(id: string, { out, paint }: Console): number {
  const part = PARTS[Number(id[0]) - 1];
  const where = part === undefined ? 'the title' : `part ${id[0]}, ${PART_TITLES[part]}`;
  out(`${paint('bold', id)} (${where})

what  The id of one fact of a document: its part, what it is about, and which fact. \`check\`, \`plan\` and a 501 name by it
      what is not shown.
see   ninefold explain ${shellWord(id)} FILE says what the document is asked there, what waits for it, and what to write;
      ninefold check FILE lists the ids of all that is open, ninefold ask FILE asks for it`);
  return 0;
}

export function explainId(id: string, model: Model, console: Console): number {
  const { document } = model;
  const fact = factOf(model, id) ?? askedInstead(model, typedPath(id));
  if (fact === undefined) throw new Refusal(2, unknown(id, model));
  const { paint, out } = console;
  const where = fact.part === 'document' ? 'the title' : `part ${partNumber(fact.part)}, ${PART_TITLES[fact.part]}`;
  if (fact.id !== id) out(`${fact.id} speaks for ${id}, which has no place of its own in ${document.file}\n\n`);
  out(`${paint('bold', fact.id)} (${STATUS[fact.status]}, ${where})\n`);
  out(fact.question);
  out(placeLines(model, fact.at.start, fact.at.end, paint).join('\n'));
  out(detailsOf(fact, model, console).join('\n'));
  return 0;
}

const STATUS: Readonly<Record<Fact['status'], string>> = {
  stated: 'stated',
  none: 'stated: there is none',
  any: 'stated: any',
  gap: 'not shown',
  assumed: 'assumed',
  unreadable: 'cannot be read',
  unsupported: 'not supported by this runtime yet',
};

function detailsOf(fact: Fact, model: Model, console: Console): readonly string[] {
  const { paint } = console;
  const gap = gapView(model).gaps.find(({ id }) => id === fact.id);
  const ask = asksOf(model)
    .flatMap(({ asks }) => asks)
    .find(({ gaps }) => gaps.includes(fact.id));
  if (ask) return [...asked(ask, model, console), ...findingsAt(fact, model, paint)];
  const assumed = gapView(model).assumed.find(({ id }) => id === fact.id);
  if (assumed) {
    const { by, on, why, until } = assumed.assumption;
    return [`assumed by ${by} on ${on}, until ${until}: ${why}`];
  }
  if (!gap) return [];
  const waits = paint('dim', untilAnswered({ gap, until: effectOfFact(fact) }));
  if (notAsked(model).includes(fact.id)) return [waits, 'not asked yet, for what raises it has an error'];
  return [waits, ...findingsAt(fact, model, paint)];
}

/** What `ask` says, without the order in which it asks. */
function asked(ask: Ask, model: Model, { paint, directory }: Console): readonly string[] {
  const more = ask.gaps.length - 1;
  return [
    paint('dim', untilAnswered(ask)),
    ...(more === 0 ? [] : [`asked together with ${more} more: ${ask.gap.question}`]),
    'may be written:',
    ...formsLines(model, ask, paint).map((line) => `  ${line}`),
    ...patternLines(model, ask.gap.id),
    ...notationLines(ask, paint, directory),
    `write it there, or let ninefold ask ${model.document.file} write it`,
  ];
}

/** Why it cannot be read, or what to write instead of what is not done. */
function findingsAt({ at, status }: Fact, model: Model, paint: Console['paint']): readonly string[] {
  if (status !== 'unreadable' && status !== 'unsupported') return [];
  const sources = sourcesOf(model.document);
  const place = sources.place(at.start);
  return check(model)
    .diagnostics.filter((one) => one.code === status && one.at.file === place.file && one.at.line === place.line)
    .map((one) => `\n${findingText(one, sources, paint, 'without why')}`);
}

function unknown(id: string, model: Model): string {
  const meant = didYouMean(id, idsOf(model));
  const { file } = model.document;
  return `${file} has nothing of the id ${id}; ${meant === undefined ? `ninefold check ${file} lists what is open` : `did you mean ${shellWord(meant)}?`}`;
}

/** A word of a document and no diagnostic: the name of a code, a field, a machine, or the end of ids. What is open comes first. */
export function idsNamed(word: string, model: Model): string | undefined {
  const found = idsWith(model, word);
  const [first] = found;
  if (first === undefined) return undefined;
  const { file } = model.document;
  const ids = found.length === 1 ? 'the id' : 'the ids';
  return `there is no diagnostic ${word}; ${file} has ${ids} ${few(found)}: ninefold explain ${shellWord(first)} ${file} says what is asked there`;
}

/** As it is typed in a shell. */
function shellWord(text: string): string {
  return /^[\w./%-]+$/.test(text) ? text : `'${text}'`;
}
