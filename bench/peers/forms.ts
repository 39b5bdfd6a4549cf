// The same interface in the form of each peer, as far as that form goes: whole, or with the twelve statements left out. Output: text for a
// file.

const SEATS = { type: 'integer', minimum: 1, maximum: 9 };

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

/** OpenAPI 3.1. It has no word for an order, for a page's size or for what makes a move legal; the rest it can state. */
export function openapi(whole: boolean): string {
  const seats = whole ? { ...SEATS, default: 2 } : { type: 'integer' };
  const stated = { type: 'string', enum: ['asked', 'confirmed', 'left'] };
  const Booking = {
    type: 'object',
    ...(whole ? { required: ['id', 'guest', 'seats', 'status'] } : {}),
    properties: {
      id: { type: 'integer', ...(whole ? { readOnly: true } : {}) },
      guest: { type: 'string', minLength: 1, maxLength: 80 },
      seats,
      status: { ...stated, ...(whole ? { readOnly: true } : {}) },
    },
  };
  // Not `readOnly` alone: what is sent has a schema of its own, which takes nothing else.
  const Sent = whole
    ? {
        type: 'object',
        required: ['guest'],
        additionalProperties: false,
        properties: { guest: Booking.properties.guest, seats },
      }
    : Booking;
  const one = { description: 'a booking', ...json({ $ref: '#/components/schemas/Booking' }) };
  const refusal = (code: string): object => ({
    description: code,
    ...json({ type: 'object', required: ['error'], properties: { error: { type: 'string', const: code } } }),
  });
  const refusals = (...which: readonly (readonly [string, string])[]): object =>
    whole ? Object.fromEntries(which.map(([status, code]) => [status, refusal(code)])) : {};
  const missing = ['404', 'no_booking'] as const;
  const invalid = ['422', 'invalid'] as const;
  const notNow = ['409', 'not_now'] as const;
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const body = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } });
  const move = { post: { parameters: id, responses: { 200: one, ...refusals(missing, notNow) } } };
  const list = { description: 'bookings', ...json({ type: 'array', items: { $ref: '#/components/schemas/Booking' } }) };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bookings', version: '1' },
    paths: {
      '/bookings': {
        get: { responses: { 200: list } },
        post: { ...body(Sent), responses: { 201: one, ...refusals(invalid) } },
      },
      '/bookings/{id}': {
        get: { parameters: id, responses: { 200: one, ...refusals(missing) } },
        patch: {
          parameters: id,
          ...body({ ...Sent, required: [] }),
          responses: { 200: one, ...refusals(missing, invalid) },
        },
        delete: { parameters: id, responses: { 204: { description: 'deleted' }, ...refusals(missing) } },
      },
      '/bookings/{id}/confirm': move,
      '/bookings/{id}/leave': move,
    },
    components: { schemas: { Booking } },
  });
}

/** A file of rows is all that json-server gets. */
export function rows(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({ id: i + 1, guest: 'Ada', seats: 3, status: 'asked' }));
}

const RESPONSE = {
  latency: 0,
  label: '',
  headers: [{ key: 'Content-Type', value: 'application/json' }],
  bodyType: 'INLINE',
  filePath: '',
  databucketID: '',
  sendFileAsBody: false,
  rules: [],
  rulesOperator: 'AND',
  disableTemplating: false,
  fallbackTo404: false,
  default: false,
  crudKey: 'id',
  callbacks: [],
  statusCode: 200,
  body: '{}',
};

const SCHEMAS = {
  POST: {
    type: 'object',
    required: ['guest'],
    additionalProperties: false,
    properties: { guest: { type: 'string', minLength: 1, maxLength: 80 }, seats: SEATS },
  },
  PATCH: {
    type: 'object',
    additionalProperties: false,
    properties: { guest: { type: 'string', minLength: 1, maxLength: 80 }, seats: SEATS },
  },
};

/** What stands in the bucket's row that the path names: `then` is filled in for it, by Mockoon's templates. */
const ofRow = (then: string): string =>
  `{{#each (dataRaw 'bookings')}}{{#if (eq (concat this.id '') (urlParam 'id'))}}${then}{{/if}}{{/each}}`;

/** A new row, with its number, its default and its first state; and the newest rows first, no more than twenty. */
const MADE =
  "{{setData 'inc' 'next' 'id'}}{{setVar 'row' (object id=(dataRaw 'next' 'id') guest=(bodyRaw 'guest') " +
  "seats=(bodyRaw 'seats' 2) status='asked')}}{{setData 'push' 'bookings' '' @row}}{{{stringify @row}}}";
const LISTED = "{{{stringify (slice (reverse (dataRaw 'bookings')) 0 20)}}}";

function numbered(kind: number, of: number): string {
  return `00000000-0000-4000-8000-${String(kind).padStart(4, '0')}${String(of).padStart(8, '0')}`;
}

const rule = (target: string, modifier: string, operator: string, value: string, invert = false): object => ({
  target,
  modifier,
  operator,
  value,
  invert,
});

/** Mockoon: a bucket of rows with a CRUD route, rules with JSON schemas, and templates that read and set the bucket. */
export function mockoon(whole: boolean, count: number): string {
  const invalid = (schema: string): object => ({
    ...RESPONSE,
    statusCode: 422,
    body: '{"error": "invalid"}',
    rules: [rule('method', '', 'equals', schema), rule('body', '', 'valid_json_schema', schema, true)],
  });
  const crud = { ...RESPONSE, bodyType: 'DATABUCKET', databucketID: 'rows', default: true };
  const move = (path: string, from: string, to: string): object => {
    const moved = {
      ...RESPONSE,
      body:
        ofRow(`{{setData 'set' 'bookings' (concat @index '.status') '${to}'}}`) +
        ofRow(`{"id": {{this.id}}, "guest": "{{this.guest}}", "seats": {{this.seats}}, "status": "${to}"}`),
    };
    const legal = { ...moved, rules: [rule('templating', ofRow('{{this.status}}'), 'equals', from)] };
    const missing = {
      ...RESPONSE,
      statusCode: 404,
      body: '{"error": "no_booking"}',
      rules: [rule('templating', ofRow('there'), 'equals', 'there', true)],
    };
    const other = { ...RESPONSE, statusCode: 409, body: '{"error": "not_now"}', default: true };
    return route(path, 'http', whole ? [legal, missing, other] : [{ ...moved, default: true }]);
  };
  let made = 0;
  const route = (endpoint: string, type: string, responses: readonly object[], method = 'post'): object => {
    made += 1;
    return {
      uuid: numbered(1, made),
      type,
      documentation: '',
      method,
      endpoint,
      responses: responses.map((response, i) => ({ uuid: numbered(made + 1, i), ...response })),
      responseMode: null,
      streamingMode: null,
      streamingInterval: 0,
    };
  };
  const moves = [move('bookings/:id/confirm', 'asked', 'confirmed'), move('bookings/:id/leave', 'confirmed', 'left')];
  const made201 = { ...RESPONSE, statusCode: 201, body: MADE, default: true };
  const listed = { ...RESPONSE, body: LISTED, default: true };
  const routes = whole
    ? [
        ...moves,
        route('bookings', 'http', [invalid('post'), made201]),
        route('bookings', 'http', [listed], 'get'),
        route('bookings', 'crud', [crud, invalid('patch')], ''),
      ]
    : [...moves, route('bookings', 'crud', [crud], '')];
  const bucket = (id: string, name: string, value: unknown, i: number): object => ({
    uuid: numbered(99, i),
    id,
    name,
    documentation: '',
    value: JSON.stringify(value),
  });
  return JSON.stringify({
    uuid: numbered(0, 0),
    lastMigration: 33,
    name: 'Bookings',
    endpointPrefix: '',
    latency: 0,
    port: 0,
    hostname: '127.0.0.1',
    folders: [],
    routes,
    rootChildren: (routes as { uuid: string }[]).map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: false,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [
      bucket('rows', 'bookings', rows(count), 1),
      bucket('next', 'next', { id: count }, 4),
      bucket('post', 'post', SCHEMAS.POST, 2),
      bucket('ptch', 'patch', SCHEMAS.PATCH, 3),
    ],
    callbacks: [],
  });
}
