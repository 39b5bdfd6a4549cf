// The errors of an operation. Input: an operation. Output: for each error its status, its body and the causes that it answers, with an
// example of each. What no error answers, and what an error leaves open, stays open. Notation, part 7, and part 4's Status rows.

import { columnValue } from '../analysis/document/column-words.ts';
import { answerOf, causesOf, distinct, machineOf } from '../analysis/refusals/errors.ts';
import { isSaidByPart7 } from '../analysis/machines/illegal-moves.ts';
import { codePath, operationPath, partPath } from '../analysis/document/slot-ids.ts';
import { headingOf } from '../analysis/document/targets.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { StatusRow } from '../notation/endpoints.ts';
import { CODE, type ErrorCode } from '../notation/errors.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import { causeKey, kindOfCause, saidCause } from '../notation/values/cause-kinds.ts';
import { problemsOfCause } from '../analysis/refusals/problems.ts';
import { fieldOf, type MetCause } from '../notation/values/met-causes.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { type Slot, valueOf } from '../notation/slot.ts';
import { PER_FAILURE_WORDS, textParts } from '../notation/words.ts';
import { pascal } from './names.ts';
import { notShown, openAt, type MayBeOpen, type NotShown } from './not-shown.ts';
import type { Schema } from './schema.ts';
import { type Showing, templateSchema, type TemplateScope, type WordSchema } from './shown.ts';
import { extensions } from './statements.ts';

interface Example {
  readonly cause: string;
  /** Where the body says what is wrong, and the cause alone does not. */
  readonly problem?: { readonly text: string; readonly number: number };
  readonly value: unknown;
}

/** One error of an operation. */
export interface Refusal extends MayBeOpen {
  readonly code: string;
  /** Undefined: not shown. */
  readonly status: number | undefined;
  readonly schema: Schema | undefined;
  readonly causes: readonly string[];
  /** By cause, and by what is wrong with a field: the body as it is sent, as far as the document says it. */
  readonly examples: readonly Example[];
  readonly headers: readonly HeaderValue[];
  readonly said: Readonly<Record<string, unknown>>;
}

const ALWAYS: readonly MetCause[] = [{ kind: 'unavailable' }, { kind: 'internal' }, { kind: 'too large' }];

export interface Refusals {
  readonly stated: readonly Refusal[];
  /** By status, the causes that HTTP itself answers; nothing is in the body. */
  readonly floor: ReadonlyMap<number, readonly string[]>;
}

export function refusalsOf(showing: Showing, linked: LinkedOperation): Refusals {
  const { model } = showing;
  const found = new Map<string, { code: ErrorCode; row: StatusRow | undefined; causes: MetCause[] }>();
  const floor = new Map<number, string[]>();
  for (const cause of distinct([...causesOf(model, linked), ...ALWAYS])) {
    const machine = machineOf(model, cause);
    // Nothing says whether any other move is refused: that comes before how it would be.
    if (machine && !valueOf(machine.anyOtherMove) && !isSaidByPart7(model, machine)) continue;
    const answer = answerOf(model, linked, cause);
    const status = kindOfCause(cause).floor;
    if (answer) {
      const place = model.document.errors.codes.items.indexOf(answer.code);
      const key = `${place} ${answer.row ? linked.facts.statuses.items.indexOf(answer.row) : ''}`;
      const known = found.get(key) ?? { code: answer.code, row: answer.row, causes: [] };
      found.set(key, known);
      known.causes.push(cause);
    } else if (status !== undefined) floor.set(status, [...(floor.get(status) ?? []), causeKey(cause)]);
  }
  return { stated: [...found.values()].map((one) => refusal(showing, linked, one)), floor };
}

function refusal(
  showing: Showing,
  linked: LinkedOperation,
  {
    code,
    row,
    causes,
  }: { readonly code: ErrorCode; readonly row: StatusRow | undefined; readonly causes: readonly MetCause[] },
): Refusal {
  const { model } = showing;
  const name = code.code.text;
  const { status, open } = statusOf(showing, linked, code, row);
  const body = bodyOf(showing, linked, code, row);
  const headers = row && row.headers.status !== 'absent' ? row.headers : code.headers;
  const template = body.shape?.kind === 'template' ? body.shape.value : undefined;
  return {
    code: name,
    status,
    schema:
      template &&
      errorSchema(showing, code, status, template, row?.body.status === 'stated' ? headingOf(linked) : undefined),
    causes: causes.map(saidCause),
    examples: template
      ? causes.flatMap((cause) => examplesOf(template, { code, status, cause }, problemsOfCause(model, linked, cause)))
      : [],
    headers: valueOf(headers) ?? [],
    said: extensions(CODE.columns, code, (key) => key !== 'retry'),
    ...notShown([
      ...open,
      ...body.open,
      ...openAt(model, codePath(name, 'headers'), headers),
      ...openAt(model, codePath(name, 'message'), code.message),
    ]),
  };
}

/** One, but where the body says what is wrong: then one for each text. */
function examplesOf(
  template: Template,
  met: Omit<Met, 'problem'>,
  problems: readonly (string | undefined)[],
): readonly Example[] {
  const cause = saidCause(met.cause);
  const all = problems.map((problem) => ({ problem, value: exampleOf(template, { ...met, problem }) }));
  const first = all[0]!;
  const isSame = all.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value));
  if (all.length === 1 || isSame) return [{ cause, value: first.value }];
  return all.map(({ problem, value }, index) => ({
    cause,
    ...(problem !== undefined && { problem: { text: problem, number: index + 1 } }),
    value,
  }));
}

function statusOf(
  { model }: Showing,
  linked: LinkedOperation,
  code: ErrorCode,
  row: StatusRow | undefined,
): { readonly status: number | undefined; readonly open: readonly NotShown[] } {
  const own = row && valueOf(row.status);
  if (own && 'code' in own) return { status: own.code, open: [] };
  if (row && row.status.status !== 'absent') {
    const open = openAt(model, operationPath(headingOf(linked), 'statuses'), row.status);
    if (open.length > 0) return { status: undefined, open };
  }
  return { status: valueOf(code.status), open: openAt(model, codePath(code.code.text, 'status'), code.status) };
}

/** The row's own body beats the code's, which beats the one that all errors share. */
function bodyOf(
  { model }: Showing,
  linked: LinkedOperation,
  code: ErrorCode,
  row: StatusRow | undefined,
): { readonly shape: Shape | undefined; readonly open: readonly NotShown[] } {
  const shared = model.document.errors.errorBody;
  const places: readonly (readonly [Slot<Shape>, Parameters<typeof openAt>[1]])[] = [
    ...(row ? [[row.body, operationPath(headingOf(linked), 'statuses/body')] as const] : []),
    [code.body, codePath(code.code.text, 'body')],
    [shared, partPath(7, 'error-body')],
  ];
  const found = places.find(([slot]) => slot.status !== 'absent') ?? places.at(-1)!;
  return { shape: valueOf(found[0]), open: openAt(model, found[1], found[0]) };
}

/** `own`: the operation whose row says what the body is. */
function errorSchema(
  showing: Showing,
  code: ErrorCode,
  status: number | undefined,
  template: Template,
  own: string | undefined,
): Schema {
  const name = code.code.text;
  const make = (): Schema => templateSchema(showing, template, errorScope(code, status));
  const base = pascal(name);
  const wanted = base.endsWith('Error') ? base : `${base}Error`;
  const place = showing.model.document.errors.codes.items.indexOf(code);
  return showing.definitions.refer(JSON.stringify(['error', place, status, own]), wanted, make);
}

function errorScope(code: ErrorCode, status: number | undefined): TemplateScope {
  return {
    resource: undefined,
    word: (word) => {
      const repeats = PER_FAILURE_WORDS.includes(word);
      switch (word) {
        case 'code':
          return { schema: code.sent ? { const: code.code.text } : {}, optional: !code.sent, repeats };
        case 'status':
          return { schema: status === undefined ? { type: 'integer' } : { const: status }, optional: false, repeats };
        case 'moves':
          return { schema: { type: 'array', items: { type: 'string' } }, optional: true, repeats };
        case 'now':
          return { schema: { type: 'string', format: 'date-time' }, optional: false, repeats };
        case 'message':
          return { ...textOf(valueOf(code.message)), repeats };
        default: {
          const column = code.words.get(word);
          return column
            ? { ...cellOf(valueOf(column)), repeats }
            : { schema: { type: 'string' }, optional: repeats || word.startsWith('header'), repeats };
        }
      }
    },
  };
}

/** A bare number is sent as one. */
function cellOf(text: string | undefined): Omit<WordSchema, 'repeats'> {
  const value = cellValue(text);
  if (text === undefined || typeof value !== 'number') return textOf(text);
  return { schema: { type: 'number', const: value }, optional: false, text };
}

function textOf(text: string | undefined): { readonly schema: Schema; readonly optional: boolean } {
  if (text === undefined) return { schema: { type: 'string' }, optional: true };
  const isFixed = textParts(text).every((part) => typeof part === 'string');
  return { schema: isFixed ? { type: 'string', const: text } : { type: 'string' }, optional: !isFixed };
}

interface Met {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly cause: MetCause;
  /** The text of `<problem>`. */
  readonly problem: string | undefined;
}

/** What the answer to this cause looks like. What it has nothing for is left out, with its pair or item. */
function exampleOf(template: Template, met: Met): unknown {
  switch (template.kind) {
    case 'object': {
      const pairs = template.pairs.flatMap(({ key, value }): readonly (readonly [string, unknown])[] => {
        const name = key.kind === 'literal' ? key.text : inText(key.word, met);
        const inner = exampleOf(value, met);
        return name === undefined || inner === undefined ? [] : [[String(name), inner]];
      });
      return Object.fromEntries(pairs);
    }
    case 'list':
      return template.items.map((item) => exampleOf(item, met)).filter((item) => item !== undefined);
    case 'literal':
      return template.value;
    case 'word':
      return filled(template.word, met);
    case 'text': {
      const parts = template.parts.map((part) => (typeof part === 'string' ? part : inText(part.word, met)));
      return parts.includes(undefined) ? undefined : parts.join('');
    }
    default:
      return undefined;
  }
}

/** A word that only a request fills stays as the document writes it. */
function filled(word: string, met: Met): unknown {
  const { code, status, cause, problem } = met;
  const field = cause.kind === 'field' ? fieldOf(cause) : cause.kind === 'no such in' ? cause.field : undefined;
  const own = field?.replace(/^[^.]*\./, (owner) =>
    cause.kind === 'field' && cause.resource !== undefined && owner === `${cause.resource}.` ? '' : owner,
  );
  switch (word) {
    case 'code':
      return code.sent ? code.code.text : undefined;
    case 'status':
      return status;
    case 'field':
    case 'path':
      return own;
    case 'pointer':
      return own === undefined ? undefined : `#/${own.replaceAll('.', '/')}`;
    case 'problem':
      return own === undefined ? undefined : problem;
    case 'moves':
      return undefined;
    case 'now':
      return '2026-01-01T00:00:00.000Z';
    case 'message':
      return filledText(valueOf(code.message), met);
    default: {
      const column = code.words.get(word);
      return column ? cellValue(filledText(valueOf(column), met)) : word.startsWith('header') ? undefined : `<${word}>`;
    }
  }
}

function cellValue(text: string | undefined): string | number | undefined {
  const value = text === undefined ? undefined : columnValue(text);
  return typeof value === 'object' ? Number(value.number) : value;
}

/** Inside of a text a number is as it is spelled. */
function inText(word: string, met: Met): unknown {
  const column = met.code.words.get(word);
  return column ? filledText(valueOf(column), met) : filled(word, met);
}

function filledText(text: string | undefined, met: Met): string | undefined {
  if (text === undefined) return undefined;
  const parts = textParts(text).map((part) =>
    typeof part === 'string' ? part : part.word === 'message' ? undefined : inText(part.word, met),
  );
  return parts.includes(undefined) ? undefined : parts.join('');
}
