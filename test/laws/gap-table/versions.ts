// What part 9 leaves open of other versions than the current one: only a request that names one, or none, meets it.

import { get } from './cases.ts';
import type { Case } from './cases.ts';

export const OF_VERSIONS: readonly Case[] = [
  {
    fact: 'Missing version',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: query `v`\n- Current version: `2`\n- Compatibility: none\n- Missing version: not shown\n- Unknown version: the current version',
    ],
    id: '9/missing-version',
    meets: [get('/shelves/1')],
    spared: [get('/shelves/1?v=2'), get('/shelves/1?v=9')],
  },
  {
    fact: 'Unknown version',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: query `v`\n- Current version: `2`\n- Compatibility: none\n- Missing version: the current version\n- Unknown version: not shown',
    ],
    id: '9/unknown-version',
    meets: [get('/shelves/1?v=9')],
    spared: [get('/shelves/1?v=2'), get('/shelves/1')],
  },
  {
    fact: 'what an older version sees',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: query `v`\n- Current version: `2`\n- Compatibility: none\n- Supported versions: `1`, `2`\n- Missing version: the current version\n- Unknown version: the current version',
    ],
    id: '9/changes',
    meets: [get('/shelves/1?v=1')],
    spared: [get('/shelves/1?v=2'), get('/shelves/1')],
  },
];
