// Rows for operations with `Repeat: key`: each is sent with a key of its own.

import { afterEach, expect, it } from 'vitest';

import { between, LIBRARY, listed, Place, served } from './seeding.ts';
import type { Running } from '../serve/running.ts';

const TABLE = (header: string): string => `- Repeat: key

| Repeat | Statement |
|---|---|
| Header | \`Idempotency-Key\` required |
| Applies to | POST |
| Scope | operation |
| Kept for | 1 day |
| Same body | the first answer |
| Other body | \`other_call\` |
| Still running | \`still_running\` |
| Kept answers | all |
| Marked by | none |
${header}
`;

const CODES = `| \`no_key\` | 400 | header \`Idempotency-Key\` missing | A key is missing. |
| \`bad_key\` | 400 | invalid header | The key does not fit. |
| \`other_call\` | 422 | none | The key is of another call. |
| \`still_running\` | 409 | none | It runs. |
`;

function keyed(header: string): string {
  return LIBRARY.replace(
    '- Does: creates Visit\n- Body: Visit\n- Repeat: again\n',
    `- Does: creates Visit\n- Body: Visit\n${TABLE(header)}`,
  ).replace('| `absent` |', `${CODES}$&`);
}

const place: { here: Place | undefined; service: Running | undefined } = { here: undefined, service: undefined };
afterEach(async () => {
  await place.service?.stop();
  place.here?.remove();
});

const ROW = (type: string): string => `
| Header | Type | Required | Default | Allowed values |
|---|---|---|---|---|
| \`Idempotency-Key\` | ${type} | yes | none | any |
`;

it.each([
  ['any text', '', /^[0-9a-f-]{36}$/],
  ['a uuid', ROW('uuid'), /^[0-9a-f-]{36}$/],
  ['a short text', ROW('string(20)'), /^.{1,20}$/],
  ['a number', ROW('integer'), /^\d+$/],
])('of %s: each row has another, and equal rows go in twice', async (_, header, expected) => {
  const document = keyed(header);
  place.here = new Place(document);
  place.service = await served(document);
  const keys: string[] = [];
  const { url, close } = await between(place.service.url, {
    before: ({ method, headers }) => {
      if (method === 'POST') keys.push(String(headers['idempotency-key']));
      return false;
    },
  });
  place.here.write('data.json', { 'POST /visits': [{ day: 'one' }, { day: 'one' }, { day: 'two' }] });
  const { stdout, stderr } = await place.here.seed(url);
  close();
  expect(stderr + stdout).toBe('made 3, there already 0, failed 0, unknown 0\n');
  expect(await listed(place.service.url, '/visits')).toHaveLength(3);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(expected);
  // What was sent is nobody else's business.
  for (const key of keys) expect(place.here.read('data.json.seed')).not.toContain(key);
});

it('sends no key to operations that ask for none', async () => {
  place.here = new Place();
  place.service = await served();
  const names: string[] = [];
  const { url, close } = await between(place.service.url, {
    before: ({ headers }) => {
      names.push(...Object.keys(headers));
      return false;
    },
  });
  place.here.write('data.json', { 'POST /visits': [{ day: 'one' }] });
  await place.here.seed(url);
  close();
  expect(names).toContain('content-type');
  expect(names).not.toContain('idempotency-key');
});
