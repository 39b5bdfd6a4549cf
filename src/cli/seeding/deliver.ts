// One request until its result is known, or it is certain that it cannot be known. Input: a request. Output: the answer; or why
// it is not known. Sent once more only where nothing was done, or where the document lets a second one do nothing more.

import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from '../console.ts';
import { statusText } from './answers.ts';
import type { Answer } from './answers.ts';
import type { Client, Reply } from './client.ts';
import type { SeedRequest } from './request.ts';

/** This many requests in a row without an answer: the rows are not the reason. */
const MOST_LOST = 5;
/** Until the service has been reached once, a wrong address is likelier than one that comes back. */
const FIRST_TRIES = 3;
const LONGEST_WAIT = 60_000;

/** `isRepeated`: it was sent before, too, and may have been done then. */
export type Delivered = { readonly answer: Answer; readonly isRepeated: boolean } | { readonly doubt: string };

/** The service is not there. */
export class NotReached extends Refusal {
  /** Nothing was done of this request. */
  readonly isUndone: boolean;

  constructor({ why, isFinal }: Extract<Reply, { kind: 'not reached' }>, isUndone: boolean) {
    const later = ` (${why}); run again when it is there, and it goes on from here`;
    super(1, `cannot reach the service${isFinal ? `: ${why}` : later}`);
    this.isUndone = isUndone;
  }
}

export class Delivery {
  readonly #client: Client;
  readonly #waits: readonly number[];
  #hasReached = false;
  #lost = 0;

  /** `waits`: milliseconds before each further try. */
  constructor(client: Client, waits: readonly number[]) {
    this.#client = client;
    this.#waits = waits;
  }

  /** Too many requests were lost to continue. */
  get hasGivenUp(): boolean {
    return this.#lost >= MOST_LOST;
  }

  async deliver(request: SeedRequest): Promise<Delivered> {
    let isUndone = true;
    for (let tries = 0; ; tries++) {
      const reply = await this.#client.send(request);
      const wait = this.#waits[tries];
      if (reply.kind === 'not reached') {
        const isLast = reply.isFinal || wait === undefined || (!this.#hasReached && tries >= FIRST_TRIES - 1);
        if (isLast) throw new NotReached(reply, isUndone);
        await sleep(wait);
        continue;
      }
      this.#hasReached = true;
      const doubt = doubtOf(reply);
      if (doubt !== undefined) isUndone = false;
      if (doubt !== undefined && (wait === undefined || !request.isRepeatable)) {
        this.#lost++;
        return { doubt };
      }
      if (reply.kind === 'answer' && doubt === undefined && (reply.status !== 429 || wait === undefined)) {
        this.#lost = 0;
        return { answer: reply, isRepeated: !isUndone };
      }
      await sleep(Math.max(wait!, reply.kind === 'answer' ? retryAfter(reply) : 0));
    }
  }
}

/** Was it done? 503: docs/http-floor.md; 502 and 504: https://www.rfc-editor.org/rfc/rfc9110#section-15.6.3 */
function doubtOf(reply: Exclude<Reply, { kind: 'not reached' }>): string | undefined {
  if (reply.kind === 'lost') return `the answer was lost (${reply.why})`;
  if (![502, 503, 504].includes(reply.status)) return undefined;
  return `${statusText(reply.status)} does not say whether it was done`;
}

function retryAfter({ headers }: Answer): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_WAIT) : 0;
}
