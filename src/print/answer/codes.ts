// An answer that names error codes of part 7. Input: the words: codes that the Code table has, or a new one with its status, ``
// `code` 409 ``, as for causes. Output: the words as they are written there, codes in ticks, and the rows of the new ones.

import { ticked } from '../../base/ticked.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import { LIMIT } from '../../notation/limits.ts';
import { OPERATION } from '../../notation/operation.ts';
import { MACHINE, MOVE } from '../../notation/states.ts';
import { REPEAT_RULES } from '../../notation/repeat.ts';
import { REFUSAL } from '../../notation/statuses.ts';
import { VERSIONING } from '../../notation/versioning.ts';
import { entryOf, type OtherKind } from '../../analysis/document/gap-effects.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { newRows, type NewCode } from './causes.ts';
import { refused, type Answering, type Edits } from '../answering.ts';

/** `alone`: nothing but codes, by commas, or the words of the notation. `within`: among other words. */
const PLACES: Partial<Record<OtherKind, 'alone' | 'within'>> = {
  'move otherwise': 'within',
};

const DECLARED: ReadonlyMap<AnyDeclaration, 'alone' | 'within'> = new Map<AnyDeclaration, 'alone' | 'within'>([
  [MOVE.columns.to, 'within'],
  [MACHINE.anyOtherMove, 'alone'],
  [MACHINE.anyOtherChange, 'alone'],
  [OPERATION.errors, 'alone'],
  [REFUSAL.when, 'alone'],
  [OPERATION.repeat, 'within'],
  [REPEAT_RULES.otherBody, 'alone'],
  [REPEAT_RULES.stillRunning, 'alone'],
  [LIMIT.columns.whenExceeded, 'alone'],
  [VERSIONING.missingVersion, 'within'],
  [VERSIONING.unknownVersion, 'within'],
]);

const WORDS = /^(?:accepted|none|any|not shown\b.*)\.?$/i;
const ALONE = /^(?:`([^`]+)`|([A-Za-z_][\w-]*))(?:\s+([45]\d\d))?$/;
/** Only a code can follow `refused`: there its ticks may be left out. */
const WITHIN = /(?:`([^`]+)`|(?<=\brefused )([A-Za-z_][\w-]*))\s+([45]\d\d)(?!\d)/g;

interface Named {
  readonly words: string;
  readonly codes: readonly Omit<NewCode, 'cause'>[];
}

export function answerWithCodes(answering: Answering, editsFor: (answering: Answering) => Edits): Edits {
  const { model, fact, answer } = answering;
  const place = entryOf(fact, DECLARED, PLACES);
  if (place === undefined || answer.includes('\n')) return editsFor(answering);
  const named = place === 'alone' ? namedAlone(answer) : namedWithin(answer);
  if (!named) return editsFor(answering);
  const known = named.codes.find(({ code }) => model.codes.has(code));
  if (known) return refused(`\`${known.code}\` has a row already; name it without a status.`);
  const own = editsFor({ ...answering, answer: named.words });
  if (named.codes.length === 0 || own.why !== undefined) return own;
  const cause = causeOf(fact);
  const rows = newRows(
    model,
    named.codes.map((one) => ({ ...one, cause })),
  );
  if (rows.why !== undefined) return rows;
  return { ...own, edits: [...own.edits, ...rows.edits], own: own.own ?? own.edits[0]! };
}

/** undefined: other words, which the reader judges. */
function namedAlone(answer: string): Named | undefined {
  const words = answer.trim();
  if (WORDS.test(words)) return undefined;
  const found = words.split(/\s*,\s*/).map((item) => ALONE.exec(item));
  if (found.some((item) => item === null)) return undefined;
  const items = found.map((item) => ({ code: item![1] ?? item![2]!, status: item![3] }));
  return { words: items.map(({ code }) => ticked(code)).join(', '), codes: items.flatMap(newCode) };
}

function namedWithin(answer: string): Named | undefined {
  const codes = [...answer.matchAll(WITHIN)].flatMap(([, code, bare, status]) =>
    newCode({ code: (code ?? bare)!, status }),
  );
  return codes.length === 0
    ? undefined
    : { words: answer.replaceAll(WITHIN, (_, code, bare) => ticked(code ?? bare)), codes };
}

function newCode({ code, status }: { readonly code: string; readonly status: string | undefined }): Named['codes'] {
  return status === undefined ? [] : [{ code, rest: status }];
}

/** Only what the answer itself says; other causes of the code are not stated. */
function causeOf({ of, subject }: Fact): string {
  if (of === MACHINE.anyOtherMove && subject.on === 'machine') return `illegal move of ${ticked(subject.machine)}`;
  return 'not shown';
}
