// Stands in the place of the process that reads documents, and does what the text of the document says.

import type { ToReader } from '../../src/cli/watching/reader-messages.ts';

const DOES: Readonly<Record<string, () => unknown>> = {
  loop() {
    for (;;);
  },
  memory() {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })));
  },
  ends: () => process.exit(7),
  'is killed': () => process.kill(process.pid, 'SIGKILL'),
  'is silent': () => new Promise(() => undefined),
  fails: () => ({ kind: 'failed', why: 'it failed' }),
  'is large': () => ({ ...UNDERSTOOD, plan: 'x'.repeat(2000) }),
  'is fine': () => UNDERSTOOD,
};

const UNDERSTOOD = { kind: 'understood', plan: '{}', report: '{}', warnings: [], changes: [], newWarnings: [] };

process.on('message', async ({ of }: ToReader) => {
  process.send!(await DOES[of.texts.get(of.file)!]!());
});
process.on('disconnect', () => process.exit());
