// Rules of part 7 over other rows, with calls at the same time: whatever is kept, no row is there of which such a rule is true. Nothing else
// of the document looks at other rows.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { trials } from '../trials.ts';
import { send, start, type Running } from './running.ts';

const PLAN = compile(
  modelOf(`# Halls

- Lists: complete unless marked

## 1. What the service does

It books seats.

## 2. Resources and their fields

### All fields

| Required | Set by | Allowed values | Default |
|---|---|---|---|
| yes | caller | any | none |

### Hall

- Identified by: \`id\`

| Field | Type | Set by |
|---|---|---|
| \`id\` | integer | service: new id |
| \`seats\` | integer | |
| \`taken\` | integer | service: count of Booking where \`hall\` = this \`id\` |

### Booking

- Identified by: \`id\`

| Field | Type | Set by |
|---|---|---|
| \`id\` | integer | service: new id |
| \`hall\` | integer | |
| \`seat\` | integer | |

## 3. States and transitions

none

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Unknown fields: refused
- Read-only fields: refused
- Omitted fields: kept
- Repeat: again
- Other operations: none
- Emits: none

| Path | Type | Selects |
|---|---|---|
| \`hall\` | integer | Hall by \`id\` |
| \`id\` | integer | Booking by \`id\` |

### POST /halls

- Does: creates Hall
- Body: Hall
- Answers: 201 created, Hall

### PATCH /halls/{hall}

- Does: updates Hall
- Body: Hall
- Answers: 200 updated, none

### GET /halls/{hall}

- Does: reads Hall
- Body: none
- Answers: 200 found, Hall

### POST /bookings

- Does: creates Booking
- Body: Booking
- Answers: 201 created, Booking

### PATCH /bookings/{id}

- Does: updates Booking
- Body: Booking
- Answers: 200 updated, none

### GET /bookings

- Does: lists Booking
- Body: none
- Order: oldest first
- Pages: none
- Answers: 200 found, array of Booking

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: {"error": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Hall, no such Booking |
| \`wrong\` | 422 | any field missing, any field invalid, unknown field, read-only field, invalid path |
| \`double\` | 409 | after: there is Booking (\`hall\` = this \`hall\` and \`seat\` = this \`seat\` and \`id\` != this \`id\`), about \`Booking.seat\` |
| \`full\` | 409 | after: there is Hall (\`id\` = this \`hall\` and \`taken\` > \`Hall.seats\`), about \`Booking.hall\` |
| \`small\` | 409 | after: \`Hall.taken\` > \`Hall.seats\` |

## 8. Limits

none

## 9. Versioning

none
`),
);

interface Booking {
  readonly hall: number;
  readonly seat: number;
}

let running: Running;
beforeEach(async () => {
  running = await start(PLAN);
});
afterEach(() => running.stop());

const ask = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await send(running, method, path, body)).status;

/** The number of the new row. */
async function made(path: string, body: unknown): Promise<number> {
  const { status, json } = await send(running, 'POST', path, body);
  expect(status).toBe(201);
  return (json as { readonly id: number }).id;
}

/** How many of them were kept; one that gave way to the others all the time may come again. */
async function together(calls: readonly (() => Promise<number>)[]): Promise<number> {
  const answers = await Promise.all(calls.map((call) => call()));
  for (const status of answers) expect([200, 201, 409, 503]).toContain(status);
  return answers.filter((status) => status < 300).length;
}

const many = (number: number): readonly number[] => Array.from({ length: number }, (_, at) => at + 1);

test('a seat is booked once, whoever else books it or moves to it', async () => {
  let booked = 0;
  for (const _ of many(trials(2, 12))) {
    const hall = await made('/halls', { seats: 100 });
    const others = await Promise.all(many(4).map((seat) => made('/bookings', { hall, seat })));
    const kept = await together([
      ...many(6).map(() => () => ask('POST', '/bookings', { hall, seat: 9 })),
      ...others.map((id) => () => ask('PATCH', `/bookings/${id}`, { seat: 9 })),
    ]);
    const all = (await send(running, 'GET', '/bookings')).json as readonly Booking[];
    expect(all.filter((one) => one.hall === hall && one.seat === 9)).toHaveLength(kept);
    expect(kept).toBeLessThanOrEqual(1);
    booked += kept;
  }
  expect(booked).toBeGreaterThan(0);
});

test('a hall is never too full, while guests come and seats go', async () => {
  let booked = 0;
  for (const _ of many(trials(2, 12))) {
    const hall = await made('/halls', { seats: 5 });
    const [kept] = await Promise.all([
      together(many(8).map((seat) => () => ask('POST', '/bookings', { hall, seat }))),
      together([4, 3].map((seats) => () => ask('PATCH', `/halls/${hall}`, { seats }))),
    ]);
    const { seats, taken } = (await send(running, 'GET', `/halls/${hall}`)).json as Readonly<Record<string, number>>;
    expect(taken).toBe(kept);
    expect(taken).toBeLessThanOrEqual(seats!);
    booked += kept;
  }
  expect(booked).toBeGreaterThan(0);
});
