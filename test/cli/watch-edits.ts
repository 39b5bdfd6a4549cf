// Random edits of a watched document under load. Each document carries its number in its error codes, so that every refusal says which one
// decided. Input: a seed, how many edits. Output: what is wrong: an answer of a document that was not served when it was asked, a request
// that failed, a row that is gone.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { root } from '../examples/running.ts';
import { chanceOf } from '../sql/samples.ts';
import { watched } from './watched.ts';
import type { Watched } from './watched.ts';

const TICKETS = readFileSync(join(root, 'bench/tickets.md'), 'utf8');
const CODES = ['no_ticket', 'invalid', 'bad_query', 'not_now'];

interface Draft {
  readonly number: number;
  /** Fields that may be left out. */
  readonly extra: readonly string[];
  readonly needed: boolean;
  readonly narrow: boolean;
}

function documentOf({ number, extra, needed, narrow }: Draft): string {
  let text = TICKETS;
  for (const code of CODES) text = text.replaceAll(`\`${code}\``, `\`${code}_${number}\``);
  const fields = [
    ...extra.map((name) => `| \`${name}\` | string | no | caller | any | none |\n`),
    ...(needed ? ['| `need` | string | yes | caller | any | none |\n'] : []),
  ].join('');
  text = text.replace('| `status` | state |', `${fields}| \`status\` | state |`);
  return narrow ? text.replace('1..1000', '1..10') : text;
}

export interface Edits {
  readonly wrong: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface State {
  readonly service: Watched;
  readonly wrong: string[];
  readonly counts: Record<string, number>;
  /** The number of the document that was told to be served last, and of the one written last. */
  good: Draft;
  written: number;
  epoch: number;
  isOver: boolean;
  /** Numbers of documents that are never served. */
  readonly never: Set<number>;
  /** Numbers that answers bore. */
  readonly seen: Set<number>;
  /** Title → the state that was acknowledged last; undefined: nobody can tell. */
  readonly kept: Map<string, string | undefined>;
}

type Answer = { readonly status: number; readonly json: Readonly<Record<string, unknown>> };

const agent = new Agent({ keepAlive: true });

/** `pause`: milliseconds between the halves of the body. */
function ask(state: State, method: string, path: string, body?: unknown, pause = 0): Promise<Answer | undefined> {
  const from = state.good.number;
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve) => {
    const headers = sent && { 'Content-Type': 'application/json', 'Content-Length': sent.length };
    const call = request(`${state.service.url}${path}`, { method, agent, headers: headers ?? {} }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        const status = answer.statusCode!;
        count(state, `${status}`);
        const json = (text === '' ? {} : JSON.parse(text)) as Answer['json'];
        const number = Number(/_(\d+)$/.exec(String(json['error'] ?? ''))?.[1] ?? Number.NaN);
        if (status >= 500) state.wrong.push(`${method} ${path}: ${status} ${text}`);
        else if (status >= 400 && !(number >= from && number <= state.written))
          state.wrong.push(`${method} ${path}: ${text}, while ${from} to ${state.written} were served or written`);
        if (status >= 400 && status < 500) state.seen.add(number);
        resolve({ status, json });
      });
    });
    call.on('error', (error) => {
      if (!state.isOver) state.wrong.push(`${method} ${path} failed: ${error.message}`);
      resolve(undefined);
    });
    if (sent === undefined || pause === 0) return void call.end(sent);
    call.write(sent.subarray(0, 3));
    setTimeout(() => call.end(sent.subarray(3)), pause);
  });
}

function count(state: State, what: string): void {
  state.counts[what] = (state.counts[what] ?? 0) + 1;
}

async function client(state: State, name: string, random: () => number, pause: number): Promise<void> {
  let mine: { readonly id: number; readonly title: string }[] = [];
  let { epoch } = state;
  for (let turn = 0; !state.isOver; turn++) {
    if (epoch !== state.epoch) {
      ({ epoch } = state);
      mine = [];
    }
    const chosen = mine[Math.floor(random() * mine.length)];
    const kind = random();
    if (kind < 0.35 || chosen === undefined) {
      const title = `${name} ${turn}`;
      const { extra, needed } = state.good;
      const field = random() < 0.15 ? extra[0] : undefined;
      const body = {
        title,
        seats: 1 + Math.floor(random() * 30),
        ...(field && { [field]: 'x' }),
        ...(needed && { need: 'n' }),
      };
      const answer = await ask(state, 'POST', '/tickets', body, pause);
      if (answer?.status !== 201) continue;
      state.kept.set(title, 'free');
      mine.push({ id: Number(answer.json['id']), title });
    } else if (kind < 0.6) {
      const answer = await ask(state, 'GET', `/tickets/${chosen.id}`);
      if (answer?.status === 404 && epoch === state.epoch && !state.isOver && !isPuttingAside)
        state.wrong.push(`${chosen.title} is not there any more`);
    } else if (kind < 0.75) {
      await ask(state, 'GET', '/tickets/999999999');
    } else {
      const move = random() < 0.5 ? 'take' : 'give';
      const answer = await ask(state, 'POST', `/tickets/${chosen.id}/${move}`);
      if (answer?.status !== 200) continue;
      const title = String(answer.json['title']);
      // After `r` another row may have the number.
      state.kept.set(title, title === chosen.title ? String(answer.json['status']) : undefined);
    }
  }
}

let isPuttingAside = false;

const OUTCOME = /is served \(|no change in what runs|has (?:an error|\d+ errors)|does not fit[^]*?r and Enter .*\n/;

/** What is written next, from what is served now. */
function next(good: Draft, number: number, random: () => number): { readonly draft: Draft; readonly kind: string } {
  const draft = { ...good, number };
  const kind = random();
  if (kind < 0.25) return { draft, kind: 'valid' };
  if (kind < 0.45) return { draft, kind: 'broken' };
  if (kind < 0.65 && good.extra.length < 6)
    return { draft: { ...draft, extra: [...good.extra, `extra_${number}`] }, kind: 'additive' };
  if (kind < 0.8) return { draft: { ...draft, extra: good.extra.slice(1) }, kind: 'field gone' };
  if (kind < 0.9) return { draft: { ...draft, narrow: !good.narrow }, kind: 'narrower or wider' };
  return { draft: { ...draft, needed: !good.needed }, kind: 'needed' };
}

async function save(service: Watched, text: string, random: () => number): Promise<void> {
  const how = random();
  if (how < 0.3) {
    writeFileSync(`${service.file}.tmp`, text);
    renameSync(`${service.file}.tmp`, service.file);
  } else if (how < 0.5) {
    // In two pieces, a turn apart.
    service.write(text.slice(0, text.length / 2));
    await new Promise((resolve) => void setImmediate(resolve));
    service.write(text);
  } else service.write(text);
}

async function edit(state: State, random: () => number): Promise<void> {
  const { service } = state;
  const number = state.written + 1;
  const { draft, kind } = next(state.good, number, random);
  const text = documentOf(draft);
  count(state, kind);
  if (kind === 'broken') state.never.add(number);
  state.written = number;
  await save(service, kind === 'broken' ? text.replace('- Does: reads Ticket', '- Does: reads Tickt') : text, random);
  const said = await service.saying(OUTCOME);
  if (said.includes('has ')) return;
  if (!said.includes('does not fit')) {
    if (kind === 'broken') state.wrong.push(`${number} has errors and is served`);
    state.good = draft;
    return;
  }
  count(state, 'did not fit');
  if (random() < 0.75) return void state.never.add(number);
  count(state, 'r');
  isPuttingAside = true;
  service.type('r\n');
  await service.saying(/is new\n[^]*?(?:is served \(|no change in what runs)/);
  state.epoch++;
  isPuttingAside = false;
  state.good = draft;
}

/** Every acknowledged row is there once, in the data that is served or put aside, in its state. */
function compare(state: State): void {
  const { directory } = state.service;
  const rows = new Map<string, string>();
  for (const name of readdirSync(directory).filter((each) => each.includes('.data'))) {
    const database = new DatabaseSync(join(directory, name, 'data.sqlite'), { readOnly: true });
    for (const row of database.prepare('SELECT title, status FROM "Ticket"').all()) {
      const title = String(row['title']);
      if (rows.has(title)) state.wrong.push(`${title} is there twice`);
      rows.set(title, String(row['status']));
    }
    database.close();
  }
  for (const [title, status] of state.kept) {
    const there = rows.get(title);
    if (there === undefined) state.wrong.push(`${title} is lost`);
    else if (status !== undefined && there !== status) state.wrong.push(`${title} is ${there}, acknowledged ${status}`);
  }
  state.counts['rows'] = rows.size;
}

export async function editsUnderLoad(seed: number, edits: number): Promise<Edits> {
  const random = chanceOf(seed);
  const good: Draft = { number: 1, extra: [], needed: false, narrow: false };
  const service = await watched(documentOf(good), { options: ['--log', 'failures'] });
  const state: State = {
    service,
    wrong: [],
    counts: {},
    good,
    written: 1,
    epoch: 0,
    isOver: false,
    never: new Set(),
    seen: new Set(),
    kept: new Map(),
  };
  try {
    const clients = Array.from({ length: 6 }, (_, place) =>
      client(state, `c${place}`, chanceOf(seed + place + 1), place === 0 ? 300 : 0),
    );
    for (let each = 0; each < edits && state.wrong.length === 0; each++) await edit(state, random);
    state.isOver = true;
    await Promise.all(clients);
    for (const number of state.never) if (state.seen.has(number)) state.wrong.push(`document ${number} answered`);
    const ended = await service.stop();
    if (ended !== 0) state.wrong.push(`it ended with ${ended}`);
    compare(state);
    state.counts['documents seen'] = state.seen.size;
    return { wrong: state.wrong.slice(0, 20), counts: state.counts };
  } finally {
    await service.stop('SIGKILL');
    service.discard();
  }
}
