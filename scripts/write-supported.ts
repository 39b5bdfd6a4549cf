// Writes docs/supported.md from the data in src/analysis/document/supported.ts: which words of the notation run, and which are
// read and held, and what to write instead; and the table of docs/notation.md that names them part by part.
// `node scripts/write-supported.ts`; test/model/supported.test.ts holds both pages to the data.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { INSTEAD } from '../src/analysis/gaps/supported/instead.ts';
import { SUPPORTED, WITHOUT_EFFECT } from '../src/analysis/document/supported.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const FILE = join(DOCS, 'supported.md');
const NOTATION = join(DOCS, 'notation.md');
const MARKED = /(<!-- not supported yet -->\n)[\s\S]*?(<!-- \/not supported yet -->)/;

/** The first place of each part, in the order of SUPPORTED. */
const FIRST: Readonly<Record<string, string>> = {
  Lists: 'the title',
  Resource: '2 resources',
  'State: Kind': '3 states',
  Does: '4 endpoints',
  Cause: '7 errors',
  Authentication: '5 authentication',
  Events: '6 events',
  Limit: '8 limits',
  Versioning: '9 versioning',
};

const escaped = (word: string): string => word.replaceAll('|', '\\|').replaceAll('<', '\\<');
const listed = (words: readonly string[]): string => (words.length === 0 ? '' : words.map(escaped).join(' · '));

export function supportedPage(): string {
  const rows = [...SUPPORTED].map(
    ([place, { runs, held, listed: told }]) =>
      `| ${place} | ${listed(runs)} | ${told === undefined ? listed(held) : `${listed(told)} (events wait)`} |`,
  );
  return `# What this runtime does

Generated from \`src/analysis/document/features.ts\`; do not edit by hand.

A word under *held* is read, shown as \`unsupported\`, and holds every operation it concerns with 501. It is never
ignored, and never called a gap. How events are delivered is the exception: no answer to a request depends on it, so that
it is shown and holds no operation; events wait. R stands for a resource, f for a field.

What a \`json schema\` fence states is what a Field table states, in the same words, and a \`mermaid\` diagram states the moves
of a From table: they run, and are held, as these do. What a schema says for which a table has no word is an error (\`schema-not-read\`).

| place | runs | held |
|---|---|---|
${rows.join('\n')}

## What to write instead

| not supported yet | write instead |
|---|---|
${[...INSTEAD].map(([word, instead]) => `| ${escaped(word)} | ${escaped(instead)} |`).join('\n')}

## Without effect

Read, and without effect on what an operation does, so that nothing is held for it:

${WITHOUT_EFFECT.map((line) => `- ${line}`).join('\n')}
`;
}

/** What a part has words for that do not run: a line for each part. */
export function notDoneTable(): string {
  const parts = new Map<string, string[]>();
  let part = '';
  for (const [place, { held, listed: told = [] }] of SUPPORTED) {
    part = FIRST[place] ?? part;
    const words = [...held, ...told];
    if (words.length === 0) continue;
    const said = words.length === 1 && words[0] === place ? place : `*${place}:* ${listed(words)}`;
    parts.set(part, [...(parts.get(part) ?? []), said]);
  }
  const rows = [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, said]) => `| ${name} | ${said.join('; ')} |`);
  return `| part | read and held, not supported yet |\n|---|---|\n${rows.join('\n')}\n`;
}

/** The page with its table as the data says. */
export function withNotDone(page: string): string {
  return page.replace(MARKED, (_, before: string, after: string) => `${before}\n${notDoneTable()}\n${after}`);
}

if (import.meta.main) {
  writeFileSync(FILE, supportedPage());
  writeFileSync(NOTATION, withNotDone(readFileSync(NOTATION, 'utf8')));
}
