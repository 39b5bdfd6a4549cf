// The words that an answer of success may show, in its body and its headers. Input: a call, what is known of a list. Output: what each is, or
// has to be. Notation, part 4, "Shapes and templates".

import { rateWord } from '../../analysis/document/rate-headers.ts';
import { schemesOf } from '../../analysis/document/schemes.ts';
import { isUnknown } from '../../notation/slot.ts';
import { isTag, type HeaderValue } from '../../notation/values/answers.ts';
import { isNumber, printed, readJson } from '../world/json.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import { factsOf } from './causes/context.ts';
import { rateHeaderWord } from './rates.ts';
import { baseFor } from '../values/prefix.ts';
import { addressWord } from './addresses.ts';
import { commonWord } from './answer.ts';
import type { Doing } from './effects/context.ts';
import type { Candidates } from './match/candidates.ts';
import type { Setting, Word } from './match/match.ts';
import { asText, writtenText } from './match/words.ts';

/** What the words of a body have said. */
export interface Said {
  rows: readonly (Row | undefined)[];
  token: string | undefined;
  next: unknown;
  more: boolean | undefined;
  total: number | undefined;
  /** So many rows; undefined: it has no list. */
  items: number | undefined;
}

export function successWord(doing: Doing, candidates: Candidates | undefined, said: Said, word: string): Word {
  const { world, asked } = doing;
  const common = commonWord(baseFor(world, asked), asked.call, word);
  if (common) return common;
  switch (word) {
    case 'total':
      return totalWord(candidates, said);
    case 'count':
      return { kind: 'must be', said: 'the number of rows in the answer', fits: (value) => Number.isInteger(value) };
    case 'more':
      return {
        kind: 'must be',
        said: 'true or false',
        fits: (value) => {
          if (typeof value === 'boolean') said.more = value;
          return typeof value === 'boolean';
        },
      };
    case 'next':
      return {
        kind: 'must be',
        said: 'what asks for the next page, or null',
        fits: (value) => {
          said.next = value;
          return value === null || typeof value === 'string' || typeof value === 'number';
        },
      };
    case 'values':
      return valuesWord(candidates);
    case 'token':
      return {
        kind: 'must be',
        said: 'a token that was never given before',
        fits: (value) => {
          if (typeof value !== 'string' || value === '' || !mayBeGiven(doing, value)) return false;
          said.token = value;
          return true;
        },
      };
    default:
      return { kind: 'any' };
  }
}

/**
 * One that its caller has already may be shown again, where it is not stated how long it lasts, and within the second in which it was signed: a token
 * that says who it is for and in which second it was made is the same twice in one second.
 */
function mayBeGiven({ world, asked, token, model }: Doing, text: string): boolean {
  const known = world.tokens.get(text);
  if (!known) return true;
  if (known.isEnded === true || known.row !== (token ?? undefined)) return false;
  const scheme = schemesOf(model).find(({ name }) => name.text === known.scheme);
  return (scheme && isUnknown(scheme.tokenLifetime)) || secondOf(known.to) >= secondOf(asked.from);
}

function secondOf(instant: number): number {
  return Math.floor(instant / 1000);
}

function totalWord(candidates: Candidates | undefined, shown: Said): Word {
  if (!candidates) return { kind: 'any' };
  const { least, most } = candidates;
  return {
    kind: 'must be',
    said:
      least === most
        ? `${least}, the number of rows`
        : `a number of rows, ${least} or more${most === Infinity ? '' : `, ${most} at most`}`,
    fits: (value) => {
      const number = counted(value);
      shown.total = number;
      return number !== undefined && Number.isInteger(number) && number >= least && number <= most;
    },
  };
}

const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'link']);

/** A part of an address: all but these is encoded. */
function inAddress(text: string): string {
  return encodeURIComponent(text);
}

/** The values of the rows, each once. */
function valuesWord(candidates: Candidates | undefined): Word {
  const field = candidates?.field;
  const [must, may] = [new Set<string>(), new Set<string>()];
  let isAll = candidates?.isWhole === true;
  for (const [row, isIn] of candidates?.rows ?? []) {
    const value = field === undefined || isIn === false ? null : row.get(field);
    if (value === UNKNOWN || value instanceof Row) isAll = false;
    else
      for (const one of Array.isArray(value) ? value : value === null ? [] : [value]) {
        may.add(printed(one));
        if (isIn === true) must.add(printed(one));
      }
  }
  const isPart = candidates?.isPaged === true;
  return {
    kind: 'must be',
    said: `a list of values, each once: ${[...must].slice(0, 20).join(', ')}`,
    fits: (value) => {
      if (!Array.isArray(value)) return false;
      const shown = new Set(value.map((one) => printed(one)));
      if (shown.size !== value.length || (isAll && [...shown].some((one) => !may.has(one)))) return false;
      return isPart || [...must].every((one) => shown.has(one));
    },
  };
}

function counted(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

export function headerWord(setting: Setting, header: HeaderValue, said: Said): Word {
  const { world, row } = setting;
  if (isTag(header))
    return {
      kind: 'must be',
      said: 'a strong tag, such as "…"',
      fits: (value) => /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(String(value)),
    };
  const rate = rateWord(header);
  if (rate !== undefined && setting.asked) return rateHeaderWord(factsOf(setting.asked), rate, undefined);
  if (header.value === undefined) {
    switch (header.name.text.toLowerCase()) {
      case 'location':
      case 'content-location':
        return addressWord(world, row, setting.asked?.version);
      default:
        return { kind: 'any' };
    }
  }
  const text = header.value;
  if (/<next>|<more>|<count>/.test(text) || said.next !== undefined) return { kind: 'any' };
  return writtenText(text, setting.word, (field): Word => {
    const value = row ? row.get(field) : UNKNOWN;
    if (value === UNKNOWN || value instanceof Row) return { kind: 'must be', said: 'a value', fits: () => true };
    // How a value that is no text is written, and what of it is shown, its members say.
    if (typeof value === 'object' && value !== null && !isNumber(value))
      return { kind: 'must be', said: 'JSON', fits: (got) => readJson(String(got)) !== undefined };
    const isAddress = ADDRESSES.has(header.name.text.toLowerCase()) && !text.startsWith(`{${field}}`);
    return { kind: 'is', value: isAddress ? inAddress(asText(value)) : asText(value) };
  });
}
