// What is open is known without keeping what is said: in the same words, under the same ids, counted alike.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { alone } from '../../src/analysis/document/slot-ids.ts';
import { read } from '../../src/read/read.ts';
import { documentOfLines } from '../../bench/large-document.ts';

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'x.md');
  return link(document, diagnostics);
}

/** The answer `found` of one operation and the bullet Body of the other bear the same name. */
const CROWDED = `# T

## 2. Resources and their fields

### R

- Identified by: \`id\`

### resources

not shown

## 4. Endpoints

### GET /r

| Status | When | Body |
|---|---|---|
| not shown | found | R |

### PUT /r/found

- Body: not shown

### GET /r/found

- Body: not shown
`;

it.each([
  ['names that begin alike', CROWDED],
  ['much that is left out', documentOfLines(200).replaceAll(/- Repeat: .*\n|\| yes /g, '')],
])('%s: told without what is said as with it', (_, source) => {
  const [some, all] = [slotsOf(modelOf(source)), slotsOf(modelOf(source))];
  // Asked for first, what is open is written alone; asked for all, it is taken from them.
  const open = [...some.open.values()];
  const wanted = all.facts.filter(({ status }) => status !== 'stated' && status !== 'none' && status !== 'any');
  expect(open.length).toBeGreaterThan(5);
  expect(open).toEqual(wanted);
  expect([...all.open.values()]).toEqual(wanted);
  expect(some.counts).toEqual(all.counts);
});

it('an id is given once, whatever the names', () => {
  const ids = slotsOf(modelOf(CROWDED)).facts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('4/GET /r/found/body 2');
});

it('those have their ids for themselves below which no other writes', () => {
  const operations = ['GET /a', 'GET /a-b', 'GET /a/b', 'GET /c', 'GET /d', 'GET /d', 'GET /ab', 'GET /a/b/c'];
  expect([...alone(operations)].toSorted()).toEqual(['GET /a-b', 'GET /ab', 'GET /c']);
  expect([...alone(['A', 'AB', 'A.b', 'ABC'])]).toEqual(['AB', 'ABC']);
});
