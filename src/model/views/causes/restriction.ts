// The causes that restrictions bring to an operation: tokens that end, headers that must be there, preconditions, keys of
// repetitions, versions and limits. Comes in: a linked operation. Goes out: cause keys, and the code where the statement
// itself names it. Notation, parts 4, 5, 8 and 9; part 7, "Causes".

import { oncePer } from '../../../base/once-per.ts';
import type { Limit } from '../../../notation/limits.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { bodyOf } from '../inputs.ts';
import { effectsOf, headingOf, targetsOf } from '../targets.ts';

export interface RestrictionCause {
  readonly cause: string;
  /** Named by the statement that restricts; undefined: part 7 says it, or nobody. */
  readonly code: string | undefined;
}

/** `isStated`: does part 7 name the cause? */
export const restrictionCauses: (
  model: Model,
  isStated: (cause: string) => boolean,
  linked: LinkedOperation,
) => readonly RestrictionCause[] = oncePer((model, isStated, linked) => [
  ...versionCauses(model),
  ...limitCauses(model, linked, isStated),
  ...bare(tokenCauses(model, linked)),
  ...bare(headerCauses(model, linked)),
  ...bare(preconditionCauses(linked)),
  ...repeatCauses(linked),
]);

function bare(causes: readonly string[]): readonly RestrictionCause[] {
  return causes.map((cause) => ({ cause, code: undefined }));
}

/** It reads credentials, and those that a scheme issues end; who signs in may do it with wrong ones. */
function tokenCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const causes = effectsOf(linked).some(({ kind }) => kind === 'signs in') ? ['wrong credentials'] : [];
  const who = valueOf(linked.facts.who);
  if (!who || (who.kind === 'anyone' && !who.signedInIfSent)) return causes;
  const ends = model.document.authentication.schemes.items.some((scheme) => textOf(scheme.facts, 'Token lifetime'));
  return ends ? [...causes, 'expired token'] : causes;
}

const HEADER = /^`([^`]+)`\s*(.*)$/s;

/** Of `Headers in`, and the key of a repetition. */
function headerCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const causes: string[] = [];
  for (const item of itemsOf(valueOf(linked.facts.headersIn))) {
    const [, name, how = ''] = HEADER.exec(item) ?? [];
    if (name !== undefined && isNeeded(model, linked, how)) causes.push(`header ${name} missing`);
  }
  if (isKeyed(linked)) {
    const [, name, how = ''] = HEADER.exec(repeatRow(linked, 'header') ?? '') ?? [];
    if (name !== undefined && /^required\b/i.test(how)) causes.push(`header ${name} missing`);
  }
  return causes;
}

/** Without a word behind it: a header that a request must carry. */
function isNeeded(model: Model, linked: LinkedOperation, how: string): boolean {
  if (/^optional\b/i.test(how)) return false;
  if (/^when there is a body\b/i.test(how)) return bodyOf(model, linked).kind !== 'unread';
  const called = /^on\s+(.*)$/is.exec(how)?.[1];
  return called === undefined || names(linked, called);
}

/** What does not hold of a condition on what is read is no refusal: HTTP answers 304. */
const NOT_MODIFIED: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

function preconditionCauses(linked: LinkedOperation): readonly string[] {
  const isRead = ['GET', 'HEAD'].includes(linked.operation.method);
  return itemsOf(valueOf(linked.facts.preconditions)).flatMap((item) => {
    const [, name = '', how = ''] = HEADER.exec(item) ?? [];
    const refuses = !(isRead && NOT_MODIFIED.has(name.toLowerCase()));
    return [
      ...(refuses ? ['precondition failed'] : []),
      ...(/^required\b/i.test(how) ? ['precondition required'] : []),
    ];
  });
}

function repeatCauses(linked: LinkedOperation): readonly RestrictionCause[] {
  if (!isKeyed(linked)) return [];
  return (
    [
      ['same key, other body', 'other body'],
      ['still running', 'still running'],
    ] as const
  ).map(([cause, row]) => ({ cause, code: codeIn(repeatRow(linked, row)) }));
}

/** `Repeat: key`, where the Repeat table does not leave this operation out. */
function isKeyed(linked: LinkedOperation): boolean {
  return valueOf(linked.facts.repeat)?.kind === 'key' && isMeantByRepeatTable(linked);
}

/** A Repeat table under All operations speaks of those whose Repeat is `key`, or not known. */
export function isMeantByRepeatTable(linked: LinkedOperation): boolean {
  const { repeat } = linked.facts;
  if (repeat.status === 'none' || (valueOf(repeat)?.kind ?? 'key') !== 'key') return false;
  const calls = repeatRow(linked, 'applies to');
  return calls === undefined || !isOfCalls(calls) || names(linked, calls);
}

function repeatRow(linked: LinkedOperation, name: string): string | undefined {
  const row = linked.facts.repeatTable.items.find((one) => one.name.text.toLowerCase().replace(/\s+/g, ' ') === name);
  return row && valueOf(row.statement)?.trim();
}

/** A path without its prefix is no path of the service, which HTTP answers. */
function versionCauses({ document: { versioning } }: Model): readonly RestrictionCause[] {
  const { facts, versions } = versioning;
  const scheme = textOf(facts, 'Scheme');
  const causes: RestrictionCause[] = [];
  const otherwise = (cause: string, key: string): void => {
    const status = facts.get(key)?.status ?? 'absent';
    const text = textOf(facts, key) ?? '';
    // What is not shown is asked for itself; another version that answers refuses nothing.
    if (status === 'absent') causes.push({ cause, code: undefined });
    else if (/^refused\b/i.test(text)) causes.push({ cause, code: codeIn(text) });
  };
  if (scheme !== undefined) {
    otherwise('unknown version', 'Unknown version');
    if (!/^path prefix$/i.test(scheme.trim()) || textOf(facts, 'Missing version') !== undefined)
      otherwise('missing version', 'Missing version');
  }
  const isWithdrawn = versions.items.some(({ cells }) => /^`?withdrawn`?$/i.test(textOf(cells, 'Status') ?? ''));
  if (textOf(facts, 'Sunset') !== undefined || isWithdrawn)
    causes.push({ cause: 'version withdrawn', code: undefined });
  return causes;
}

/** What each limit refuses: under its own name where part 7 has that, else by what its value counts. */
function limitCauses(
  model: Model,
  linked: LinkedOperation,
  isStated: (cause: string) => boolean,
): readonly RestrictionCause[] {
  const causes = new Map<string, RestrictionCause>();
  for (const limit of model.document.limits.limits.items) {
    const value = valueOf(limit.value);
    // What is not shown is asked for itself, in the limit's own row; `none`: nothing is refused beyond it.
    const own = `${limit.name.text} reached`;
    const isSaid = limit.whenExceeded.status === 'stated' || limit.whenExceeded.status === 'any' || isStated(own);
    if (value === undefined || !isSaid) continue;
    if (!isLimited(linked, limit) || isOfOthers(model, linked, limit)) continue;
    const code = codeIn(valueOf(limit.whenExceeded));
    const cause = code !== undefined || isStated(own) ? own : counted(value, own);
    if (!causes.has(cause)) causes.set(cause, { cause, code });
  }
  return [...causes.values()];
}

function counted(value: string, own: string): string {
  if (/\d\s*[kmg]?i?b(?:ytes?)?$/i.test(value)) return 'too large';
  if (/\bper\b|\bat once$/i.test(value)) return 'too many requests';
  return /(?:milli)?(?:second|minute|hour|day|week)s?$/i.test(value) ? 'timed out' : own;
}

/** `Applies to` names methods and operations; anything else may mean this operation too. */
export function isLimited(linked: LinkedOperation, { appliesTo }: Limit): boolean {
  const calls = valueOf(appliesTo);
  return calls === undefined || !isOfCalls(calls) || names(linked, calls);
}

/** Per an operation, or of a resource or a field that it does not touch. */
function isOfOthers(model: Model, linked: LinkedOperation, { per }: Limit): boolean {
  const each = valueOf(per)?.replaceAll('`', '').trim() ?? '';
  if (/^[A-Z]+ \//.test(each)) return each !== headingOf(linked);
  const owner = each.split('.')[0]!;
  return model.resources.has(owner) && !targetsOf(model, linked).includes(owner);
}

/** Nothing but methods and operations: no condition. */
function isOfCalls(text: string): boolean {
  return partsOf(text).every((part) => /^[a-z]+( \/\S*)?$/i.test(part));
}

function names(linked: LinkedOperation, text: string): boolean {
  return partsOf(text).some((part) => part === headingOf(linked) || part.toUpperCase() === linked.operation.method);
}

function partsOf(text: string): readonly string[] {
  return text.split(/,| and | or /i).map((part) => part.replaceAll('`', '').trim());
}

/** Items by commas or semicolons, which may stand in ticks, too. */
function itemsOf(text: string | undefined): readonly string[] {
  return (text ?? '').match(/(?:`[^`]*`|[^`,;])+/g)?.map((item) => item.trim()) ?? [];
}

function codeIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (/`([^`]+)`/.exec(text)?.[1] ?? text.trim());
}

function textOf(facts: ReadonlyMap<string, Slot<string>>, key: string): string | undefined {
  const slot = facts.get(key);
  return slot && valueOf(slot);
}
