// The recorded requests and answers of the parts and the examples fit the OpenAPI of their documents. Strict both ways: what the service
// answered is described, and what it accepted is allowed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { PARTS } from '../../src/base/parts.ts';
import { openApi } from '../../src/export/interface.ts';
import { changed, scenariosOf } from '../behaviour/case.ts';
import { understand } from '../laws/service.ts';
import { oneUntilLong } from '../trials.ts';
import type { Json } from './judged.ts';
import { comparer, type Compare } from './recorded.ts';

const TESTS = join(import.meta.dirname, '..');
const PLACES = [
  ...PARTS.map((part) => [join(TESTS, 'parts', part), join(TESTS, 'parts', part)] as const),
  [join(TESTS, 'examples'), join(TESTS, '..', 'examples')] as const,
];
const CASES = PLACES.flatMap(([requests, documents]) =>
  readdirSync(requests)
    .filter((file) => file.endsWith('.http'))
    .map((file) => [file.slice(0, -'.http'.length), join(requests, file), documents] as const),
);

describe('recorded', () => {
  const tried = oneUntilLong(3, CASES);
  let [answers, requests] = [0, 0];
  it.each(tried)('%s', (name, file, documents) => {
    const document = readFileSync(join(documents, `${name}.md`), 'utf8');
    const comparers = new Map<string, Compare>();
    const faults = scenariosOf(readFileSync(file, 'utf8')).flatMap(({ title, changes, exchanges }) => {
      const text = changed(document, changes);
      const compare = comparers.get(text) ?? comparer(openApi(understand(text).model) as Json);
      comparers.set(text, compare);
      const compared = compare(exchanges);
      answers += compared.answers;
      requests += compared.requests;
      return compared.faults.map((fault) => `${title}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it('are many', () => {
    expect(answers).toBeGreaterThan(tried.length * 15);
    expect(requests).toBeGreaterThan(tried.length * 10);
  });
});

describe('a canary', () => {
  const BOXES = readFileSync(join(TESTS, 'export', 'boxes.md'), 'utf8');
  const compare = comparer(openApi(understand(BOXES).model) as Json);
  const faults = (text: string): readonly string[] => compare(scenariosOf(`## It\n${text}\n`)[0]!.exchanges).faults;
  const SENT = '> POST /boxes\n{"label":"a","pin":"1234"}';
  const BOX = '{"id":1,"label":"a","status":"locked"}';

  it('what fits is no fault', () => {
    expect(faults(`${SENT}\n< 201\n${BOX}`)).toEqual([]);
    expect(faults(`> GET /boxes/1\n< 200\n${BOX}`)).toEqual([]);
    expect(faults('> GET /boxes/1\n< 404\n{"error":"no_box","fields":[]}')).toEqual([]);
  });

  it.each([
    ['a status that is not described', `> GET /boxes/1\n< 418`],
    ['a member that is not described', `${SENT}\n< 201\n${BOX.replace('}', ',"pin":"1234"}')}`],
    ['a member that is missing', `${SENT}\n< 201\n{"id":1}`],
    ['another media type', `${SENT}\n< 201\n< content-type: text/plain\n${BOX}`],
    ['the body of another error', '> GET /boxes/1\n< 404\n{"error":"not_now","fields":[]}'],
    ['a body that is accepted', `${SENT.replace('1234', '12')}\n< 201\n${BOX}`],
    ['a body that is left out', `> POST /boxes\n< 201\n${BOX}`],
    ['a parameter that is accepted', `> GET /boxes/one\n< 200\n${BOX}`],
  ])('%s is one', (_, text) => {
    expect(faults(text)).toHaveLength(1);
  });
});
