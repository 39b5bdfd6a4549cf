// What an answer would bring is told against what is there already: the same finding a second time is a new one.

import { expect, it } from 'vitest';

import { propose } from '../../src/cli/asking/proposal.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { read } from '../../src/read/read.ts';

const DOCUMENT = `# T

## 2. Resources and their fields

### Box

| Field | Type |
|---|---|
| \`a\` | strnig |
| \`b\` | not shown |
`;

function understand(source: string): Model {
  const { document, diagnostics } = read(source, 'x.md');
  return link(document, diagnostics);
}

it('counts a finding that is there once and would be there twice', () => {
  const again = propose(understand(DOCUMENT), ['2/Box.b/type'], { words: 'strnig' }, understand);
  expect('troubles' in again && again.troubles.map(({ code, at }) => `${at.line} ${code}`)).toEqual(['10 unreadable']);
});

it('does not tell what is there already', () => {
  const right = propose(understand(DOCUMENT), ['2/Box.b/type'], { words: 'string' }, understand);
  expect('troubles' in right && right.troubles).toEqual([]);
});

it('tells of the answer though what stood there was told in the same words', () => {
  const again = propose(understand(DOCUMENT), ['2/Box.a/type'], { words: 'strnig' }, understand);
  expect('troubles' in again && again.troubles.map(({ code, at }) => `${at.line} ${code}`)).toEqual(['9 unreadable']);
});
