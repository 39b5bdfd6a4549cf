// Exchanges written down by hand, judged one after the other against a small document. Input: a document, exchanges. Output: what was found.

import type { Exchange, Header } from '../../src/verify/exchange.ts';
import type { Judgement } from '../../src/verify/verdict.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { knowledge } from '../../src/verify/world/begin.ts';
import type { Knowledge } from '../../src/verify/world/knowledge.ts';
import type { Model } from '../../src/model/model.ts';

export const URL_OF_SERVICE = 'http://service.example';

export interface Recorded {
  readonly method?: string;
  readonly target: string;
  readonly sent?: unknown;
  readonly status: number;
  /** JSON; left out: no body. */
  readonly shown?: unknown;
  readonly headers?: readonly Header[];
  /** Headers of the call. */
  readonly brings?: readonly Header[];
  /** Seconds since the first exchange. */
  readonly at?: number;
}

const START = Date.parse('2026-01-01T00:00:00Z');

export function exchangeOf({
  method = 'GET',
  target,
  sent,
  status,
  shown,
  headers = [],
  brings = [],
  at = 0,
}: Recorded): Exchange {
  const from = START + at * 1000;
  const type: Header = ['content-type', 'application/json'];
  return {
    call: {
      method,
      target,
      headers: sent === undefined ? brings : [...brings, type],
      body: sent === undefined ? undefined : JSON.stringify(sent),
    },
    reply: {
      status,
      headers: [...(shown === undefined ? [] : [type]), ...headers],
      body: shown === undefined ? '' : JSON.stringify(shown),
    },
    from,
    to: from + 5,
  };
}

export class Played {
  readonly world: Knowledge;

  constructor(model: Model) {
    this.world = knowledge(model, URL_OF_SERVICE);
  }

  judge(recorded: Recorded): Judgement {
    return judge(this.world, exchangeOf(recorded));
  }

  /** What was found in the last of them; the others have to be right. */
  last(exchanges: readonly Recorded[]): Judgement {
    const judged = exchanges.map((one) => this.judge(one));
    for (const [index, one] of judged.slice(0, -1).entries())
      if (one.findings.length + one.invented.length > 0)
        throw new Error(`exchange ${index}: ${JSON.stringify([...one.findings, ...one.invented])}`);
    return judged.at(-1)!;
  }
}
