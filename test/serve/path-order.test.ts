// A path of three rows: each is found, or refused, from left to right, whatever stands right of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const resource = (name: string, fields: string): string => `### ${name}

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
${fields}
`;

const RESOURCES = [
  resource('Room', '| `code` | string | yes | caller | any | none |').replace('\n\n|', '\n- Unique: `code`\n\n|'),
  resource(
    'Booking',
    '| `room` | Room by `code` | yes | caller | any | none |\n| `day` | date | yes | caller | any | none |',
  ).replace('\n\n|', '\n- Unique: `room` and `day`\n\n|'),
  resource(
    'Seat',
    '| `booking` | Booking by `id` | yes | caller | any | none |\n| `n` | integer | yes | caller | any | none |',
  ).replace('\n\n|', '\n- Unique: `booking` and `n`\n\n|'),
].join('\n');

const PATH = `| Path | Type | Selects |
|---|---|---|
| \`code\` | string | Room by \`code\` |
| \`day\` | date | Booking by \`day\`, in {code} |
| \`n\` | integer | Seat by \`n\`, in {day} |
`;

const operation = (heading: string, bullets: string, when: string): string => `### ${heading}

${bullets}- Repeat: again
${heading.includes('{code}') ? `\n${PATH}` : ''}
| Status | When | Body |
|---|---|---|
| 200 | ${when} | none |
`;

const SEAT = '/rooms/{code}/bookings/{day}/seats/{n}';
const OPERATIONS = [
  operation('POST /rooms', '- Does: creates Room\n- Body: Room\n', 'created'),
  operation('POST /bookings', '- Does: creates Booking\n- Body: Booking\n', 'created'),
  operation('POST /seats', '- Does: creates Seat\n- Body: Seat\n', 'created'),
  operation(`GET ${SEAT}`, '- Does: reads Seat\n', 'found'),
  operation(`PATCH ${SEAT}`, '- Does: updates Seat\n- Body: Seat\n- Omitted fields: kept\n', 'updated'),
  operation(`DELETE ${SEAT}`, '- Does: deletes Seat\n', 'deleted'),
].join('\n');

const CODES = `| \`room\` | 404 | no such Room |
| \`booking\` | 404 | no such Booking, no such Room in \`room\` |
| \`seat\` | 404 | no such Seat, no such Booking in \`booking\` |
`;

describe.each([
  ['without a cause of its own', CODES, ['booking', 'seat']],
  ['invalid path', `| \`path\` | 400 | invalid path |\n${CODES}`, ['path', 'path']],
  ['invalid path, stated last', `${CODES}| \`path\` | 400 | invalid path |\n`, ['path', 'path']],
])('%s', (_, codes, [noDate, noNumber]) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(planOf({ resources: RESOURCES, operations: OPERATIONS, codes }));
    await send(service, 'POST', '/rooms', { code: 'a' });
    await send(service, 'POST', '/bookings', { room: 'a', day: '2026-01-31' });
    await send(service, 'POST', '/seats', { booking: 1, n: 1 });
  });
  afterAll(() => service.stop());

  test.each([
    ['/rooms/a9/bookings/x/seats/y', 'room'],
    ['/rooms/a9/bookings/2026-01-31/seats/y', 'room'],
    ['/rooms/a9/bookings/x/seats/1', 'room'],
    ['/rooms/a/bookings/x/seats/y', noDate],
    ['/rooms/a/bookings/2026-02-01/seats/y', 'booking'],
    ['/rooms/a/bookings/2026-01-31/seats/y', noNumber],
    ['/rooms/a/bookings/2026-01-31/seats/2', 'seat'],
  ])('%s', async (path, code) => {
    const answers = [
      await send(service, 'GET', path),
      await send(service, 'PATCH', path, { n: 3 }),
      await send(service, 'PATCH', path, { n: 'x' }),
      await send(service, 'PATCH', path, { m: 3 }),
      await send(service, 'DELETE', path),
    ];
    expect(answers.map(({ json }) => json)).toEqual(answers.map(() => ({ code })));
  });
});
