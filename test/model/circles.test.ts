// Names that lead back to themselves: each circle is one error with all its places, wherever it is entered; what only looks like
// one is none.

import { describe, expect, test } from 'vitest';

import { circlesIn, roundFrom } from '../../src/base/circles.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';

/** By name: what identifies it, and rows `field | type | required | set by`. */
type Resources = Readonly<Record<string, readonly [identity: string, ...rows: string[]]>>;

const ID = '`id` | integer | yes | service: new id';

function modelOf(resources: Resources): Model {
  const sections = Object.entries(resources).map(([name, [identity, ...rows]]) => {
    const unique = identity === '`id`' ? '' : '- Unique: `f`\n';
    const cells = [...(identity === 'none' ? [] : [ID]), ...rows].map((row) => `| ${row} | any | none |`);
    return `### ${name}\n\n- Identified by: ${identity}\n- View \`V\`: \`f\`\n${unique}- When deleted: none\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n${cells.join('\n')}\n`;
  });
  const creates = Object.keys(resources).map(
    (name) =>
      `### POST /${name}\n\n- Does: creates ${name}\n- Body: ${name}\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | ${name} |\n`,
  );
  const source = `# D\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n${sections.join('\n')}\n## 4. Endpoints\n\n### All operations\n\n- Media type: application/json\n- Who: anyone\n- Emits: none\n- Unknown fields: refused\n- Read-only fields: refused\n\n${creates.join('\n')}`;
  const { document, diagnostics } = read(source, 'x.md');
  return link(document, diagnostics);
}

/** Of each circle: what stands at its places, and what is said of them. */
function circlesOf({ document: { source }, diagnostics }: Model): readonly (readonly string[])[] {
  const found = diagnostics.filter(({ code, message }) => code === 'contradiction' && message.includes('leads back'));
  const text = ({ start, end }: { readonly start: number; readonly end: number }): string => source.slice(start, end);
  return found.map(({ at, related }) => [text(at), ...related.map((one) => `${text(one.at)}: ${one.message}`)]);
}

const CIRCLES: Readonly<Record<string, readonly [Resources, ...string[]]>> = {
  'a resource that is known by itself': [{ A: ['`f`', '`f` | A by `f` | yes | caller'] }, 'A by `f`'],
  'three that are known by each other': [
    {
      A: ['`f`', '`f` | B by `f` | yes | caller'],
      B: ['`f`', '`f` | C by `f` | yes | caller'],
      C: ['`f`', '`f` | A by `f` or null | no | caller'],
    },
    'B by `f`',
    'C by `f`: `f` is shown and sent as `C.f`',
    'A by `f` or null: `f` is shown and sent as `A.f`',
  ],
  'one in a list': [{ A: ['`id`', '`f` | array of A by `f` | no | caller'] }, 'array of A by `f`'],
  'a type of itself': [
    { A: ['`id`', '`f` | as `A.g` | no | caller', '`g` | as `A.f` | no | caller'] },
    'as `A.g`',
    'as `A.f`: `g` has the type of `A.f`',
  ],
  'a shape in each of which there is another': [
    { A: ['none', '`f` | B | yes | caller'], B: ['none', '`f` | A | yes | caller'] },
    'B',
    'A: each `f` holds a whole `A`',
  ],
  'a row in each of which there is another': [{ A: ['`id`', '`f` | A as `V` | yes | caller'] }, 'A as `V`'],
  'slugs of each other': [
    { A: ['`id`', '`f` | string | no | service: slug of `g`', '`g` | string | no | service: slug of `f`'] },
    'service: slug of `g`',
    'service: slug of `f`: `g` is made from `f`',
  ],
  'a slug of a text, by way of another': [
    {
      A: [
        '`id`',
        '`f` | string | no | service: slug of `g`',
        '`g` | string | no | service: = `{h}!`',
        '`h` | string | no | service: = `{f}`',
      ],
    },
    'service: slug of `g`',
    'service: = `{h}!`: `g` is made from `h`',
    'service: = `{f}`: `h` is made from `f`',
  ],
  'a rule by way of the reference that it sets': [
    { A: ['`id`', '`f` | string | no | service: = `{g.f}`', '`g` | A by `id` | no | service: = `{f}`'] },
    'service: = `{g.f}`',
    'service: = `{f}`: `g` is made from `f`',
  ],
  'a count of rows that it chooses': [
    { A: ['`id`', '`f` | integer | yes | service: count of A where `id` = this `f`'] },
    'service: count of A where `id` = this `f`',
  ],
  'a search for the field that it sets': [
    { A: ['`id`', '`f` | boolean | yes | service: there is A (`f` = true)'] },
    'service: there is A (`f` = true)',
  ],
  'a count of values that are the row itself': [
    {
      A: ['`f`', '`f` | integer | yes | service: count of A where `g` = this', '`g` | integer | yes | caller'],
    },
    'service: count of A where `g` = this',
  ],
  'a count of rows whose reference is shown as the count': [
    {
      A: ['`id`', '`f` | integer | yes | service: count of B where `g` = 3'],
      B: ['`id`', '`g` | A by `f` | yes | caller'],
    },
    'service: count of B where `g` = 3',
  ],
  'a sum of what is made from it': [
    {
      A: ['`id`', '`f` | integer | no | service: sum of `B.g` where `a` = this'],
      B: ['`id`', '`a` | A by `id` | yes | caller', '`g` | integer | no | service: = `a.f` * 2'],
    },
    'service: sum of `B.g` where `a` = this',
    'service: = `a.f` * 2: `g` is made from `f`',
  ],
  'rows that embed each other': [
    {
      A: ['`id`', '`f` | B only `g` or null | no | by operation'],
      B: ['`id`', '`g` | A only `f` | no | by operation'],
    },
    'B only `g` or null',
    'A only `f`: `g` shows fields of `A`',
  ],
  'a value that stays, of a count that is to look at it': [
    {
      A: [
        '`id`',
        '`f` | integer | yes | service: = `g` + 1 at create',
        '`g` | integer | yes | service: = `h` + 1',
        '`h` | integer | yes | service: count of A where `id` = this `f`',
      ],
    },
    'service: = `g` + 1 at create',
    'service: = `h` + 1: `g` is made from `h`',
    'service: count of A where `id` = this `f`: `h` is made from `f`',
  ],
  'two values that stay, by way of two searches': [
    {
      A: [
        '`id`',
        '`f` | integer | yes | service: = `g` at create',
        '`g` | integer | no | service: max of `A.e` where `e` < this `h`',
        '`h` | integer | yes | service: = `i` at create',
        '`i` | integer | yes | service: count of A where there is A (`id` = this `f`)',
        '`e` | integer | yes | caller',
      ],
    },
    'service: = `g` at create',
    'service: max of `A.e` where `e` < this `h`: `g` is made from `h`',
    'service: = `i` at create: `h` is made from `i`',
    'service: count of A where there is A (`id` = this `f`): `i` is made from `f`',
  ],
  'rows that make each other': [
    { A: ['`id`', '`f` | B by `id` | yes | service: new B'], B: ['`id`', '`f` | A by `id` | yes | service: new A'] },
    'service: new B',
    'service: new A: `f` is a new `A`, which makes `f`',
  ],
};

describe.each(Object.entries(CIRCLES))('%s', (_, [resources, ...places]) => {
  test('is one error, with all its places', () => {
    expect(circlesOf(modelOf(resources))).toEqual([places]);
  });

  test('is the same error where it is met from outside, and what touches it is held', () => {
    const model = modelOf({ Z: ['`id`', '`f` | A by `id` | no | caller'], ...resources });
    expect(circlesOf(model)).toEqual([places]);
    for (const { id, heldBy } of plan(model).operations)
      if (id in { 'POST /A': 0, 'POST /B': 0, 'POST /C': 0 }) expect(heldBy).toContain('error:contradiction');
  });
});

const NONE: Readonly<Record<string, Resources>> = {
  'a row above': { A: ['`id`', '`f` | A by `id` or null | no | caller', '`g` | A by `id` | yes | caller'] },
  'rows that name each other': {
    A: ['`id`', '`f` | B by `id` | yes | caller'],
    B: ['`id`', '`f` | A by `id` | yes | caller'],
  },
  'bare references, which hold a hidden key': {
    A: ['`f`', '`f` | B | yes | caller'],
    B: ['`f`', '`f` | A | yes | caller'],
  },
  'a tree': {
    A: ['`id`', '`f` | N | yes | caller'],
    N: ['none', '`f` | array of N | yes | caller', '`g` | N | no | caller', '`h` | N or null | yes | caller'],
  },
  'a text of the row above': {
    A: ['`id`', '`f` | A by `id` | no | caller', '`g` | string | no | service: = `{f.g}/{id}`'],
  },
  'a count of what refers to the row': {
    A: ['`id`', '`f` | integer | yes | service: count of B where `g` = this'],
    B: ['`id`', '`g` | A by `id` | yes | caller'],
  },
  'a count of what stays, in other rows': {
    A: [
      '`id`',
      '`f` | integer | yes | service: = `g` + 1 at create',
      '`g` | integer | yes | service: count of A where `f` > 1 and `id` != this `i`',
      '`i` | integer | yes | caller',
      '`h` | integer | yes | service: count of A where `id` = this `f`',
    ],
  },
  'a count of the row above, which is there': {
    A: [
      '`id`',
      '`f` | integer | yes | service: = `a.g` + 1 at create',
      '`a` | A by `id` | yes | caller',
      '`g` | integer | yes | service: count of A where `id` = this `f`',
    ],
  },
  'a name twice, apart': { A: ['`id`', '`f` | string | yes | caller', '`g` | string | no | service: = `{f}{f}`'] },
};

test.each(Object.entries(NONE))('%s is no circle', (_, resources) => {
  const model = modelOf(resources);
  expect(circlesOf(model)).toEqual([]);
  plan(model);
});

const rule = (name: string, of: string): string => `\`${name}\` | string | no | service: = \`${of}\``;

test('two circles are two errors, also where they share a name', () => {
  const apart = modelOf({ A: ['`f`', '`f` | A by `f` | yes | caller'], B: ['`f`', '`f` | B by `f` | yes | caller'] });
  expect(circlesOf(apart)).toHaveLength(2);
  const shared = modelOf({ A: ['`id`', rule('f', '{g}{h}'), rule('g', '{f}'), rule('h', '{f}')] });
  expect(circlesOf(shared)).toEqual([
    ['service: = `{g}{h}`', 'service: = `{f}`: `g` is made from `f`'],
    ['service: = `{f}`', 'service: = `{g}{h}`: `f` is made from `h`'],
  ]);
});

test('a chain as long as a document may be is followed to its end', () => {
  const length = 20_000;
  const chain = new Map(Array.from({ length }, (_, at) => [at, [at + 1]]));
  expect(circlesIn(chain)).toEqual([]);
  chain.set(length, [0]);
  expect(circlesIn(chain)).toMatchObject([{ length: length + 1 }]);
  expect(roundFrom(chain, 0)).toHaveLength(length);
});
