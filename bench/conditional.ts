// What preconditions cost and save: the processors' time of one answer over the embedded store, of a plain read, of a read with a tag
// whose If-None-Match names another one, and of a 304. Rounds by turns.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, root, serve, stop, used } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

const NOTES = 1000;
const REQUESTS = 16_000;

type Kind = 'plain' | 'with its tag' | 'plain, with the header' | 'conditional' | '304';

const GOALS: readonly (readonly [of: Kind, to: Kind, atLeast: number])[] = [
  ['conditional', 'plain', 0.95],
  ['304', 'plain', 1.05],
  // The same octets arrive.
  ['conditional', 'plain, with the header', 0.95],
  ['304', 'plain, with the header', 1.05],
];

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
}

export async function conditional({ directory, cache, rounds }: Options): Promise<void> {
  const folder = join(directory, 'conditional');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'conditional.md');
  writeFileSync(file, readFileSync(join(root, 'bench', 'conditional.md'), 'utf8'));
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const args = ['serve', file, ...ports, '--data', join(folder, 'data'), '--log', 'failures'];
  const server = await serve('conditional', port, ['dist/cli/main.js', ...args], environment(cache));
  const costs = new Map<Kind, number[]>();
  try {
    const tags = await filled(`http://127.0.0.1:${port}`);
    const reading = (path: string, tagOf?: (note: number) => string): readonly RequestText[] =>
      Array.from({ length: NOTES }, (_, place) => {
        const note = (place * 7) % NOTES;
        const headers = tagOf && { 'if-none-match': tagOf(note) };
        const status = headers?.['if-none-match'] === tags[note] ? 304 : 200;
        return { method: 'GET', path: `/${path}/${note + 1}`, status, ...(headers && { headers }) };
      });
    const mixes: readonly (readonly [Kind, readonly RequestText[]])[] = [
      ['plain', reading('plain')],
      ['plain, with the header', reading('plain', (note) => tags[(note + 1) % NOTES]!)],
      ['conditional', reading('notes', (note) => tags[(note + 1) % NOTES]!)],
      ['with its tag', reading('notes')],
      ['304', reading('notes', (note) => tags[note]!)],
    ];
    for (let round = 0; round <= rounds; round += 1) {
      for (let place = 0; place < mixes.length; place += 1) {
        const [kind, mix] = mixes[(place + round) % mixes.length]!;
        const before = used(server);
        await load({ port, connections: CONNECTIONS, seconds: 0, warm: 0, requests: REQUESTS, mix });
        // The first round warms up.
        if (round > 0) costs.set(kind, [...(costs.get(kind) ?? []), ((used(server) - before) * 1000) / REQUESTS]);
      }
      process.stderr.write(`conditional: round ${round} of ${rounds}\n`);
    }
  } finally {
    await stop(server);
  }
  console.log('\nprocessor of an answer, µs (the least of the rounds, since whatever disturbs only adds)');
  const least = new Map([...costs].map(([kind, all]) => [kind, Math.min(...all)]));
  for (const [kind, one] of least) console.log(`${kind.padEnd(24)} ${one.toFixed(1)}`);
  for (const [of, to, atLeast] of GOALS) {
    const ratio = least.get(to)! / least.get(of)!;
    console.log(
      `${`${of} / ${to}`.padEnd(46)} ${ratio.toFixed(2)}  (goal ${atLeast}${ratio >= atLeast ? '' : ', MISSED'})`,
    );
  }
}

/** The tag of each note; a note is some 650 octets. */
async function filled(service: string): Promise<readonly string[]> {
  const tags: string[] = [];
  for (let note = 1; note <= NOTES; note += 1) {
    const body = {
      title: `note ${note}`,
      text: `What is there to say of note ${note}. `.repeat(14),
      tags: ['a', 'few', 'words'],
    };
    const headers = { 'content-type': 'application/json' };
    const made = await fetch(`${service}/notes`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (made.status !== 201) throw new Error(`POST /notes answered ${made.status}: ${await made.text()}`);
    await made.arrayBuffer();
    const read = await fetch(`${service}/notes/${note}`);
    await read.arrayBuffer();
    tags.push(read.headers.get('etag') ?? '');
  }
  return tags;
}
