// Writes docs/supported.md from the data in src/model/views/supported.ts: which words of the notation run, and which are
// read and held. `node scripts/write-supported.ts`; test/model/supported.test.ts holds the page to the data.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SUPPORTED, WITHOUT_EFFECT } from '../src/model/views/supported.ts';

const FILE = join(import.meta.dirname, '..', 'docs', 'supported.md');

const escaped = (word: string): string => word.replaceAll('|', '\\|').replaceAll('<', '\\<');
const listed = (words: readonly string[]): string => (words.length === 0 ? '' : words.map(escaped).join(' · '));

export function supportedPage(): string {
  const rows = Object.entries(SUPPORTED).map(
    ([place, { runs, held, listed: told }]) =>
      `| ${place} | ${listed(runs)} | ${told === undefined ? listed(held) : `${listed(told)} (holds nothing)`} |`,
  );
  return `# What this runtime does

Generated from \`src/model/views/supported.ts\`; do not edit by hand.

A word under *held* is read, shown as \`unsupported\`, and holds every operation it concerns with 501. It is never
ignored, and never called a gap. How events are delivered is the exception: no answer to a request depends on it, so that
it is shown and holds nothing. R stands for a resource, f for a field.

| place | runs | held |
|---|---|---|
${rows.join('\n')}

Read, and without effect on what an operation does, so that nothing is held for it:

${WITHOUT_EFFECT.map((line) => `- ${line}`).join('\n')}
`;
}

if (import.meta.main) writeFileSync(FILE, supportedPage());
