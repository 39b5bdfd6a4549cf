// What each tool does where its description says nothing, and what it does of the same when it is said.
// Ninefold's document loses one statement at a time; the peers' descriptions lose all twelve, and nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.ts';
import { GUEST, leftOut, OTHER_GUEST, QUESTIONS, SEATS } from './questions.ts';
import type { Answer, Hand, Json, Question } from './questions.ts';
import { document, handOf, kill, startTool } from './tools.ts';
import type { Running, Tool } from './tools.ts';

type Kind = 'asked' | 'listed' | 'went on' | 'made up';
const KINDS: readonly Kind[] = ['asked', 'listed', 'went on', 'made up'];

interface Met {
  readonly kind: Kind;
  readonly answer: Answer;
  readonly asStated: boolean;
}

/** Texts and numbers that were sent, or that every description states. Identities are the service's to choose. */
const KNOWN = new Set<Json>([
  GUEST,
  OTHER_GUEST,
  SEATS,
  4,
  1000,
  'red',
  'many',
  'asked',
  'confirmed',
  'left',
  null,
  true,
]);

function isKnown(value: Json, key = ''): boolean {
  if (Array.isArray(value)) return value.every((item: Json) => isKnown(item));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).every(([name, inner]) => isKnown(inner, name));
  return key === 'id' || KNOWN.has(value);
}

/** A refusal that nobody stated and a value that nobody sent are made up; all other success is going on. */
function judge(question: Question, answer: Answer, listed: boolean): Kind {
  if (answer.status === 501 && 'ninefold-gap' in answer.headers) return 'asked';
  if (answer.status >= 400) return 'made up';
  if (question.successIsMadeUp || !isKnown(answer.body)) return 'made up';
  return listed ? 'listed' : 'went on';
}

async function meet(question: Question, hand: Hand): Promise<Answer> {
  const make = (guest: string): Promise<Answer> =>
    hand.call({ method: 'POST', path: '/bookings', body: { guest, seats: SEATS } });
  await make(OTHER_GUEST);
  const { body } = await make(GUEST);
  return question.meet(hand, (body as { readonly id?: Json } | null)?.id ?? 1);
}

/** The document with a statement left out, and whether `check` lists a gap more for it. */
function without(question: Question, directory: string): boolean {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'bookings.md');
  writeFileSync(file, leftOut(readFileSync(document, 'utf8'), question));
  const checking = [join(root, 'bin/ninefold.cjs'), 'check', '--allow-gaps', '--format', 'json', file];
  const report = JSON.parse(execFileSync(process.execPath, checking, { encoding: 'utf8' })) as { gaps: unknown[] };
  return report.gaps.length > 0;
}

/** Servers that were started, one for each description: where nothing but questions differs, one answers them all. */
type Servers = Map<string, Running>;

async function met(tool: Tool, question: Question, options: Options, whole: boolean, servers: Servers): Promise<Met> {
  const apart = tool.name === 'ninefold' && !whole;
  const key = `${tool.name} ${whole ? 'whole' : 'silent'}${apart ? ` ${QUESTIONS.indexOf(question)}` : ''}`;
  const directory = join(options.directory, key);
  const listed = apart && without(question, directory);
  const server = servers.get(key) ?? (await startTool(tool, { directory, peers: options.peers, whole, rows: 1 }));
  servers.set(key, server);
  const answer = await meet(question, handOf(tool, server.port));
  if (apart) await kill(server);
  return { kind: judge(question, answer, listed), answer, asStated: question.stated(answer) };
}

interface Options {
  readonly directory: string;
  readonly peers: string;
  readonly tools: readonly Tool[];
  readonly verbose: boolean;
}

function short({ status, body }: Answer): string {
  const text = JSON.stringify(Array.isArray(body) ? [body.length, ...body.slice(0, 2)] : body) ?? '';
  return `${status} ${text.length > 130 ? `${text.slice(0, 130)}…` : text}`;
}

export async function silence(options: Options): Promise<void> {
  const servers: Servers = new Map();
  try {
    await table(options, servers);
  } finally {
    await Promise.all([...servers.values()].map(kill));
  }
}

async function table(options: Options, servers: Servers): Promise<void> {
  const { tools } = options;
  const silent = new Map<string, Met[]>(tools.map(({ name }) => [name, []]));
  const whole = new Map<string, number>(tools.map(({ name }) => [name, 0]));
  console.log(`\n| what is not said | ${tools.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(tools.length)}`);
  for (const question of QUESTIONS) {
    const cells: string[] = [];
    for (const tool of tools) {
      const quiet = await met(tool, question, options, false, servers);
      const said = await met(tool, question, options, true, servers);
      silent.get(tool.name)!.push(quiet);
      if (said.asStated) whole.set(tool.name, whole.get(tool.name)! + 1);
      cells.push(`${quiet.answer.status} ${quiet.kind} / ${said.asStated ? 'done' : 'no'}`);
      if (options.verbose)
        console.error(`${question.asks} ${tool.name}: ${short(quiet.answer)}\n    stated: ${short(said.answer)}`);
    }
    console.log(`| ${question.asks} | ${cells.join(' | ')} |`);
  }
  const count = (name: string, kind: Kind): number => silent.get(name)!.filter((one) => one.kind === kind).length;
  for (const kind of KINDS) console.log(`| **${kind}** | ${tools.map(({ name }) => count(name, kind)).join(' | ')} |`);
  console.log(`| **done, once stated** | ${tools.map(({ name }) => whole.get(name)).join(' | ')} |`);
}
