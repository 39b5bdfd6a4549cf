// A PostgreSQL for tests: TEST_DATABASE, else the one on this machine. Each store gets a schema of its own, which
// goes with it. Without a database the tests are skipped and say so; where CI is set they fail.

import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { isWhole } from '../trials.ts';

export const DATABASE: string = process.env['TEST_DATABASE'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

async function answers(): Promise<boolean> {
  const client = new Client({
    connectionString: DATABASE,
    connectionTimeoutMillis: process.env['CI'] ? 30_000 : 3_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (process.env['CI']) throw new Error('no PostgreSQL answers at TEST_DATABASE', { cause: error });
    console.warn(`SKIPPED: no PostgreSQL answers at ${DATABASE}; give another in TEST_DATABASE`);
    return false;
  }
}

/** Is there one to test with? The fast tier tests the embedded engine. */
export const hasPostgres: boolean = isWhole && (await answers());

export async function sql(text: string, url: string = DATABASE): Promise<readonly unknown[][]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export interface OwnSchema {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** Empty. */
export async function ownSchema(): Promise<OwnSchema> {
  const name = `ninefold_${randomBytes(6).toString('hex')}`;
  await sql(`CREATE SCHEMA ${name}`);
  return {
    name,
    url: inSchema(DATABASE, name),
    drop: async () => void (await sql(`DROP SCHEMA IF EXISTS ${name} CASCADE`)),
  };
}

export function inSchema(url: string, name: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c search_path=${name}`)}`;
}
