// A reply held against success: for each way in which the call may have gone, and each row of the Status table that may answer it. Input:
// what is known, a call, its reply. Output: what differs; the world is as that way leaves it.

import { answeringOf, isOfPath } from '../../analysis/requests/row-accesses.ts';
import { rowsBeside } from '../../analysis/requests/rows-beside.ts';
import { namingParameter, wholeFields } from '../../analysis/requests/query-choices.ts';
import { issuersOf, schemesOf } from '../../analysis/document/schemes.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { BODILESS } from '../../notation/values/answers.ts';
import { valueOf } from '../../notation/slot.ts';
import { headerOf, type Reply } from '../exchange.ts';
import { statusObligation } from '../obligations.ts';
import { statementOf } from '../statements.ts';
import { isThere } from '../values/evaluate.ts';
import { parameterRead } from '../values/parameters.ts';
import { readJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { callingRow, Row, UNKNOWN } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { answerOfSuccess, fitsStatus, saidStatus, successAnswers, type Answer } from './answer.ts';
import { scopeOf, type Doing } from './effects/context.ts';
import { waysOf } from './effects/effects.ts';
import { matchHeaders } from './headers.ts';
import { listingOf, type Listing } from './lists.ts';
import { learnAddressed } from './match/addressed.ts';
import { candidatesOf, type Candidates } from './match/candidates.ts';
import { learnCursor } from './match/cursor.ts';
import { matchRows } from './match/list.ts';
import { Match, type Setting } from './match/match.ts';
import { matchNext, matchTotal, nextShown } from './match/pages.ts';
import { matchShape } from './match/shape.ts';
import { parametersTold } from './match/told.ts';
import { matchTag } from './tags.ts';
import { headerWord, successWord, type Said } from './success-words.ts';

export interface Tried {
  readonly match: Match;
  readonly isStatus: boolean;
  /** For people: `201, Todo`. */
  readonly said: string;
  readonly slot: Answer['status'];
  readonly doing: Doing;
  /** Another row may be meant. */
  readonly isUnsure: boolean;
  /** Which of all. */
  readonly nth: number;
}

/** Each is the world as it would be: take it back before the next. `isLoose`: each 2xx says that it was done. */
export function* successesTried(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  isLoose = false,
): Generator<Tried> {
  let nth = 0;
  for (const doing of waysOf(world, linked, asked)) {
    const mark = world.mark();
    const row = shownRow(doing);
    for (const success of successAnswers(linked, doing.outcomes, scopeOf(doing, row))) {
      world.undo(mark);
      const answer = answerOfSuccess(linked, success);
      const match = new Match();
      const isStatus = isLoose || fitsStatus(answer.status, reply.status);
      if (isStatus) {
        replied(match, doing, row, answer, reply);
        match.exercised.add(statusObligation(linked, success.row));
        for (const id of doing.exercised) match.exercised.add(id);
      }
      const said = saidStatus(answer.status);
      yield { match, isStatus, said, slot: answer.status, doing, isUnsure: doing.isUnsure, nth };
      nth += 1;
    }
  }
}

/** The row that the answer shows. */
function shownRow({ linked, model, found, made, asked }: Doing): Row | undefined {
  const answering = answeringOf(model, linked);
  const { resource } = answering;
  if (resource === undefined || answering.many) return undefined;
  const own = answering.shows === 'rows' && isOfPath(answering.access) ? undefined : made.get(resource);
  const caller = callingRow(asked.caller);
  return own ?? found.get(resource) ?? (caller?.resource === resource ? caller : undefined);
}

function replied(match: Match, doing: Doing, row: Row | undefined, answer: Answer, reply: Reply): void {
  const { world, linked, asked, model } = doing;
  const listing = listingOf(world, linked, asked);
  const candidates = listing && candidatesOf({ world }, listing, doing.removed);
  const said: Said = {
    rows: [],
    token: undefined,
    next: undefined,
    more: undefined,
    total: undefined,
    items: undefined,
  };
  const setting = settingOf(doing, row, answer, listing, candidates, said);
  const shape = valueOf(answer.body);
  const isBodiless = BODILESS.has(reply.status) || answer.body.status === 'none' || asked.call.method === 'HEAD';
  const isStated = shape !== undefined && !isBodiless;
  if (isBodiless && reply.body !== '') {
    match.differs({
      at: '',
      expected: 'no body',
      got: reply.body.slice(0, 80),
      statement: statementOf(model, answer.body),
      class: 'wrong body',
    });
  } else if (isStated) {
    const json = readJson(reply.body);
    if (json) matchShape(match, setting, shape, json.value);
    else
      match.differs({
        at: '',
        expected: 'JSON',
        got: reply.body === '' ? 'no body' : reply.body.slice(0, 80),
        statement: statementOf(model, answer.body),
        class: 'wrong body',
      });
  }
  matchHeaders(match, reply, {
    model,
    linked,
    call: asked.call,
    stated: answer.headers,
    valueOf: (header) => headerWord(setting, header, said),
    statement: statementOf(model, answer.status),
    hasBody:
      isStated ||
      (answer.body.status === 'any' && reply.body !== '') ||
      (asked.call.method === 'HEAD' && shape !== undefined),
    isOpen: answer.isOpen || setting.isMarked,
    asked,
  });
  matchTag(match, doing, row, reply, answer.headers);
  const location = headerOf(reply.headers, 'location');
  for (const one of doing.made.values()) learnAddressed(world, one, [location]);
  for (const id of parametersTold(doing, listing, candidates, said)) match.exercised.add(id);
  const pages = listing?.page?.pages;
  const next = pages && nextShown(pages, linked, reply, said);
  if (listing && candidates) matchNext(match, doing, listing, candidates, said, next);
  if (listing) matchTotal(match, doing, listing, said);
  learn(doing, row, { ...said, next }, listing, setting);
}

function settingOf(
  doing: Doing,
  row: Row | undefined,
  answer: Answer,
  listing: Listing | undefined,
  candidates: Candidates | undefined,
  said: Said,
): Setting {
  const { world, model, linked, asked } = doing;
  const made = doing.each;
  const listed = listing?.resource ?? made[0]?.resource;
  const setting: Setting = {
    model,
    world,
    linked,
    asked,
    row,
    beside: besideOf(doing, row),
    listed,
    list:
      listing && candidates
        ? (match, items, at, one) => {
            said.items = items.length;
            said.rows = matchRows(match, setting, linked, listing, candidates, items, at, one);
          }
        : made.length > 0
          ? (match, items, at, one) => {
              if (items.length !== made.length)
                match.differs({
                  at,
                  expected: `${made.length} rows`,
                  got: `${items.length}`,
                  statement: undefined,
                  class: 'wrong body',
                });
              for (const [index, item] of items.entries())
                if (made[index]) one(match, item, `${at}[${index}]`, made[index]);
            }
          : undefined,
    word: (word) => successWord(doing, candidates, said, word),
    failures: undefined,
    mayFail: () => true,
    isMarked: answer.isOpen,
    wasThere: row !== undefined && doing.removed.has(row),
    chosen: chosenIn(doing),
    whole: wholeIn(doing),
  };
  return setting;
}

/** Rows of other resources, each of which is the one that is meant. */
function besideOf(
  { model, linked, asked, found, made, world }: Doing,
  row: Row | undefined,
): ReadonlyMap<string, Row | null> {
  const beside = new Map<string, Row | null>([...found, ...made]);
  for (const [resource, one] of rowsBeside(model, linked)) {
    if (one.kind !== 'reference' || !row) continue;
    const value = row.get(one.field);
    const other = value instanceof Row ? value : value === null ? null : world.add(resource, [], undefined, false);
    const isSeen = other && isThere(other, { world, asked, row: other, self: other });
    beside.set(resource, isSeen === false ? null : other);
  }
  return beside;
}

function chosenIn({ world, linked, asked }: Doing): ReadonlySet<string> | undefined {
  const row = namingParameter(linked);
  const names = row && parameterRead(world.model, row, asked).value;
  return Array.isArray(names) ? new Set(names.map(String)) : undefined;
}

function wholeIn({ world, linked, asked }: Doing): ReadonlySet<string> {
  const names = wholeFields(linked).filter(({ parameter, field }) => {
    const { value } = parameterRead(world.model, parameter, asked);
    return value === true || (Array.isArray(value) && value.includes(field));
  });
  return new Set(names.map(({ field }) => field));
}

function learn(doing: Doing, row: Row | undefined, said: Said, listing: Listing | undefined, setting: Setting): void {
  const { world, linked, asked } = doing;
  if (row) world.see(row);
  for (const one of said.rows) if (one) world.see(one);
  if (said.token !== undefined && doing.token !== undefined) {
    const heading = headingOf(linked);
    const scheme = schemesOf(world.model).find((one) => issuersOf(one).some(({ text }) => text === heading));
    if (scheme)
      world.setToken(said.token, {
        scheme: scheme.name.text,
        row: doing.token ?? undefined,
        from: asked.from,
        to: asked.to,
        lifetime: valueOf(scheme.tokenLifetime),
        // Of whom nothing is known, nobody can tell whose it is.
        isEnded: doing.token === null && asked.caller === UNKNOWN ? undefined : false,
      });
  }
  if (listing) learnCursor(setting, linked, listing, said.rows, said.next);
}
