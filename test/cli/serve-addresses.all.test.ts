// The addresses that `serve` listens on. Real processes.

import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { discard, scratch, serve } from '../examples/running.ts';
import { reaches } from '../serve/running.ts';

let directory: string;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => discard(directory));

describe.skipIf(process.platform !== 'linux')('the addresses', () => {
  const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  it.each([
    [[], '127.0.0.1', '127.0.0.1'],
    [['--host', '127.0.0.2'], '127.0.0.2', '127.0.0.1'],
    [['--operator-host', '127.0.0.3'], '127.0.0.1', '127.0.0.3'],
  ])('of serve %j are %s for the service and %s for the operator, and no others', async (options, own, operators) => {
    const env = { NINEFOLD_HOST: undefined, NINEFOLD_OPERATOR_HOST: undefined };
    const service = await serve('examples/todo-backend.md', { data: join(directory, 'data'), options, env });
    try {
      const operator = Number(new URL(service.operator).port);
      for (const host of HOSTS) {
        expect([host, await reaches(host, service.port), await reaches(host, operator)]).toEqual([
          host,
          host === own,
          host === operators,
        ]);
      }
      expect(service.said()).toContain(`listening on http://${own}:${service.port}\n`);
    } finally {
      await service.stop();
    }
  });
});
