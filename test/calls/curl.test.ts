// Lines for the shell: values that fit their types, and an order in which each call works.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { effortForAll } from '../../src/base/effort.ts';
import { curlLines } from '../../src/calls/lines.ts';
import { patternTexts } from '../../src/base/patterns/texts.ts';
import { sample } from '../../src/calls/samples.ts';
import { schedule, type Schedule, type Search } from '../../src/calls/schedule.ts';
import type { Wanted } from '../../src/calls/wanted.ts';
import type { JsonSchema, NestedField } from '../../src/plan/input.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { planOf } from '../plan/plan-of.ts';
import { TODO_PLAN } from '../serve/plans.ts';

function found<T>(search: Search<T>): T {
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

function scheduled(plan: Plan, now = 0): Schedule {
  return found(schedule(plan, 0, now));
}

function linesOf(plan: Plan, address: string): readonly string[] {
  return found(curlLines(plan, address, 0));
}

function textsMatching(pattern: string, vary: number): readonly string[] {
  const texts = patternTexts(pattern)?.texts({ least: 0, most: 12 }, vary, effortForAll());
  return [...(texts ?? [])];
}

describe('a text for a pattern', () => {
  it.each([
    '[A-Z0-9]+(-[A-Z0-9]+)*',
    '[a-z]{3,5}',
    'a|b|c',
    '(ab?c){2}',
    '\\+[1-9][0-9]{1,14}',
    '[^a-z]x',
    '\\p{Lu}\\p{Ll}*',
    '[0-9]{4}-[0-9]{2}\\.txt',
    '[\\]\\-a]+',
    '[a-]b',
    '.{8}',
    '',
  ])('is found for %j', (pattern) => {
    const texts = textsMatching(pattern, 1);
    expect(texts.length).toBeGreaterThan(0);
    const regex = new RegExp(`^(?:${pattern})$`, 'u');
    expect(texts.every((text) => regex.test(text))).toBe(true);
  });

  it.each(['[a', '(a', 'a{', '\\p{Greek}', '[b-a'])('is not made up for %j', (pattern) => {
    expect(textsMatching(pattern, 1)).toEqual([]);
  });

  it('differs when it is varied', () => {
    const texts = Array.from({ length: 300 }, (_, vary) => textsMatching('[A-Z]{2}|foo[ab]?', vary)[0]);
    expect(texts.slice(0, 3)).toEqual(['AA', 'AB', 'AC']);
    expect(new Set(texts).size).toBe(300);
  });
});

function made(schema: JsonSchema, value: Wanted['value'] = {}, shapes: Wanted['shapes'] = {}): unknown {
  return sample({ name: 'a', schema, value, shapes, vary: 1, effort: effortForAll() });
}

function field(name: string, more: Partial<NestedField>): NestedField {
  return {
    path: name.split('.'),
    schema: { type: 'integer', minimum: 2 },
    value: { type: 'integer' },
    omitted: { do: 'refuse', cause: 'missing' },
    nulls: { do: 'refuse', cause: 'invalid' },
    invalid: { do: 'refuse', cause: 'invalid' },
    present: 'always',
    ...more,
  };
}

function shape(...fields: NestedField[]): Wanted['shapes'] {
  return { S: { fields, unknown: { do: 'ignore' } } };
}

function of(format: 'email' | 'uuid' | 'date-time' | 'url'): unknown {
  return sample({
    name: 'contact',
    schema: { type: 'string' },
    value: { format },
    shapes: {},
    vary: 2,
    effort: effortForAll(),
  });
}

describe('a value for a schema', () => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });

  it.each([
    { type: 'string' },
    { type: 'string', minLength: 30, maxLength: 32 },
    { type: 'string', maxLength: 2 },
    { type: 'string', minLength: 3, maxLength: 20, pattern: '^(?:[A-Z0-9]+(-[A-Z0-9]+)*)$' },
    { type: 'string', minLength: 40, maxLength: 40, pattern: '^(?:(([a-z]+-)*[a-z]+/)*([a-z]+-)*[a-z]+)$' },
    { type: 'string', pattern: '\\S', allOf: [{ pattern: '^(?:[ a]{3,})$' }, { minLength: 5 }] },
    { type: 'string', pattern: '^(?:[a-z]{2,})$', allOf: [{ pattern: '^(?:.*[d-g])$' }, { maxLength: 2 }] },
    { type: ['string', 'null'], minLength: 1 },
    { type: 'integer', minimum: 2 },
    { type: 'integer', maximum: -7 },
    { type: 'integer', minimum: 5, maximum: 5 },
    { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.001 },
    { type: 'number', exclusiveMinimum: 3, multipleOf: 0.01 },
    { type: 'boolean' },
    { enum: ['a', null, 'b'] },
    { enum: ['a', 'bb', 'c'], allOf: [{ enum: ['bb', 'c', 'd'] }, { minLength: 2 }] },
    { type: 'integer', minimum: 1, allOf: [{ minimum: 5, maximum: 9 }] },
    { const: 7 },
    { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] },
    { type: 'array', items: { type: 'string' }, maxItems: 0 },
    { type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true },
    { type: 'object', properties: { a: { type: 'integer', minimum: 2 } }, required: ['a'] },
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: 'string', maxLength: 3 }, minProperties: 2 },
  ])('fits %j, varied too', (schema) => {
    for (const vary of [1, 2, 3]) {
      const value = sample({ name: 'first_name', schema, value: {}, shapes: {}, vary, effort: effortForAll() });
      expect(value).toBeDefined();
      expect(ajv.validate(schema, value), JSON.stringify(value)).toBe(true);
    }
  });

  it('is not made up when there is none', () => {
    expect(made({ type: 'integer', minimum: 3, maximum: 2 })).toBeUndefined();
    expect(made({ type: 'string', pattern: '^(?:\\p{Zl})$' })).toBeUndefined();
    expect(made({})).toBeUndefined();
  });

  it('has no more digits than a decimal holds', () => {
    expect(made({ type: 'number', minimum: 0 }, { scale: 2 })).toBe(1.5);
    expect(made({ type: 'number', minimum: 0 }, { scale: 0 })).toBe(1);
    expect(made({ type: 'number', maximum: 0.004 }, { scale: 3 })).toBe(0.001);
  });

  it('fills a nested shape with what it needs, and ends where a shape holds itself', () => {
    const self = { schema: { type: 'object' }, value: { type: 'json', format: 'shape', shape: 'S' } } as const;
    const object = { type: 'object' };
    expect(made(object, { shape: 'S' }, shape(field('from', {}), field('at.x', {})))).toEqual({
      from: 3,
      at: { x: 3 },
    });
    expect(made(object, { shape: 'S' }, shape(field('next', { ...self, omitted: { do: 'as null' } })))).toEqual({});
    expect(made(object, { shape: 'S' }, shape(field('next', self)))).toBeUndefined();
  });

  it('has the form that its format names', () => {
    expect(of('email')).toBe('contact2@example.com');
    expect(of('uuid')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(of('date-time')).toBe('2026-01-03T09:30:00Z');
    expect(of('url')).toBe('https://example.com/contact/2');
  });
});

/** A document of test/parts/authentication, with changes. */
function signedIn(name: string, change: (source: string) => string = (source) => source): readonly string[] {
  const source = readFileSync(new URL(`../parts/authentication/${name}.md`, import.meta.url), 'utf8');
  const { document, diagnostics } = read(change(source), name);
  return linesOf(plan(link(document, diagnostics)), 'http://127.0.0.1:8080');
}

/** Method, path and credentials. */
function short(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    const [, method = 'GET'] = /-X ([A-Z]+)/.exec(line) ?? [];
    const [, path = line] = /8080([^"]*)"/.exec(line) ?? [];
    const [, sent] = /-H "([^"]*)"/.exec(line) ?? [];
    const [, token] = /; (token\w*)=/.exec(line) ?? [];
    return `${method} ${path}${sent === undefined ? '' : ` < ${sent}`}${token === undefined ? '' : ` > ${token}`}`;
  });
}

describe('lines of callers', () => {
  it('keep the token that a call gives, and send it where the scheme says', () => {
    expect(short(signedIn('tokens-of-the-service'))).toEqual([
      'POST /users > token',
      'POST /admins > token_2',
      'POST /sessions > token_3',
      'POST /notes < Authorization: Bearer ${token_3}',
      'GET /me < Authorization: Bearer ${token_3}',
      'GET /notes < Authorization: Bearer ${token_3}',
      'GET /notes/${note_id} < Authorization: Bearer ${token_3}',
      'GET /board < Authorization: Bearer ${token_3}',
      'GET /admin/notes < Authorization: Bearer ${token_3}',
      'POST /sessions/others < Authorization: Bearer ${token_3}',
      'PATCH /me < Authorization: Bearer ${token_3}',
      'POST /users/${user_id_2}/role < Authorization: Bearer ${token_3}',
      'PATCH /notes/${note_id} < Authorization: Bearer ${token_3}',
      'DELETE /me < Authorization: Bearer ${token_3}',
      'POST /users > token_4',
      'POST /notes < Authorization: Bearer ${token_4}',
      'DELETE /notes/${note_id} < Authorization: Bearer ${token_4}',
      'DELETE /session < Authorization: Bearer ${token_4}',
    ]);
  });

  it('keep a signed token of which the service keeps nothing', () => {
    // The two documents differ in how their tokens are made, and in that one has an operation that ends them.
    expect(short(signedIn('signed-tokens-that-nothing-ends'))).toEqual(
      short(signedIn('tokens-of-the-service')).filter((line) => !line.startsWith('DELETE /session ')),
    );
  });

  it('sign in with what was sent to sign up', () => {
    const lines = signedIn('tokens-of-the-service');
    const body = (path: string): Record<string, string> => {
      const line = lines.find((each) => each.includes(`8080${path}"`))!;
      return JSON.parse(/-d '([^']*)'/.exec(line)![1]!) as Record<string, string>;
    };
    const { email, password } = body('/admins');
    expect(body('/sessions')).toEqual({ email, password });
  });

  it('take a token out of a cookie, and send it in one', () => {
    const lines = signedIn('a-cookie-and-who-may-move');
    expect(lines[0]).toContain('/^Set-Cookie:.*sitting=([^\\s/?#;]+)/im.exec(answer)[1]');
    expect(short(lines)).toEqual([
      'POST /people > token',
      'POST /sessions > token',
      'POST /tickets < Cookie: sitting=${token}',
      'GET /tickets < Cookie: sitting=${token}',
      'GET /tickets/${ticket_id} < Cookie: sitting=${token}',
      'POST /tickets/${ticket_id}/sell < Cookie: sitting=${token}',
      'POST /tickets < Cookie: sitting=${token}',
      'POST /tickets/${ticket_id_2}/void < Cookie: sitting=${token}',
      'DELETE /sessions < Cookie: sitting=${token}',
    ]);
  });

  it('send a token in the query where that is its place', () => {
    const lines = signedIn('tokens-of-the-service', (source) =>
      source.replace('header `Authorization: Bearer {token}`', 'query `key`'),
    );
    expect(short(lines)).toContain('GET /me?key=${token_3}');
  });

  it('say which call is not there, since nobody may make it', () => {
    const lines = signedIn('tokens-of-the-service', (source) =>
      source.replace('creates User with `role` = `admin`', 'creates User'),
    );
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([
      '# GET /admin/notes: no values were found with which it would work; the last ones met "not permitted on Note", 403',
      '# POST /users/{id}/role: no values were found with which it would work; the last ones met "not permitted", 403',
    ]);
  });
});

describe('lines for the shell', () => {
  const address = 'http://127.0.0.1:8080';

  it('create before they read, delete last, and take the id out of the answer', () => {
    const order = scheduled(TODO_PLAN).calls.map(({ call }) => call.operation.id);
    expect(order).toEqual(['POST /todos', 'GET /todos/{id}', 'GET /todos', 'PUT /todos/{id}', 'DELETE /todos/{id}']);
    const [first, second] = linesOf(TODO_PLAN, address);
    expect(first).toMatch(/^answer=\$\(curl -sS -X POST .*todo_id=\$\(/);
    expect(second).toBe(`curl -sS -i "${address}/todos/\${todo_id}"`);
  });

  it('are understood by a shell as they stand', () => {
    // `curl` stands for a program that answers what the service would, and shows what it was given.
    const curl = `curl() { if [ "$2" = -X ]; then echo '{"id":"it'"'"'s $1"}'; else for word; do printf '[%s]' "$word"; done; echo; fi; }`;
    const said = execFileSync('sh', ['-eu', '-c', `${curl}\n${linesOf(TODO_PLAN, address).join('\n')}`], {
      encoding: 'utf8',
    });
    expect(said).toContain(`[-sS][-i][${address}/todos/it's $1]`);
  });

  it('say what holds an operation, and that no line was found where none works', () => {
    const [create, read] = TODO_PLAN.operations.filter(({ id }) => id.startsWith('POST') || id === 'GET /todos/{id}');
    const held = { ...create!, id: 'POST /x', runs: 'no', heldBy: ['4/POST /x/does'], run: undefined } as const;
    const plan: Plan = { ...TODO_PLAN, operations: [read!, held], gaps: { '4/POST /x/does': 'What does it do?' } };
    expect(linesOf(plan, address)).toEqual([
      '# GET /todos/{id}: no values were found with which it would work',
      '# POST /x is held by 4/POST /x/does (What does it do?)',
    ]);
  });

  it('say which refusal was met where no values work', () => {
    const plan = planOf({
      resources:
        '### Thing\n\n- Identified by: `id`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | integer | yes | service: new id | any | none |\n| `word` | string | yes | caller | any | none |\n',
      operations:
        '### POST /things\n\n- Does: creates Thing\n- Body: Thing\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing |\n',
      codes: '| `odd` | 409 | body `word` != "the one word that nobody finds" |\n',
    });
    const lines = linesOf(plan, address);
    expect(lines.filter((one) => one.startsWith('#'))).toEqual([
      '# POST /things: no values were found with which it would work; the last ones met "refused odd", 409',
    ]);
  });
});

const booking = (type: string, onlyIf: string): Plan => {
  const text = readFileSync(new URL('../../docs/orders.md', import.meta.url), 'utf8')
    .replace(/\| `total` .*/, `| \`day\` | ${type} | yes | caller | any | none |`)
    .replace('`total` > 0', onlyIf);
  const { document, diagnostics } = read(text, 'orders.md');
  return plan(link(document, diagnostics));
};

describe('a day that a condition compares with now', () => {
  const NOW = Date.parse('2031-05-05T12:00:00Z');
  const days = (of: Plan): readonly (readonly [string, unknown])[] => {
    const { calls, unreached } = scheduled(of, NOW);
    expect(unreached).toEqual([]);
    return calls.map(({ call }) => {
      const sent = call.body?.find(({ path }) => path[0] === 'day')?.value;
      return [call.operation.id, sent && 'literal' in sent ? sent.literal : undefined];
    });
  };
  const first = ['POST /orders', expect.stringContaining('2026-01-')];
  const pay = ['POST /orders/{id}/pay', undefined];

  it.each([
    ['date', '`day` > now', /^2031-(05|06)-\d\d$/],
    ['date-time', '`day` > now', /^2031-(05|06)-.*Z$/],
    ['date-time', '`day` > now + 30 days', /^2032-0[67]-.*Z$/],
  ])('lies where it is met: %s, %s', (type, onlyIf, expected) => {
    const again = ['POST /orders', expect.stringMatching(expected)];
    expect(days(booking(type, onlyIf))).toEqual([first, again, pay]);
  });

  it('is left as it is where that meets it, or nothing is asked of it', () => {
    expect(days(booking('date', '`day` < now'))).toEqual([first, pay]);
    expect(days(booking('date', 'none'))).toEqual([first, pay]);
  });
});

it('says how an operation is called that only keys of the operator let in', () => {
  const file = 'test/parts/authentication/keys-of-the-operator.md';
  const { document, diagnostics } = read(readFileSync(file, 'utf8'), file);
  const line = linesOf(plan(link(document, diagnostics)), 'http://127.0.0.1:1').find((one) =>
    one.startsWith('# GET /readers: '),
  );
  expect(line).toContain('a key of Link, made by `ninefold keys create`, is sent as ?key={token}');
  expect(line).toContain('a name and a password of Door, made by `ninefold keys create`, are sent as -u name:password');
});

it('leaves to the store what rests on a sum of other rows', () => {
  const file = new URL('../parts/errors/rules-over-other-rows.md', import.meta.url);
  const { document, diagnostics } = read(readFileSync(file, 'utf8'), 'a.md');
  const { calls, unreached } = scheduled(plan(link(document, diagnostics)));
  expect(unreached).toEqual([]);
  expect(calls).toHaveLength(9);
});
