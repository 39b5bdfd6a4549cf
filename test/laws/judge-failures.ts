// The fields that an answer says have failed, read by the template of its error. Input: a document, an answer. Output: each place, dotted,
// with what is said to be wrong where that is said.

import type { Model } from '../../src/model/model.ts';
import type { ErrorCode } from '../../src/notation/errors.ts';
import type { Template } from '../../src/notation/values/shapes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { parsed, says } from './account-answers.ts';
import type { Answered } from './answered.ts';
import { isObject } from './judge-causes.ts';

export interface Failure {
  readonly place: string;
  /** Undefined: the error does not say it. */
  readonly problem: string | undefined;
}

/** The codes that an answer may be. */
export function codesOf(model: Model, answer: Answered): readonly ErrorCode[] {
  return answer.status < 400 ? [] : [...model.codes.values()].filter(({ code }) => says(model, answer, code.text));
}

/** Undefined: its error names no places. */
export function failuresIn(model: Model, answer: Answered): readonly Failure[] | undefined {
  const [code] = codesOf(model, answer);
  if (!code) return undefined;
  const body = valueOf(code.body.status === 'absent' ? model.document.errors.errorBody : code.body);
  return body?.kind === 'template' ? found(body.value, parsed(answer)) : undefined;
}

const PLACES: ReadonlySet<string> = new Set(['path', 'pointer']);

function found(template: Template, json: unknown): readonly Failure[] | undefined {
  if (template.kind === 'list') {
    const [single] = template.items;
    if (!single || !Array.isArray(json)) return undefined;
    return joined(json.map((item) => found(single, item)));
  }
  if (template.kind === 'word' && PLACES.has(template.word))
    return [{ place: placeOf(String(json)), problem: undefined }];
  if (template.kind !== 'object' || !isObject(json)) return undefined;
  const key = template.pairs.find((pair) => pair.key.kind === 'word' && PLACES.has(pair.key.word));
  if (key)
    return Object.keys(json).flatMap((name) =>
      isOwn(template, name) ? [] : [{ place: placeOf(name), problem: undefined }],
    );
  const named = (fits: (word: string) => boolean): string | undefined => {
    const pair = template.pairs.find(({ value }) => value.kind === 'word' && fits(value.word));
    return pair?.key.kind === 'literal' ? String(json[pair.key.text]) : undefined;
  };
  const place = named((word) => PLACES.has(word));
  if (place !== undefined) return [{ place: placeOf(place), problem: named((word) => word === 'problem') }];
  return joined(
    template.pairs.map(({ key: name, value }) => (name.kind === 'literal' ? found(value, json[name.text]) : undefined)),
  );
}

function joined(all: readonly (readonly Failure[] | undefined)[]): readonly Failure[] | undefined {
  const some = all.filter((one) => one !== undefined);
  return some.length === 0 ? undefined : some.flat();
}

function isOwn({ pairs }: Extract<Template, { kind: 'object' }>, name: string): boolean {
  return pairs.some(({ key }) => key.kind === 'literal' && key.text === name);
}

/** `#/size/wide` is `size.wide`. */
function placeOf(text: string): string {
  if (!text.startsWith('#/')) return text;
  const parts = decodeURIComponent(text.slice(2)).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}
