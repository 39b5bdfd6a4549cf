// Cases of the catalogue for assumptions that are laid over a document.

import type { Case, Edit } from './cases.ts';

const READ = '### GET /orders/{id}';

/** Two assumptions documents over the same document. */
const assumed = (fires: string, silent: string, ...edits: readonly Edit[]): Case => ({
  fires: edits,
  silent: edits.length > 0 ? edits : one('## 8. Limits', '## 8 limits'),
  assumptions: { fires, silent },
});

const ASSUMED = `# Assumed

- Assumed by: Ada Smith
- Assumed on: 2026-11-21
- Why: said so by telephone
- Until: 2999-12-31
`;

const SAFE = `
## 4. Endpoints

### GET /orders/{id}

- Repeat: safe
`;

const OPEN: Edit = [READ, '- Repeat: safe', '- Repeat: not shown'];
const TWO_ROWS: Edit = [
  READ,
  '| 200 | found | Order as `Slip` |',
  '| 200 | not shown | Order |\n| 200 | not shown | Order as `Slip` |',
];

const FOUND = `
## 4. Endpoints

### GET /orders/{id}

| Status | When | Body |
|---|---|---|
| 200 | found | not shown |
`;

const one = (...edit: Edit): readonly Edit[] => [edit];

export const OF_ASSUMPTIONS: Readonly<Record<string, Case>> = {
  'assumption-incomplete': assumed(
    `${ASSUMED.replace('- Why: said so by telephone\n', '')}${SAFE}`,
    ASSUMED + SAFE,
    OPEN,
  ),
  'assumption-date': assumed(`${ASSUMED.replace('2999-12-31', 'next year')}${SAFE}`, ASSUMED + SAFE, OPEN),
  'assumption-expired': assumed(`${ASSUMED.replace('2999-12-31', '2026-11-20')}${SAFE}`, ASSUMED + SAFE, OPEN),
  'assumption-overrides': assumed(`${ASSUMED}${SAFE.replace('safe', 'again')}`, ASSUMED + SAFE),
  'assumption-stated': assumed(ASSUMED + SAFE, ASSUMED + SAFE.replace('safe', 'not shown')),
  'assumption-closed-list': {
    ...assumed(ASSUMED + SAFE.replace('GET', 'DELETE'), ASSUMED + SAFE.replace('GET', 'DELETE')),
    silent: one('## 5. Authentication', '### …\n\n## 5. Authentication'),
  },
  'assumption-ambiguous': assumed(
    ASSUMED + FOUND,
    ASSUMED + FOUND.replace('| found | not shown |', '| found | Order as `Slip` |'),
    TWO_ROWS,
  ),
  'assumptions-empty': assumed(ASSUMED, ASSUMED + SAFE, OPEN),
};
