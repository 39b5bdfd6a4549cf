// What a call leaves as it is, and what it finds although it is gone: exchanges written down by hand, judged against documents of the tests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { changed, scenariosOf } from '../../behaviour/case.ts';
import { modelOf } from '../document.ts';
import { Played, type Recorded } from '../recorded.ts';

const PARTS = join(import.meta.dirname, '..', '..', 'parts');

/** A document of the tests, as a scenario of its case changes it. */
function documentOf(name: string, title?: string): string {
  const source = readFileSync(join(PARTS, `${name}.md`), 'utf8');
  if (title === undefined) return source;
  const scenarios = scenariosOf(readFileSync(join(PARTS, `${name}.http`), 'utf8'));
  return changed(source, scenarios.find((one) => one.title === title)!.changes);
}

/** Of the last exchange. */
function foundIn(document: string, recorded: readonly Recorded[]): readonly string[] {
  const played = new Played(modelOf(document));
  return recorded.map((one) => played.judge(one).findings.map((finding) => finding.class)).at(-1)!;
}

it.each([
  [{ day: 1 }, []],
  [undefined, ['wrong body']],
  [{ day: 2 }, ['wrong body']],
])('what is sent only at creation is kept by a replacement that leaves it out: %j', (born, found) => {
  const target = '/born/b';
  const extra = { by: 'nobody' };
  const first = { name: 'b', value: 1, extra, born: { day: 1 } };
  const recorded = [
    { method: 'PUT', target, sent: { value: 1, day: 1 }, status: 201, shown: first },
    { method: 'PUT', target, sent: { value: 2 }, status: 200, shown: { name: 'b', value: 2, extra, born } },
  ];
  expect(foundIn(documentOf('endpoints/unknown-fields-kept-beside'), recorded)).toEqual(found);
});

const SET = 'One of several states is what Does names: sets `status` = `done`';

it.each([
  ['200', { status: 200, shown: { id: 1, mood: 'calm', status: 'done' } }, []],
  ['409', { status: 409, shown: { code: 'stage' } }, ['legal move refused']],
])('a state that is set makes no move where the row has it: %s', (_, answer, found) => {
  const go = { method: 'POST', target: '/things/1/go' };
  const recorded = [
    { method: 'POST', target: '/things', sent: {}, status: 201, shown: { id: 1, mood: 'calm', status: 'new' } },
    { ...go, status: 200, shown: { id: 1, mood: 'calm', status: 'done' } },
    { ...go, ...answer },
  ];
  expect(foundIn(documentOf('states/which-state-a-call-leads-to', SET), recorded)).toEqual(found);
});

const NAMED = 'What names the state is a where of Does, and a parameter of a list where it is sent';

it.each([
  ['with', [{ n: 1 }], []],
  ['without', [], ['wrong body']],
])('a parameter that names a gone state lists the rows that are in it: %s', (_, hosts, found) => {
  const host = { name: 'a', n: 1 };
  const recorded = [
    { method: 'POST', target: '/hosts', sent: { name: 'a' }, status: 201, shown: { ...host, status: 'up' } },
    { method: 'POST', target: '/hosts/a/remove', status: 200, shown: { ...host, status: 'removed' } },
    { target: '/hosts?gone=5', status: 200, shown: { hosts, total: hosts.length } },
  ];
  expect(foundIn(documentOf('states/naming-a-gone-state', NAMED), recorded)).toEqual(found);
});
