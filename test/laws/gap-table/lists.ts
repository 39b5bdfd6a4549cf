// What a gap does, the last rows: lists that may go on, and gaps that hold nothing; see cases.ts.

import { get, post, shelf } from './cases.ts';
import type { Case } from './cases.ts';

export const OPEN: readonly Case[] = [
  {
    fact: 'Lists',
    edit: ['- Lists: complete unless marked', '- Lists: not shown'],
    id: 'lists',
    meets: [
      get('/elsewhere'),
      { method: 'DELETE', path: '/shelves' },
      get('/shelves?shape=round'),
      post({ ...shelf, shape: 'round' }),
    ],
    spared: [get('/shelves/1'), post(shelf), get('/shelves/99', 404)],
    rests: 'POST /shelves',
  },
  {
    fact: 'an open list of operations',
    edit: ['### POST /people\n', '- Other operations: not shown\n\n### POST /people\n'],
    id: '4/operations',
    meets: [get('/elsewhere'), { method: 'DELETE', path: '/shelves' }],
    spared: [get('/shelves/1'), get('/people/zoe', 404)],
  },
  {
    fact: 'an open list of fields',
    edit: [
      '| `door` | state | yes | service: state | any | none |',
      '| `door` | state | yes | service: state | any | none |\n| … | not shown | not shown | not shown | not shown | not shown |',
    ],
    id: '2/Shelf/fields*',
    meets: [post({ ...shelf, shape: 'round' })],
    spared: [post(shelf), get('/shelves/1')],
    rests: 'POST /shelves',
  },
  {
    fact: 'an open list of query parameters',
    edit: [
      '| `colour` | string | no | none | any | `colour` = value |',
      '| `colour` | string | no | none | any | `colour` = value |\n| … | not shown | not shown | not shown | not shown | not shown |',
    ],
    id: '4/GET /shelves/query*',
    meets: [get('/shelves?shape=round')],
    spared: [get('/shelves?colour=red')],
    rests: 'GET /shelves',
  },
  {
    fact: 'an open list of errors',
    edit: ['| `no_shelf` | 404 | no such Shelf | No shelf |\n', '| … | not shown | not shown | not shown |\n'],
    id: '7/*',
    meets: [get('/shelves/99')],
    spared: [get('/shelves/1')],
  },
];

export const REPORTED: readonly Case[] = [
  {
    fact: 'purpose',
    edit: ['Shelves, and the people whose they are.', 'not shown'],
    id: '1/prose',
    spared: [get('/shelves/1'), post(shelf)],
  },
  {
    fact: 'Meaning',
    edit: [
      '| Default |\n|---|---|---|---|---|---|\n| `name` | string(1..40) | yes | caller at create | any | none |',
      '| Default | Meaning |\n|---|---|---|---|---|---|---|\n| `name` | string(1..40) | yes | caller at create | any | none | not shown |',
    ],
    id: '2/Person.name/meaning',
    spared: [get('/people/ann')],
  },
  {
    fact: 'Compatibility',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: not shown\n- Current version: `1`\n- Compatibility: not shown',
    ],
    id: '9/compatibility',
    spared: [get('/shelves/1')],
  },
  {
    fact: 'the day of a version',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n\n| Version | Date |\n|---|---|\n| `1` | not shown |',
    ],
    id: '9/version.1/date',
    spared: [get('/shelves/1')],
  },
];
