// From the signal to the end of the process. Input: a service that runs. Output: 0 when it has stopped.

import type { Service } from '../../serve/serve.ts';
import type { Console } from '../console.ts';
import type { Settings } from '../settings.ts';

/** The first signal lets requests finish, the second does not wait. */
export function untilStopped(service: Service, { shutdownDelay }: Settings, console: Console): Promise<number> {
  return new Promise((finish) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(0);
      isStopping = true;
      const delay = shutdownDelay === 0 ? '' : `: calls are taken for ${shutdownDelay} s more`;
      console.err(`stopping${delay}; a second signal ends it at once`);
      void service.close().then(() => {
        for (const signal of SIGNALS) process.off(signal, stop);
        finish(0);
      });
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
