// `kill -9` of the whole service under HTTP write load, again and again on the same data, against a ledger outside. Input: how many
// rounds, how many acknowledged writes lie between kills. Output: what is wrong afterwards.

import { setTimeout as sleep } from 'node:timers/promises';
import { discard, serve } from '../examples/running.ts';
import { Ledger } from './ledger.ts';

const CONNECTIONS = 24;

export async function killRounds(rounds: number, writes: number): Promise<{ wrong: string[]; acknowledged: number }> {
  const ledger = new Ledger();
  let service = await serve('examples/todo-backend.md');
  const { data } = service;
  const wrong: string[] = [];
  try {
    for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
      const before = ledger.acknowledged;
      let killed = false;
      const writing = ledger.write(service.url, CONNECTIONS, () => killed);
      while (ledger.acknowledged - before < writes && service.process.exitCode === null) await sleep(5);
      await sleep(Math.random() * 40);
      const ended = await service.stop('SIGKILL');
      killed = true;
      await writing;
      if (ended !== 'SIGKILL') wrong.push(`the service ended by itself: ${ended} ${service.said()}`);
      service = await serve('examples/todo-backend.md', { data });
      wrong.push(...(await ledger.compare(service.url)).map((text) => `round ${round + 1}: ${text}`));
    }
    const ended = await service.stop();
    if (ended !== 0) wrong.push(`the last stop: ${ended}`);
    return { wrong, acknowledged: ledger.acknowledged };
  } finally {
    service.process.kill('SIGKILL');
    discard(data);
  }
}
