// A file of signing keys for one test, as `ninefold keys` writes it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freshSigningKey, type SigningKey } from '../../src/serve/signing-keys.ts';

export interface KeysFile {
  readonly file: string;
  readonly keys: readonly SigningKey[];
  write(keys: readonly SigningKey[], mode?: number): void;
  drop(): void;
}

export async function signingKeysFor(schemes: readonly string[], algorithm = 'ES256'): Promise<KeysFile> {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-signing-'));
  const file = join(directory, 'keys.json');
  const keys = await Promise.all(schemes.map((one) => freshSigningKey(one, 'first', algorithm, `kid of ${one}`)));
  const write = (all: readonly SigningKey[], mode = 0o600): void => {
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ keys: all }), { mode });
  };
  write(keys);
  return { file, keys, write, drop: () => rmSync(directory, { recursive: true }) };
}
