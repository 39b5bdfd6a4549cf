// The store on PostgreSQL held to the contract of every store.

import { describe } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { contract } from './contract.ts';
import { hasPostgres, ownSchema } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const schemas: OwnSchema[] = [];

describe.skipIf(!hasPostgres)('with a database', () => {
  contract({
    name: 'PostgreSQL',
    async open(tables) {
      const schema = await ownSchema();
      schemas.push(schema);
      return openPostgres({ url: schema.url, tables });
    },
    async end() {
      for (const schema of schemas.splice(0)) await schema.drop();
    },
  });
});
