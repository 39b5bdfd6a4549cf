// What is still known after a call, after a move, and after the process has been killed with the answer on the wire.

import { join } from 'node:path';
import type { Answer, Hand, Json } from './questions.ts';
import { handOf, kill, startTool } from './tools.ts';
import type { Start, Tool } from './tools.ts';

const KILLS = 5;
const STEPS = [
  'a row that was made is read back',
  'a move is seen by the next read',
  'a move that is not legal is refused, and the row stays',
  '16 equal moves at once: made',
  'a deleted row is gone',
  'rows that are there after kill -9 behind their answer',
  'moves that are there after kill -9 behind their answer',
] as const;

const fields = (answer: Answer): { readonly [key: string]: Json } =>
  answer.body !== null && typeof answer.body === 'object' && !Array.isArray(answer.body)
    ? (answer.body as { readonly [key: string]: Json })
    : {};

const make = async (hand: Hand, guest: string): Promise<Json> =>
  fields(await hand.call({ method: 'POST', path: '/bookings', body: { guest, seats: 3 } }))['id'] ?? 1;
const read = (hand: Hand, id: Json): Promise<Answer> => hand.call({ method: 'GET', path: `/bookings/${String(id)}` });

const said = (yes: boolean): string => (yes ? 'yes' : 'no');

async function before(hand: Hand): Promise<string[]> {
  const id = await make(hand, 'Katherine');
  const back = fields(await read(hand, id))['guest'] === 'Katherine';
  await hand.move(id, 'confirmed');
  const moved = fields(await read(hand, id))['status'] === 'confirmed';
  await hand.move(id, 'left');
  const illegal = await hand.move(id, 'confirmed');
  const stays = fields(await read(hand, id))['status'] === 'left' && illegal.status >= 400;
  const raced = await make(hand, 'Dorothy');
  const answers = await Promise.all(Array.from({ length: 16 }, () => hand.move(raced, 'confirmed')));
  const made = answers.filter(({ status }) => status < 300).length;
  const deleted = await make(hand, 'Mary');
  await hand.call({ method: 'DELETE', path: `/bookings/${String(deleted)}` });
  const gone = (await read(hand, deleted)).status >= 400;
  return [said(back), said(moved), said(stays), String(made), said(gone)];
}

/** Killed as soon as the answer is here, ten times: of five rows and of five moves, how many are there afterwards. */
async function killed(tool: Tool, options: Start): Promise<readonly [number, number]> {
  let rows = 0;
  let moves = 0;
  let server = await startTool(tool, options);
  for (let kills = 0; kills < 2 * KILLS; kills += 1) {
    const hand = handOf(tool, server.port);
    const isMoved = kills % 2 === 1;
    const id = await make(hand, `Guest ${kills}`);
    if (isMoved) await hand.move(id, 'confirmed');
    await kill(server);
    server = await startTool(tool, options);
    const row = fields(await read(handOf(tool, server.port), id));
    if (row['guest'] !== `Guest ${kills}`) continue;
    if (!isMoved) rows += 1;
    else if (row['status'] === 'confirmed') moves += 1;
  }
  await kill(server);
  return [rows, moves];
}

async function steps(tool: Tool, directory: string, peers: string): Promise<string[]> {
  const options = { directory: join(directory, `${tool.name} state`), peers, whole: true, rows: 1 };
  const server = await startTool(tool, options);
  const known = await before(handOf(tool, server.port));
  await kill(server);
  const [rows, moves] = await killed(tool, options);
  return [...known, `${rows} of ${KILLS}`, `${moves} of ${KILLS}`];
}

export async function state(options: {
  readonly directory: string;
  readonly peers: string;
  readonly tools: readonly Tool[];
}): Promise<void> {
  const columns: string[][] = [];
  for (const tool of options.tools) columns.push(await steps(tool, options.directory, options.peers));
  console.log(`\n| after the whole description | ${options.tools.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(columns.length)}`);
  for (const [i, step] of STEPS.entries())
    console.log(`| ${step} | ${columns.map((column) => column[i]).join(' | ')} |`);
}
