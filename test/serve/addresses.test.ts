// Where both ports listen: on the address that is given and on no other, so that no other machine reaches a service that
// was told nothing of the kind.

import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { done, fakeStore } from './fake-store.ts';
import { plan } from './plans.ts';
import { reaches, start } from './running.ts';

/** Other addresses of this machine. On Linux all of 127/8 is its own. */
const OTHERS = [
  ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
  ...Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).flatMap(({ address, family }) => (family === 'IPv4' && address !== '127.0.0.1' ? [address] : [])),
  ),
  '::1',
];

const open = { service: false, operator: false };
test.each([
  ['127.0.0.1', '127.0.0.1', open],
  ['0.0.0.0', '127.0.0.1', { ...open, service: true }],
  ['127.0.0.1', '0.0.0.0', { ...open, operator: true }],
])('the service on %s, the operator on %s: there and nowhere else', async (host, operatorHost, others) => {
  const running = await start(plan([]), { store: fakeStore(() => done([])), host, operatorHost });
  try {
    const ports = [running.url, running.operatorUrl].map((url) => Number(new URL(url).port));
    const reached = async (address: string): Promise<unknown> => ({
      address,
      service: await reaches(address, ports[0]!),
      operator: await reaches(address, ports[1]!),
    });
    expect(await reached('127.0.0.1')).toEqual({ address: '127.0.0.1', service: true, operator: true });
    for (const address of OTHERS) {
      expect(await reached(address)).toEqual({ address, ...(address === '::1' ? open : others) });
    }
  } finally {
    await running.stop();
  }
});
