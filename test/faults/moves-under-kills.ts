// `kill -9` while moves are made and refused. Input: how many kills. Each move that was acknowledged is told once, no other is.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { call, discard, serve } from '../examples/running.ts';
import { MoveLedger, toldIn, type Switch } from './moves.ts';

const DOCUMENT = 'test/faults/moves.md';

export async function moveRounds(rounds: number): Promise<void> {
  const ledger = new MoveLedger();
  let service = await serve(DOCUMENT);
  const { data } = service;
  try {
    await ledger.begin(service.url, 40);
    for (let round = 1; round <= rounds; round += 1) {
      const before = ledger.made;
      let killed = false;
      const writing = ledger.write(service.url, 16, () => killed);
      while (ledger.made - before < 300 && service.process.exitCode === null) await sleep(5);
      await sleep(Math.random() * 40);
      expect(await service.stop('SIGKILL'), service.said()).toBe('SIGKILL');
      killed = true;
      await writing;
      service = await serve(DOCUMENT, { data });
      const { body } = await call(`${service.url}/switches`);
      expect(ledger.compare(body as Switch[], toldIn(data)), `round ${round}`).toEqual([]);
    }
    expect(ledger.made).toBeGreaterThanOrEqual(rounds * 300);
    expect(ledger.refused).toBeGreaterThan(rounds * 50);
  } finally {
    service.process.kill('SIGKILL');
    discard(data);
  }
}
