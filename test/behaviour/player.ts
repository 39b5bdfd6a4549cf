// Plays the scenarios of a case against one real service, whose document and data are changed between them. Input: a document, a
// scenario. Output: each answer as a case writes it. The clock begins at START and stands; `operator:/clock` moves it.

import { KeptConnections } from '../laws/kept-connection.ts';
import { START } from '../laws/service.ts';
import { modelOf } from '../plan/plan-of.ts';
import { ownStore } from '../serve/running.ts';
import { signingKeysFor } from '../serve/signing-keys-file.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { serve, type Service } from '../../src/serve/serve.ts';
import { changed, filled, type Captures, type Exchange, type Scenario } from './case.ts';

/** Headers of every answer, which depend on the moment and the connection. */
const EVERYWHERE = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

export interface Player {
  /** Begins anew: the document of the scenario, no data, the first instant. */
  begin(document: string, scenario: Scenario): Promise<void>;
  send(exchange: Exchange, captures: Captures): Promise<string>;
  /** What the runtime itself failed at, since it was asked last. */
  failures(): readonly string[];
  close(): Promise<void>;
}

export async function openPlayer(): Promise<Player> {
  const connections = new KeptConnections();
  let manual = newClock();
  const clock: Clock = { now: () => manual.now(), set: (instant) => manual.set!(instant) };
  let logged: string[] = [];
  const nothing = compile(modelOf('# Nothing yet\n'));
  /** Scenarios of a case often have the same document. */
  let last = { text: '', plan: nothing };
  let own = await ownStore(nothing);
  const keys = await signingKeysFor(['Session', 'Key', 'Sitting', 'Token']);
  const service: Service = await serve({
    plan: nothing,
    store: own.store,
    host: '127.0.0.1',
    port: 0,
    operatorHost: '127.0.0.1',
    operatorPort: 0,
    signingKeys: keys.file,
    publicUrl: 'https://service.example',
    bodyLimit: 1_000_000,
    requestTimeout: 20_000,
    marks: true,
    clock,
    log: (line) => void (line.endsWith('by the operator') || logged.push(line)),
  });
  return {
    async begin(document, { changes }) {
      const text = changed(document, changes);
      if (text !== last.text) last = { text, plan: compile(modelOf(text)) };
      const { plan } = last;
      const before = own;
      own = await ownStore(plan);
      manual = newClock();
      await service.swap(plan, own.store);
      await before.drop();
    },
    async send({ method, target, headers, body }, captures) {
      const isOperators = target.startsWith('operator:');
      const type = headers.some(([name]) => name.toLowerCase() === 'content-type') || body === undefined;
      const path = filled(isOperators ? target.slice('operator:'.length) : target, captures);
      const {
        status,
        headers: sent,
        text,
      } = await connections.send(isOperators ? service.operatorUrl : service.url, {
        method,
        path,
        headers: {
          ...(type ? {} : { 'content-type': 'application/json' }),
          ...linesOf(headers.map(([name, value]) => [name, filled(value, captures)])),
        },
        ...(body !== undefined && { body: filled(body, captures) }),
      });
      if (isOperators) return `< ${status}\n${text}`.trimEnd();
      // What else a gap refusal has is the same for each gap: test/serve/held.test.ts.
      const gap = status === 501 ? sent.find(([name]) => name === 'ninefold-gap') : undefined;
      if (gap) return `< 501\n< ninefold-gap: ${gap[1]}`;
      const shown = sent.filter(([name, value]) => !EVERYWHERE.has(name) && !isPlain(name, value));
      const untyped = text !== '' && !sent.some(([name]) => name === 'content-type') ? [['content-type', '']] : [];
      const lines = [...shown, ...untyped].map(([name, value]) => `< ${name}: ${value}`.trimEnd());
      return [`< ${status}`, ...lines, ...(text === '' ? [] : [text])].join('\n');
    },
    failures() {
      const all = logged;
      logged = [];
      return all;
    },
    async close() {
      connections.end();
      await service.close();
      await own.drop();
      keys.drop();
    },
  };
}

/** Each line as it is written; a media type without one is not sent. */
function linesOf(headers: Exchange['headers']): Readonly<Record<string, readonly string[]>> {
  const lines: Record<string, string[]> = {};
  for (const [name, value] of headers)
    if (value !== '' || name.toLowerCase() !== 'content-type') (lines[name] ??= []).push(value);
  return lines;
}

/** What an answer of JSON says of itself. */
function isPlain(name: string, value: string): boolean {
  return name === 'content-type' && value === 'application/json';
}

function newClock(): Clock {
  return manualClock(START, { keep: () => Promise.resolve(true) });
}
