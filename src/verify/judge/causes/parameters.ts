// What is wrong with the path, the query and the headers of a call. Input: a call. Output: whether each cause holds. Notation, part 4, Tables
// and Pages.

import { pageNames, hasCursor, cursorField } from '../../../analysis/document/pages.ts';
import { queryParameters } from '../../../analysis/document/query-parameters.ts';
import { headerKey, requestHeaders } from '../../../analysis/document/request-headers.ts';
import { effectsOf, pathFacts, targetsOf } from '../../../analysis/document/targets.ts';
import { isStream } from '../../../analysis/document/streams.ts';
import { preconditionsOf } from '../../../analysis/document/preconditions.ts';
import { fieldsShown } from '../../../analysis/document/shape-fields.ts';
import { pathType } from '../../../analysis/values/input-types.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Parameter } from '../../../notation/endpoints.ts';
import type { Selects } from '../../../notation/values/lists.ts';
import { headerOf, listedIn } from '../../exchange.ts';
import { truth } from '../../values/evaluate.ts';
import { fits, readText } from '../../values/fits.ts';
import { readHeader, readQuery, type Read } from '../../values/parameters.ts';
import { not, some, type Truth } from '../../world/known.ts';
import { scopeOf, type Facts, type Judge } from './context.ts';
import { malformedBody } from './media.ts';

export const invalidQuery: Judge<'invalid query'> = (facts) => {
  const rows = [...queryParameters(facts.model, facts.linked).values()];
  return some([...rows.map((row) => failsAs(facts, row, readQuery(facts.model, row, facts.asked))), pagesFail(facts)]);
};

/** It does not fit, or is left out and must be there. */
function failsAs(facts: Facts, row: Parameter, read: Read): Truth {
  if (read.kind === 'does not fit') return read.isSure ? true : undefined;
  if (read.kind === 'left out') return isLacking(facts, row);
  const selects = valueOf(row.selects);
  if (selects?.kind !== 'only the fields named' && selects?.kind !== 'whole') return false;
  return Array.isArray(read.value)
    ? some((read.value as readonly string[]).map((name) => not(isName(facts, selects, name))))
    : false;
}

/** `Required`, where the parameter has no Default. */
function isLacking(facts: Facts, row: Parameter): Truth {
  const required = valueOf(row.required);
  if (valueOf(row.default) || !required) return false;
  if (required.kind !== 'if') return required.kind === 'yes';
  // A body that is none of the stated form says nothing that a condition could look at.
  return malformedBody(facts, { kind: 'malformed body' }) === true ? false : truth(required.condition, scopeOf(facts));
}

function isName({ model, linked }: Facts, selects: Selects, name: string): Truth {
  if (selects.kind === 'whole') return selects.fields.some(({ text }) => text === name);
  const shown = targetsOf(model, linked).flatMap((one) => {
    const resource = model.resources.get(one);
    return resource ? fieldsShown(resource, {}) : [];
  });
  // The answers say what is inside of a field, and what a view shows.
  return shown.includes(name) ? true : name === '' || /[^\p{L}\p{N}_.-]/u.test(name) ? false : undefined;
}

/** A page that is too large, both cursors at once, a cursor of another list. */
function pagesFail({ asked, linked }: Facts): Truth {
  const pages = valueOf(linked.facts.pages);
  if (!pages) return false;
  const { first, before, size } = pageNames(pages);
  const isSent = (name: string | undefined): boolean => name !== undefined && asked.query.has(name);
  const most = pages.atMost;
  const asks = size === undefined ? undefined : asked.query.get(size)?.[0];
  const isMore =
    typeof most === 'number' &&
    pages.more === 'refused' &&
    asks !== undefined &&
    /^\d+$/.test(asks) &&
    BigInt(asks) > BigInt(most);
  const isBoth = isSent(first) && isSent(before);
  if (isMore || (isBoth && hasCursor(pages))) return true;
  // How far pages count the document does not say.
  const isFar = [hasCursor(pages) ? undefined : first, size].some((name) => isBeyond(asked.query.get(name ?? '')?.[0]));
  if (isFar) return undefined;
  if (!hasCursor(pages) || !(isSent(first) || isSent(before))) return false;
  const cursor = asked.query.get(isSent(first) ? first : before!)?.[0];
  return cursor === '' && cursorField(pages) === undefined ? true : undefined;
}

/** What most readers of JSON do not keep exactly: https://www.rfc-editor.org/rfc/rfc8259#section-6 */
function isBeyond(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,40}$/.test(text) && BigInt(text) > BigInt(Number.MAX_SAFE_INTEGER);
}

export const headerMissing: Judge<'header missing'> = (facts, { header }) => {
  const { asked, linked, body } = facts;
  if (headerOf(asked.call.headers, header) !== undefined) return false;
  const known = requestHeaders(linked).get(headerKey(header));
  if (!known) return false;
  if (known.needed === 'always') return true;
  const isWithBody = known.needed === 'with a body' && body.kind !== 'unread' && (asked.call.body ?? '') !== '';
  return isWithBody || isLacking(facts, known.row);
};

export const invalidHeader: Judge<'invalid header'> = (facts) => {
  const { asked, linked, model } = facts;
  const rows = [...requestHeaders(linked).values()].map(({ row, isPlain }): Truth => {
    const read = readHeader(model, row, asked, isPlain);
    if (read.kind === 'does not fit') return read.isSure ? true : undefined;
    return read.kind === 'fits' ? failsAs(facts, row, read) : false;
  });
  const tags = preconditionsOf(linked).map(({ header }) => {
    const sent = listedIn(asked.call.headers, header.text);
    return sent !== undefined && !isTagList(sent);
  });
  const isResumed = isStream(model, linked) && headerOf(asked.call.headers, 'last-event-id') !== undefined;
  return some([...rows, ...tags, isResumed ? undefined : false]);
};

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export function isTagList(text: string): boolean {
  return /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*)\s*$/.test(text);
}

function isPut(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(({ kind }) => kind === 'creates or replaces');
}

/** Parameters that only carry a value; where part 7 states the cause, those that select a row, too. Of a row that is made by its address it
 * may be the field that is invalid. */
export const invalidPath: Judge<'invalid path'> = (facts) => {
  const isWrong = isWrongPath(facts);
  return isWrong === true && isPut(facts.linked) ? undefined : isWrong;
};

/** Has a parameter of the path a value that its type does not hold? */
export function isWrongPath({ asked, model, linked }: Facts): Truth {
  return some(
    pathFacts(model, linked).names.map((name) => {
      const type = pathType(model, linked, name);
      const row = pathFacts(model, linked).rows.get(name);
      if (!type) return undefined;
      const value = readText(model, type, asked.path.get(name) ?? '');
      const constraints = row ? (valueOf(row.allowed) ?? []) : [];
      return value === undefined ? true : not(fits(model, { types: [type], constraints }, value));
    }),
  );
}
