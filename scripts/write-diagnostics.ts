// Writes docs/diagnostics/<code>.md, one page for each diagnostic of the catalogue, and takes away pages of codes that
// are no more. `node scripts/write-diagnostics.ts`; test/catalogue.test.ts holds the pages to the catalogue.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CATALOGUE } from '../src/diagnostics/catalogue.ts';
import { withoutHoles, type Definition } from '../src/diagnostics/define.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'diagnostics');

const SEVERITIES = {
  error: 'An error: the document can be read in two ways, or not at all. It is not served, and `check` exits 1.',
  warning: 'A warning: the document is served. What is unclear or not supported is held, and answers 501.',
  information: 'Information: nothing is held.',
} as const;

export function page({ code, part, severity, what, why, fix }: Definition): string {
  const where = part === 'document' ? 'any part' : `part ${part}`;
  return `# ${code}

${withoutHoles(what)}

- Found in: ${where}
- ${SEVERITIES[severity]}

## Why

${why}

## What to write instead

${withoutHoles(fix)}
`;
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  const pages = new Map(CATALOGUE.map((definition) => [`${definition.code}.md`, page(definition)]));
  for (const file of readdirSync(FOLDER)) if (file.endsWith('.md') && !pages.has(file)) rmSync(join(FOLDER, file));
  for (const [file, text] of pages) writeFileSync(join(FOLDER, file), text);
}
