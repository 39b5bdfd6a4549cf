// What it costs to know who calls: the processors' time of one answer, by anyone, with a token of the service, with a JWT that was met
// before, and with one at first sight; of a list, restricted to its caller and by a plain filter. Rounds by turns.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server as KeyServer } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, root, serve, stop, used } from './processes.ts';
import type { Server } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

const USERS = 20;
const NOTES = 2000;
const REQUESTS = 8000;
const ROUNDS_OF_TOKENS = 1000;

type Kind =
  | 'anyone'
  | 'anyone, beside a rate'
  | 'anyone, by a rate'
  | 'anyone, by a version'
  | 'opaque'
  | 'opaque, beside a rate'
  | 'opaque, by a rate'
  | 'JWT'
  | 'JWT, first sight'
  | 'own, opaque'
  | 'list by filter'
  | 'list of own';

const GOALS: readonly (readonly [of: Kind, to: Kind, atLeast: number])[] = [
  ['opaque', 'anyone', 0.85],
  ['anyone, by a rate', 'anyone, beside a rate', 0.95],
  ['anyone, by a version', 'anyone', 0.98],
  ['opaque, by a rate', 'opaque, beside a rate', 0.95],
  ['own, opaque', 'anyone', 0.85],
  ['JWT', 'anyone', 0.85],
  ['JWT, first sight', 'anyone', 0.3],
  ['list of own', 'list by filter', 0.9],
];

const VERSION = { 'API-Version': '2' };

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
}

async function started({ directory, cache }: Options, name: string, document: string): Promise<Server> {
  const folder = join(directory, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'callers.md');
  writeFileSync(file, document);
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const args = ['serve', file, ...ports, '--data', join(folder, 'data'), '--log', 'failures'];
  return serve(name, port, ['dist/cli/main.js', ...args], environment(cache));
}

async function post(server: Server, path: string, body: object, headers: Record<string, string> = {}): Promise<Made> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Made;
}

interface Made {
  readonly token?: string;
}

/** Notes are dealt out to the users, in turn. */
async function filled(
  server: Server,
  tokenOf: (id: number, made: { token?: string }) => Promise<string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const tokens: string[] = [];
  for (let id = 1; id <= USERS; id += 1)
    tokens.push(await tokenOf(id, await post(server, '/users', { name: `user ${id}` }, headers)));
  for (let note = 0; note < NOTES; note += 1)
    await post(server, '/notes', { title: `note ${note + 1}` }, { ...headers, ...bearer(tokens[note % USERS]!) });
  return tokens;
}

function reading(path: (note: number) => string, token?: (note: number) => string): RequestText[] {
  return Array.from({ length: ROUNDS_OF_TOKENS }, (_, place) => {
    const note = (place * 7) % NOTES;
    return { method: 'GET', path: path(note), status: 200, ...(token && { headers: bearer(token(note)) }) };
  });
}

async function keysOf(jwk: object): Promise<KeyServer> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Two reads more, which rates count: by address where anyone calls, by caller elsewhere; nobody reaches them. */
function ofRates(text: string): string {
  const counted = [...text.matchAll(/### GET \/(?:open|notes)\/\{id\}\n[^#]*/g)].map(([block]) =>
    block.replace('### GET ', '### GET /counted'),
  );
  return text
    .replace('| `no_note` |', '| `slow` | 429 | none |\n| `no_note` |')
    .replace('## 5. Authentication', `${counted.join('')}## 5. Authentication`)
    .replace(
      '## 8. Limits\n\nnone',
      '## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| Open | 100000 per second | IP address | `GET /counted/open/{id}` | `slow` |\n| Calls | 100000 per second | caller | `GET /counted/notes/{id}` | `slow` |',
    );
}

/** A request names its version in a header. */
function ofVersions(text: string): string {
  return text
    .replace('| `no_note` |', '| `no_version` | 400 | missing version, unknown version |\n| `no_note` |')
    .replace('- Scheme: none', '- Scheme: header `API-Version`\n- Current version: `2`');
}

export async function callers(options: Options): Promise<void> {
  const text = readFileSync(join(root, 'bench', 'callers.md'), 'utf8');
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = await keysOf({ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' });
  const address = keys.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const signed = (id: number, jti: string): Promise<string> =>
    new SignJWT({ jti })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
      .setSubject(String(id))
      .setIssuer('https://id.example')
      .setAudience('notes')
      .setExpirationTime('2h')
      .sign(privateKey);
  const verified = `issuer \`https://id.example\`, audience \`notes\`, keys \`http://127.0.0.1:${address.port}/\`, algorithms \`ES256\``;
  const ofOthers = text
    .replace('; issues token for User', '')
    .replace('{"id": id, "token": <token>}', '{"id": id}')
    .replace('- Scheme: bearer token', '- Scheme: JWT')
    .replace(
      /- Credentials: none\n- Issued by: .*\n/,
      `- Issued by: outside: \`the bench\`\n- Verified by: ${verified}\n- Claims: \`sub\` to caller.id\n`,
    )
    .replace('- Token lifetime: 30 days\n', '')
    .replace('- Revoked when: User is deleted', '- Revoked when: none');
  const servers: Server[] = [];
  const costs = new Map<Kind, number[]>();
  try {
    const opaque = await started(options, 'opaque', text);
    servers.push(opaque);
    const jwt = await started(options, 'jwt', ofOthers);
    servers.push(jwt);
    const rated = await started(options, 'rated', ofRates(text));
    servers.push(rated);
    const versioned = await started(options, 'versioned', ofVersions(text));
    servers.push(versioned);
    await filled(versioned, (_, made) => Promise.resolve(made.token!), VERSION);
    const ratedTokens = await filled(rated, (_, made) => Promise.resolve(made.token!));
    const tokens = await filled(opaque, (_, made) => Promise.resolve(made.token!));
    const jwts = await filled(jwt, (id) => signed(id, 'met'));
    const own = (note: number): string => tokens[note % USERS]!;
    const ofRated = (note: number): string => ratedTokens[note % USERS]!;
    const mixes: readonly (readonly [
      Kind,
      Server,
      (round: number) => Promise<readonly RequestText[]> | readonly RequestText[],
    ])[] = [
      ['anyone', opaque, () => reading((note) => `/open/${note + 1}`)],
      ['opaque', opaque, () => reading((note) => `/notes/${note + 1}`, own)],
      ['anyone, beside a rate', rated, () => reading((note) => `/open/${note + 1}`)],
      ['anyone, by a rate', rated, () => reading((note) => `/counted/open/${note + 1}`)],
      ['opaque, beside a rate', rated, () => reading((note) => `/notes/${note + 1}`, ofRated)],
      ['opaque, by a rate', rated, () => reading((note) => `/counted/notes/${note + 1}`, ofRated)],
      [
        'anyone, by a version',
        versioned,
        () => reading((note) => `/open/${note + 1}`).map((one) => ({ ...one, headers: VERSION })),
      ],
      ['own, opaque', opaque, () => reading((note) => `/own/${note + 1}`, own)],
      [
        'JWT',
        jwt,
        () =>
          reading(
            (note) => `/notes/${note + 1}`,
            (note) => jwts[note % USERS]!,
          ),
      ],
      [
        'JWT, first sight',
        jwt,
        (round) =>
          Promise.all(
            Array.from({ length: REQUESTS }, async (_, place) => {
              const token = await signed((place % USERS) + 1, `${round} ${place}`);
              return { method: 'GET', path: `/notes/${(place % NOTES) + 1}`, status: 200, headers: bearer(token) };
            }),
          ),
      ],
      ['list by filter', opaque, () => reading((note) => `/open?owner=${(note % USERS) + 1}`)],
      ['list of own', opaque, () => reading(() => '/own', own)],
    ];
    for (let round = 0; round <= options.rounds; round += 1) {
      for (let place = 0; place < mixes.length; place += 1) {
        const [kind, server, mix] = mixes[(place + round * 3) % mixes.length]!;
        const order = {
          port: server.port,
          connections: CONNECTIONS,
          seconds: 0,
          warm: 0,
          requests: REQUESTS,
          mix: await mix(round),
        };
        const before = used(server);
        await load(order);
        // The first round warms up.
        if (round > 0) costs.set(kind, [...(costs.get(kind) ?? []), ((used(server) - before) * 1000) / REQUESTS]);
      }
      process.stderr.write(`callers: round ${round} of ${options.rounds}\n`);
    }
  } finally {
    await Promise.all(servers.map(stop));
    keys.close();
  }
  console.log('\nprocessor of an answer, µs (the least of the rounds, since whatever disturbs only adds)');
  const least = new Map([...costs].map(([kind, all]) => [kind, Math.min(...all)]));
  for (const [kind, one] of least) console.log(`${kind.padEnd(20)} ${one.toFixed(1)}`);
  for (const [of, to, atLeast] of GOALS) {
    const ratio = least.get(to)! / least.get(of)!;
    console.log(
      `${`${of} / ${to}`.padEnd(46)} ${ratio.toFixed(2)}  (goal ${atLeast}${ratio >= atLeast ? '' : ', MISSED'})`,
    );
  }
}
