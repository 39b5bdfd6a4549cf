// Calls to a service of which some rows are known. Input: a document, rows, a call. Output: what must come of it, in a line for each outcome.

import { readFileSync } from 'node:fs';
import { expect as expected } from '../../../src/verify/judge/expect.ts';
import type { Outcome } from '../../../src/verify/judge/expected.ts';
import { askedOf } from '../../../src/verify/judge/asked.ts';
import { routeOf } from '../../../src/verify/judge/route.ts';
import { causeKey } from '../../../src/notation/values/cause-kinds.ts';
import type { Model } from '../../../src/model/model.ts';
import { knowledge } from '../../../src/verify/world/begin.ts';
import type { Knowledge } from '../../../src/verify/world/knowledge.ts';
import type { Row, Truth, Value } from '../../../src/verify/world/known.ts';
import type { Asked } from '../../../src/verify/world/world.ts';
import { modelOf } from '../document.ts';

export function exampleOf(name: string): Model {
  return modelOf(readFileSync(new URL(`../../../examples/${name}.md`, import.meta.url), 'utf8'));
}

export interface Sent {
  readonly body?: unknown;
  /** As it is sent, where it is no JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: number;
}

export class Asking {
  readonly world: Knowledge;

  /** Each row of the service is known, unless `isWhole` is false. */
  constructor(model: Model, isWhole = true) {
    this.world = knowledge(model, 'http://127.0.0.1:8080');
    for (const name of model.resources.keys()) this.world.setWhole(name, isWhole);
  }

  row(resource: string, values: Readonly<Record<string, Value>>, isThere: Truth = true): Row {
    return this.world.add(resource, Object.entries(values), isThere, true);
  }

  /** A token of the only scheme, in its usual place. */
  token(text: string, row: Row | undefined): void {
    const scheme = this.world.model.document.authentication.schemes.items[0]!.name.text;
    this.world.setToken(text, { scheme, row, from: 0, to: 0, lifetime: undefined, isEnded: false });
  }

  asked(line: string, { body, text, headers = {}, at = Date.UTC(2026, 0, 1) }: Sent = {}): Asked {
    const [method = '', target = ''] = line.split(' ');
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = sent === undefined ? {} : { 'Content-Type': 'application/json' };
    const call = { method, target, headers: Object.entries({ ...type, ...headers }), body: sent };
    const routed = routeOf(this.world.model, call);
    if (routed.kind !== 'operation') throw new Error(`${line} leads to no operation`);
    const reply = { status: 200, headers: [], body: '' };
    return askedOf(this.world, { call, reply, from: at, to: at }, routed);
  }

  /** The likely outcome first; `unavailable`, which is always among them, is left out. */
  expect(line: string, sent: Sent = {}): readonly string[] {
    return expected(this.asked(line, sent))
      .outcomes.map(said)
      .filter((one) => one !== '503 unavailable');
  }
}

export function said(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'success':
      return 'success';
    case 'refusal':
      return `${outcome.answer.code.code.text}: ${causeKey(outcome.cause)}`;
    case 'floor':
      return `${outcome.status} ${causeKey(outcome.cause)}`;
    case 'not modified':
      return outcome.kind;
    case 'kept':
      return outcome.first ? 'the first answer' : 'an answer that is not known';
    case 'gap':
      return `gap ${outcome.gaps.join(', ')}`;
  }
}
