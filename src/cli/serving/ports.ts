// The two ports of the service. Input: the settings, or why listening failed. Output: nothing, or one sentence that says what to
// do instead.

import { createServer } from 'node:net';

import { Refusal } from '../console.ts';
import type { Settings } from '../settings.ts';

/** Before the data is touched: an additive change of the document would be applied to it, and then nothing served. */
export async function refuseTakenPorts({ host, port, operatorHost, operatorPort }: Settings): Promise<void> {
  for (const [name, number] of [
    [host, port],
    [operatorHost, operatorPort],
  ] as const) {
    const probe = createServer();
    await new Promise<void>((taken, refused) => {
      probe.once('error', refused);
      probe.listen(number, name, () => probe.close(() => taken()));
    }).catch((error: unknown) => refuseListening(error));
  }
}

type ListenError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

/** `flags`: by which another port is given. */
export function refuseListening(error: unknown, flags: string = '--port or --operator-port'): never {
  const sentence = cannotListen(error as ListenError, flags);
  if (sentence === undefined) throw error;
  throw new Refusal(1, sentence);
}

function cannotListen({ code, address, port }: ListenError, flags: string): string | undefined {
  const place = `${address ?? ''}${port === undefined ? '' : `:${port}`}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${place} is in use by another program; give another with ${flags}`;
    case 'EACCES':
      return `this user may not listen on ${place}`;
    case 'EADDRNOTAVAIL':
      return `${place} is no address of this machine`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host to listen on cannot be found: check --host and --operator-host`;
    default:
      return undefined;
  }
}
