// Whether something fills a word in angle brackets at its place. Input: a model, a use of a word. Output: undefined, or why nothing fills it there,
// and the words that are filled. Notation, part 4 "Shapes and templates".

import type { LimitValue } from '../../notation/values/limits.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import { valueOf } from '../../notation/slot.ts';
import { CAUSES } from '../../notation/values/cause-kinds.ts';
import type { CauseOrigin } from '../../notation/values/met-causes.ts';
import type { To } from '../../notation/values/moves.ts';
import { COLUMN_WORD, type Meanings, spelled, WORDS, type WordNeed, type WordPlace } from '../../notation/words.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { WordUse } from './angle-words.ts';
import { columnWords } from './column-words.ts';
import { isDeclared } from './request-headers.ts';
import { effectsOf, headingOf } from './targets.ts';

/** Undefined: something fills the word. Else why nothing does at this place, or that the notation has no such word. */
export function whyEmpty(model: Model, one: WordUse): { readonly because: string | undefined } | undefined {
  if (one.word === undefined) return { because: whyNoField(model, one) };
  const meanings = columnWords(model).has(one.word)
    ? COLUMN_WORD
    : WORDS[one.word.startsWith('header ') ? 'header' : one.word];
  // What is sent as it is may hold any brackets: only what looks like a word is doubtful.
  const isText = one.place === 'column of the Code table' || one.isQuotedKey;
  if (!meanings) return isText ? undefined : { because: undefined };
  if (one.isQuotedKey) return { because: 'a key in quotes is sent as it is' };
  const need = meanings[one.place];
  if (need === undefined) return { because: whyNot(meanings, one.place) };
  const because = LACKS[need](model, one) ?? undeclared(model, one);
  return because === undefined ? undefined : { because };
}

/** `{field}`, where `<field>` is meant, or a field of a row. */
function whyNoField(model: Model, { text }: WordUse): string {
  const word = spelled(text.replace(/^\{|\}$/g, ''));
  const isWord = Object.hasOwn(WORDS, word) || columnWords(model).has(word);
  return isWord ? `a word is in angle brackets, \`<${word}>\`` : 'no row is at hand there';
}

/** The words that something fills where this one is, for the message. */
export function wordsInstead(model: Model, one: WordUse): readonly string[] {
  const words = [...Object.keys(WORDS), ...(COLUMN_WORD[one.place] === undefined ? [] : columnWords(model))];
  return words
    .map((word) => (word === 'header' ? 'header X' : word))
    .filter((word) => one.place !== 'column of the Code table' && !whyEmpty(model, { ...one, word }));
}

function whyNot(meanings: Meanings, place: WordPlace): string {
  if (place === 'body of a request') return 'the caller fills a request';
  if (place === 'column of the Code table') return 'its cells are sent as they are';
  if (place === 'envelope of an event') return 'no request is at hand when an event is sent';
  if (meanings['envelope of an event'] !== undefined) return 'it says something of events, in Envelope of Delivery';
  if (meanings['body of a success'] === undefined) return 'it says something of errors alone';
  return 'it says something of successes alone';
}

/** `<header X>` repeats what the document declares, and nothing else that a caller may send. */
function undeclared(model: Model, { word, linked }: WordUse): string | undefined {
  if (!word?.startsWith('header ')) return undefined;
  if (isDeclared(model, linked, word.slice('header '.length))) return undefined;
  const reader = linked ? `\`${headingOf(linked)}\` reads` : 'an operation reads';
  return `nothing says that ${reader} this header: no row of a Header table, no Headers in, no key of a Repeat table`;
}

type Lack = (model: Model, use: WordUse) => string | undefined;

/** What is not known is not missing. */
const LACKS: Readonly<Record<WordNeed, Lack>> = {
  always: () => undefined,
  rows: (_, { linked }) => (isLacking(linked, ['lists']) ? `\`${headingOf(linked!)}\` lists no rows` : undefined),
  values: (_, { linked }) =>
    isLacking(linked, ['lists values']) ? `\`${headingOf(linked!)}\` lists no values` : undefined,
  list: (_, { linked }) => (isLacking(linked, LISTS) ? `\`${headingOf(linked!)}\` lists nothing` : undefined),
  pages: (_, { linked }) =>
    linked && (isLacking(linked, LISTS) || linked.facts.pages.status === 'none')
      ? `\`${headingOf(linked)}\` has no pages`
      : undefined,
  token: (_, { linked }) =>
    isLacking(linked, ['issues token']) ? `\`${headingOf(linked!)}\` issues no token` : undefined,
  field: (model, { codes }) =>
    codes.length > 0 && codes.every((code) => isAboutNoField(code) && !isOfLimitedField(model, code))
      ? `${named(codes)} is about a field`
      : undefined,
  move: (model, { codes }) =>
    codes.length > 0 && codes.every((code) => isNoMove(model, code)) ? `${named(codes)} is an illegal move` : undefined,
  message: (_, { codes }) => {
    const isMissing =
      codes.length > 0 && codes.every(({ message }) => message.status === 'absent' || message.status === 'none');
    return isMissing
      ? `${codes.length === 1 ? `\`${codes[0]!.code.text}\` has` : 'these errors have'} no Message`
      : undefined;
  },
};

const LISTS = ['lists', 'lists values'];

function isLacking(linked: LinkedOperation | undefined, kinds: readonly string[]): boolean {
  const effects = linked && valueOf(linked.facts.does) ? effectsOf(linked) : undefined;
  return effects !== undefined && !effects.some((effect) => kinds.includes(effect.kind));
}

function named(codes: readonly ErrorCode[]): string {
  return codes.length === 1 ? `no cause of \`${codes[0]!.code.text}\`` : 'no cause of these errors';
}

/** Every other cause names no field of the request. */
const OF_FIELDS: ReadonlySet<CauseOrigin> = new Set<CauseOrigin>(['field', 'query', 'header', 'reference']);

function isAboutNoField(code: ErrorCode): boolean {
  const causes = valueOf(code.when) ?? [];
  return (
    causes.length > 0 &&
    !causes.some((cause) => (cause.kind === 'condition' ? cause.after?.about : OF_FIELDS.has(CAUSES[cause.kind].of)))
  );
}

/** It answers what part 8 counts of a field. */
function isOfLimitedField({ document }: Model, { code, when }: ErrorCode): boolean {
  const causes = valueOf(when) ?? [];
  return document.limits.limits.items.some(({ name, value, per, whenExceeded }) => {
    const isOfField = valueOf(per)?.[0]?.kind === 'field' && OF_TEXTS.has(valueOf(value)?.kind);
    const isNamed = causes.some((cause) => cause.kind === 'limit reached' && cause.limit.text === name.text);
    return isOfField && (isNamed || valueOf(whenExceeded)?.error.text === code.text);
  });
}

const OF_TEXTS: ReadonlySet<LimitValue['kind'] | undefined> = new Set(['characters', 'items', 'size']);

function isNoMove(model: Model, code: ErrorCode): boolean {
  const causes = valueOf(code.when) ?? [];
  if (causes.length === 0 || causes.some((cause) => cause.kind === 'illegal move')) return false;
  return [...model.machines.values()].every(({ anyOtherMove, moves }) => {
    const other = valueOf(anyOtherMove);
    const isOther = other?.kind === 'error' && other.error.text === code.code.text;
    return !isOther && !moves.items.some(({ to }) => isRefusal(valueOf(to), code));
  });
}

function isRefusal(to: To | undefined, { code }: ErrorCode): boolean {
  return to?.kind === 'refused' && to.error.text === code.text;
}
