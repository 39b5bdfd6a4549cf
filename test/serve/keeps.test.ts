// `creates or keeps`: many requests at once, its events, and what `check` finds in it. One request after the other:
// test/parts/endpoints/creates-or-keeps.http.

import { afterEach, describe, expect, it } from 'vitest';
import { documentOf, modelOf, type Parts } from '../plan/plan-of.ts';
import { read } from '../../src/read/read.ts';
import { link } from '../../src/link/link.ts';
import { check } from '../../src/check/check.ts';
import { plan } from '../../src/plan/compile.ts';
import { Stage } from '../laws/service.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Post
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller at create | any | none |

### Reader
- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |

### Like
- Identified by: \`id\`
- Unique: \`post\`, \`reader\`
- Unique: \`badge\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`post\` | Post by \`id\` | yes | caller | any | none |
| \`reader\` | Reader by \`name\` | yes | caller | any | none |
| \`note\` | string | no | caller | any | none |
| \`badge\` | string | no | caller | any | none |
| \`friend\` | Reader by \`name\` | no | caller | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |
`;

const made = (shape: string): string => `\n| Status | When | Body |\n|---|---|---|\n| 201 | created | ${shape} |\n`;

const LIKE = `### PUT /posts/{id}/likes/{reader}
- Does: creates or keeps Like with \`post\` = {id}, \`reader\` = {reader}
- Body: Like only \`note\`, \`badge\`, \`friend\`
- Repeat: same effect
- Emits: \`liked\`

| Path | Selects |
|---|---|
| \`id\` | Post by \`id\` |
| \`reader\` | Reader by \`name\` |

| Status | When | Body |
|---|---|---|
| 201 | created | Like without \`changed\` |
| 200 | unchanged | Like without \`changed\` |
`;

const OPERATIONS = `### POST /posts
- Does: creates Post
- Body: Post
- Repeat: again
${made('Post')}
### POST /readers
- Does: creates Reader
- Body: Reader
- Repeat: again
${made('Reader')}
${LIKE}
### GET /likes
- Does: lists Like
- Body: none
- Repeat: safe
- Order: oldest first
- Pages: none

| Status | When | Body |
|---|---|---|
| 200 | found | {"all": array of Like only \`note\`, \`changed\`, "n": <total>} |
`;

const ERRORS = `- Error body: {"code": <code>, "fields": [<field>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_post\` | 404 | no such Post |
| \`no_reader\` | 404 | no such Reader |
| \`no_friend\` | 422 | no such Reader in \`friend\` |
| \`missing\` | 422 | any field missing |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field |
| \`badge_taken\` | 409 | \`Like.badge\` taken |
| \`there\` | 409 | Post already there, Reader already there |
`;

const EVENTS = `### liked

- Payload: Like only \`note\`
`;

const WHOLE: Parts = { resources: RESOURCES, operations: OPERATIONS, errors: ERRORS, events: EVENTS };

let running: Running | undefined;
afterEach(() => running?.stop());

async function serving(operations = OPERATIONS, parts: Partial<Parts> = {}): Promise<Running> {
  running = await start(plan(modelOf(documentOf({ ...WHOLE, ...ALL, operations, ...parts }))));
  return running;
}

const ALL: Partial<Parts> = {
  all: `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Null fields: refused
- Empty text: kept
- Emits: none
- Other operations: none
`,
};

async function all(service: Running, requests: readonly (readonly [string, string, unknown?])[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [method, path, body] of requests) {
    const { status, text, headers } = await send(service, method, path, body);
    answers.push(`${status} ${headers.get('ninefold-gap') ?? text}`.trim());
  }
  expect(service.logged).toEqual([]);
  return answers;
}

const FIRST = [
  ['POST', '/posts', { id: 'a' }],
  ['POST', '/readers', { name: 'Ann' }],
  ['POST', '/readers', { name: 'Bob' }],
] as const;

describe('creates or keeps', () => {
  it('creates one row where many ask for it at once, and shows it to all of them', async () => {
    const service = await serving();
    await all(service, FIRST);
    for (const reader of ['Ann', 'Bob']) {
      const paths = Array.from({ length: 24 }, () => `/posts/a/likes/${reader}`);
      const answers = await Promise.all(
        paths.map((path, place) => send(service, 'PUT', path, { note: `${place}`, badge: reader })),
      );
      const created = answers.filter(({ status }) => status === 201);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([201]);
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([created[0]!.text]));
    }
    expect((await send(service, 'GET', '/likes')).text).toMatch(/"n":2\}$/);
    expect(service.logged).toEqual([]);
  });
});

describe('the events of creates or keeps', () => {
  it('are sent where the row is made, and not where it is kept', async () => {
    const stage = await Stage.open();
    try {
      await stage.play(plan(modelOf(documentOf({ ...WHOLE, ...ALL }))));
      const sent = async (method: string, path: string, body: unknown): Promise<number> =>
        (
          await stage.send({
            method,
            path,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).status;
      for (const [method, path, body] of FIRST) await sent(method, path, body);
      for (const status of [201, 200, 200]) expect(await sent('PUT', '/posts/a/likes/Ann', { note: 'x' })).toBe(status);
      const tables = JSON.parse(stage.kept()) as readonly (readonly [string, readonly { readonly event: string }[]])[];
      expect(tables.find(([name]) => name === '_outbox')?.[1].map(({ event }) => event)).toEqual(['liked']);
    } finally {
      await stage.close();
    }
  });
});

/** What `check` finds, and what it asks. */
function report(does: string, resources = RESOURCES): readonly string[] {
  const operations = OPERATIONS.replace(/creates or keeps .*/, does);
  const { document, diagnostics } = read(documentOf({ ...WHOLE, ...ALL, operations, resources }), 'things.md');
  const { diagnostics: found, gaps } = check(link(document, diagnostics));
  return [
    ...found.map(({ code, message }) => `${code}: ${message}`),
    ...gaps.filter(({ id }) => id !== '6/delivery').map(({ id }) => id),
  ];
}

describe('check of creates or keeps', () => {
  const unsure = [
    'which-one: Unexpected `creates or keeps Like`: nothing says which `Like`, expected `with` for the fields that it is ' +
      'identified by, or of one `Unique` without `ignoring case`, and for no other.',
  ];

  it('asks for no code of a key that cannot be taken', () => {
    expect(report('creates or keeps Like with `post` = {id}, `reader` = {reader}')).toEqual([]);
  });

  it('asks for it where something else makes such a row beside it', () => {
    const does =
      'creates or keeps Like with `post` = {id}, `reader` = {reader}; creates Like with `post` = {id}, `reader` = {reader}';
    expect(report(does)).toContain('7/cause/Like.post taken');
  });

  it.each([
    'creates or keeps Like with `post` = {id}',
    'creates or keeps Like with `post` = {id}, `reader` = {reader}, `note` = `x`',
  ])('refuses %s: its fields are no key', (does) => {
    expect(report(does)).toEqual(expect.arrayContaining(unsure));
  });

  it('refuses a key that ignores case', () => {
    const resources = RESOURCES.replace('`post`, `reader`\n', '`post`, `reader` ignoring case\n');
    expect(report('creates or keeps Like with `post` = {id}, `reader` = {reader}', resources)).toEqual(
      expect.arrayContaining(unsure),
    );
  });
});
