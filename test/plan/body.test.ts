// What happens to a field of the body that is left out, null, empty or not the caller's: by effect and by rule.

import { describe, expect, it } from 'vitest';
import type { BodyFieldPlan, BodyPlan } from '../../src/plan/body-plan.ts';
import type { RunPlan } from '../../src/plan/plan.ts';
import { operationIn, planOf, runOf } from './plan-of.ts';

const THING = `### Thing

- Identified by: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`code\` | string(1..8) | yes | caller at create | matches \`[a-z]+\` | none |
| \`title\` | string(2..40) | yes | caller | not blank | none |
| \`note\` | string or null | no | caller | any | none |
| \`size\` | integer >= 1 | no | caller | any | \`3\` |
| \`rate\` | decimal(2) | yes | caller | 0..10 | \`0.5\` |
| \`kind\` | one of \`a\`, \`b\` | no | caller | any | none |
| \`box.width\` | integer | yes | caller | any | none |
| \`box.colour\` | string | no | caller | any | \`red\` |
| \`extra\` | map of string(5) | no | caller | at most 2 items | none |
| \`made\` | date-time | yes | service: now at create | any | none |
| \`secret\` | string | no | service, hidden: slug of \`title\` | any | none |`;

const STATUS = {
  creates: '201 | created',
  updates: '200 | updated',
  'merges into': '200 | updated',
  replaces: '200 | replaced',
};

function runFor(
  effect: keyof typeof STATUS,
  facts = effect === 'updates' ? '- Omitted fields: kept\n' : '',
  body = '- Body: Thing',
): RunPlan {
  const heading = effect === 'creates' ? 'POST /things' : 'PATCH /things/{code}';
  const plan = planOf({
    resources: THING,
    operations: `### ${heading}

- Does: ${effect} Thing
${facts}- Repeat: again
${body}

| Status | When | Body |
|---|---|---|
| ${STATUS[effect]} | Thing |`,
  });
  return runOf(plan, heading);
}

function bodyOf(effect: keyof typeof STATUS, facts?: string, body?: string): Extract<BodyPlan, { kind: 'fields' }> {
  const run = runFor(effect, facts, body);
  if (run.body.kind !== 'fields') throw new Error('no fields');
  return run.body;
}

function field(body: Extract<BodyPlan, { kind: 'fields' }>, path: string): BodyFieldPlan {
  const found = body.fields.find((one) => one.path.join('.') === path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
}

/** `omitted / null / empty`, each as what is done and why. */
function rules(body: Extract<BodyPlan, { kind: 'fields' }>, path: string): string {
  const { omitted, nulls, empty } = field(body, path);
  return [omitted, nulls, empty]
    .map((rule) => {
      if (rule.do === 'refuse') return rule.cause;
      if (rule.do === 'fill') return `= ${JSON.stringify(rule.value)}`;
      return rule.do === 'hold' ? `held by ${rule.held.by.join(', ')}` : rule.do;
    })
    .join(' / ');
}

describe('creating', () => {
  const body = bodyOf('creates');
  it.each([
    ['code', 'Thing.code missing / Thing.code invalid / accept'],
    ['title', 'Thing.title missing / Thing.title blank / accept'],
    ['note', 'as null / accept / accept'],
    ['size', '= 3 / Thing.size invalid / accept'],
    ['rate', '= 50 / Thing.rate invalid / accept'],
    ['kind', 'as null / Thing.kind invalid / accept'],
    ['box.width', 'Thing.box.width missing / Thing.box.width invalid / accept'],
    ['box.colour', '= "red" / Thing.box.colour invalid / accept'],
  ])('%s', (path, expected) => {
    expect(rules(body, path)).toBe(expected);
  });

  it('states one field whole', () => {
    expect(field(body, 'title')).toStrictEqual({
      path: ['title'],
      name: 'title',
      subject: 'Thing.title',
      parameter: 'body.title',
      schema: { type: 'string', minLength: 2, maxLength: 40 },
      value: { type: 'text' },
      omitted: { do: 'refuse', cause: 'Thing.title missing' },
      nulls: { do: 'refuse', cause: 'Thing.title blank' },
      empty: { do: 'accept' },
      blank: 'Thing.title blank',
      invalid: { do: 'refuse', cause: 'Thing.title invalid' },
      sent: { do: 'accept' },
    });
  });

  it('collects failures only where two fields can fail', () => {
    const one = '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `size` | integer | yes | `size` |';
    const ignored = '- Omitted fields: kept\n- Unknown fields: ignored\n- Read-only fields: ignored\n';
    expect(bodyOf('updates', ignored, one).collect).toBe(false);
    expect(bodyOf('updates', ignored, `${one}\n| \`note\` | string | no | \`note\` |`).collect).toBe(true);
    expect(bodyOf('updates', ignored.replace('fields: ignored', 'fields: refused'), one).collect).toBe(true);
  });

  it('anchors a pattern, takes ranges and bounds into the schema', () => {
    expect(field(body, 'code').schema).toStrictEqual({
      type: 'string',
      minLength: 1,
      maxLength: 8,
      pattern: '^(?:[a-z]+)$',
    });
    expect(field(body, 'rate').schema).toStrictEqual({ type: 'number', minimum: 0, maximum: 10 });
    expect(field(body, 'size').schema).toStrictEqual({ type: 'integer', minimum: 1 });
    expect(field(body, 'kind').schema).toStrictEqual({ enum: ['a', 'b'] });
    expect(field(body, 'extra').schema).toStrictEqual({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 5 },
      maxProperties: 2,
    });
  });

  it('knows what is not the caller’s, and hides what is hidden', () => {
    expect(field(body, 'made').sent).toStrictEqual({ do: 'refuse', cause: 'read-only field' });
    expect(body.fields.map((one) => one.path.join('.'))).not.toContain('secret');
    expect(body.unknown).toStrictEqual({ do: 'refuse', cause: 'unknown field' });
  });

  it('takes a dotted field as an object', () => {
    expect(body.wrappers).toStrictEqual([
      {
        path: ['box'],
        required: false,
        invalid: { do: 'refuse', cause: 'Thing.box.width invalid' },
        nulls: { do: 'as null' },
      },
    ]);
  });
});

describe('updating', () => {
  it.each([
    ['kept', 'kept', 'title', 'keep / Thing.title blank / accept'],
    ['cleared without a default', 'cleared', 'kind', 'as null / Thing.kind invalid / accept'],
    ['cleared to the default', 'cleared', 'rate', '= 50 / Thing.rate invalid / accept'],
    ['cleared, though required', 'cleared', 'title', 'Thing.title missing / Thing.title blank / accept'],
    ['refused', 'refused', 'kind', 'Thing.kind missing / Thing.kind invalid / accept'],
    ['refused for one field', 'kept; `kind`: refused', 'kind', 'Thing.kind missing / Thing.kind invalid / accept'],
    ['kept for the others', 'kept; `kind`: refused', 'size', 'keep / Thing.size invalid / accept'],
  ])('with omitted fields %s', (_, policy, path, expected) => {
    expect(rules(bodyOf('updates', `- Omitted fields: ${policy}\n- Null fields: refused\n`), path)).toBe(expected);
  });

  it.each([
    ['cleared', 'note', 'keep / as null / accept'],
    ['cleared', 'size', 'keep / = 3 / accept'],
    ['cleared', 'title', 'keep / Thing.title missing / accept'],
    ['kept', 'note', 'keep / keep / accept'],
    ['refused', 'note', 'keep / Thing.note invalid / accept'],
  ])('with null fields %s: %s', (policy, path, expected) => {
    expect(rules(bodyOf('updates', `- Omitted fields: kept\n- Null fields: ${policy}\n`), path)).toBe(expected);
  });

  it.each([
    ['kept', 'refused', 'note', 'keep / Thing.note invalid / accept'],
    ['as null', 'refused', 'note', 'keep / Thing.note invalid / Thing.note invalid'],
    ['as null', 'cleared', 'note', 'keep / as null / as null'],
    ['as missing', 'refused', 'note', 'keep / Thing.note invalid / as missing'],
    ['refused', 'refused', 'note', 'keep / Thing.note invalid / Thing.note blank'],
    ['refused', 'refused', 'size', 'keep / Thing.size invalid / Thing.size blank'],
    ['as missing', 'refused', 'size', 'keep / Thing.size invalid / as missing'],
    ['kept; `size`: as missing', 'refused', 'size', 'keep / Thing.size invalid / as missing'],
    ['kept; `size`: as missing', 'refused', 'note', 'keep / Thing.note invalid / accept'],
  ])('with empty text %s and null fields %s: %s', (empty, nulls, path, expected) => {
    const facts = `- Omitted fields: kept\n- Null fields: ${nulls}\n- Empty text: ${empty}\n`;
    expect(rules(bodyOf('updates', facts), path)).toBe(expected);
  });

  it('holds a null while nothing says what it does', () => {
    const body = bodyOf('updates', '- Omitted fields: kept\n');
    expect(rules(body, 'note')).toBe('keep / held by 4/PATCH /things/{code}/null-fields / accept');
  });

  it.each([
    ['kept', 'keep', 'keep'],
    ['cleared', 'Thing.box.width missing', '= "red"'],
    ['refused', 'Thing.box.width missing', 'Thing.box.colour missing'],
    ['kept; `box.colour`: cleared', 'keep', '= "red"'],
  ])('with omitted fields %s: dotted fields are fields of their own', (policy, width, colour) => {
    const body = bodyOf('updates', `- Omitted fields: ${policy}\n- Null fields: refused\n`);
    expect(rules(body, 'box.width').split(' / ')[0]).toBe(width);
    expect(rules(body, 'box.colour').split(' / ')[0]).toBe(colour);
  });

  it('leaves what is sent only at creation to creation', () => {
    expect(field(bodyOf('updates', '- Omitted fields: kept\n- Null fields: refused\n'), 'code').sent).toStrictEqual({
      do: 'refuse',
      cause: 'read-only field',
    });
  });
});

describe('merging and replacing', () => {
  it.each([
    ['merges into', 'title', 'keep / Thing.title missing / accept'],
    ['merges into', 'note', 'keep / accept / accept'],
    ['merges into', 'size', 'keep / as null / accept'],
    ['replaces', 'title', 'Thing.title missing / Thing.title blank / accept'],
    ['replaces', 'size', '= 3 / Thing.size invalid / accept'],
    ['replaces', 'kind', 'as null / Thing.kind invalid / accept'],
  ] as const)('%s: %s', (effect, path, expected) => {
    expect(rules(bodyOf(effect), path)).toBe(expected);
  });

  it('takes a patch of a map, in which null takes a member away, and counts after the merge', () => {
    const { merge, schema } = field(bodyOf('merges into'), 'extra');
    expect(merge).toBe(true);
    expect(schema).toStrictEqual({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
    });
    expect(runFor('merges into').results).toStrictEqual([
      {
        column: 'extra',
        schema: { type: 'object', additionalProperties: {}, maxProperties: 2 },
        cause: 'Thing.extra invalid',
        name: 'extra',
        path: ['extra'],
      },
    ]);
    expect(runFor('updates').results).toBeUndefined();
  });
});

describe('a Body table', () => {
  const table = `
| Body | Type | Required | Default | Allowed values | Sets |
|---|---|---|---|---|---|
| \`thing.name\` | string | yes | none | any | \`title\` |
| \`thing.colour\` | as \`Thing.box.colour\` | no | none | any | \`box.colour\` |
| \`loud\` | boolean | no | \`false\` | any | none |`;

  it('sets fields under names and wrappers of its own', () => {
    const body = bodyOf('updates', '- Omitted fields: kept\n', table);
    expect(body.fields.map((one) => [one.parameter, one.name, rules(body, one.path.join('.'))])).toStrictEqual([
      ['body.thing.name', 'name', 'Thing.title missing / Thing.title blank / accept'],
      ['body.thing.colour', 'colour', 'keep / Thing.box.colour invalid / accept'],
      ['body.loud', 'loud', '= 0 / body.loud invalid / accept'],
    ]);
    expect(field(body, 'thing.name').schema).toStrictEqual({ type: 'string', minLength: 2, maxLength: 40 });
  });
});

describe('what the document leaves open', () => {
  it('holds the request that leaves out a field of which nothing says whether it is required', () => {
    const plan = planOf({
      resources: THING.replace('| `kind` | one of `a`, `b` | no |', '| `kind` | one of `a`, `b` | not shown |'),
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`,
    });
    const run = runOf(plan, 'POST /things');
    expect(run.body.kind === 'fields' && rules(run.body, 'kind')).toBe(
      'held by 2/Thing.kind/required / Thing.kind invalid / accept',
    );
    expect(operationIn(plan, 'POST /things').partlyHeldBy).toContain('2/Thing.kind/required');
    expect(plan.gaps['2/Thing.kind/required']).toMatch(/Thing\.kind/);
  });
});

/** The plan of what a list or map holds. */
function memberOf(type: string): unknown {
  const plan = planOf({
    resources: THING.replace('map of string(5) | no | caller | at most 2 items', `${type} | no | caller | any`),
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`,
  });
  const { body } = runOf(plan, 'POST /things');
  return body.kind === 'fields' ? body.fields.find((one) => one.name === 'extra')?.value.of : undefined;
}

describe('a member of a list or map', () => {
  it('may be null where its own type says so', () => {
    expect(memberOf('array of (string or null) or null')).toStrictEqual({ type: 'text', nullable: true });
    expect(memberOf('map of (integer or null)')).toStrictEqual({ type: 'integer', nullable: true });
    expect(memberOf('set of string or null')).toStrictEqual({ type: 'text' });
  });
});
