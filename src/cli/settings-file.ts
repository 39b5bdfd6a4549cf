// Settings in ninefold.json. Input: a directory, and the names that there are. Output: what the file says, nothing where there is none;
// refused where it is no object, or has other names.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { suggestion } from '../base/did-you-mean.ts';
import { Refusal } from './console.ts';

export function settingsFile(directory: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  let source: string;
  try {
    source = readFileSync(join(directory, 'ninefold.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Refusal(1, `ninefold.json cannot be read: ${(error as Error).message}`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    throw new Refusal(1, `ninefold.json is not JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Refusal(1, 'ninefold.json is not an object of settings');
  }
  const unknown = Object.keys(parsed).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    throw new Refusal(
      1,
      unknown.map((key) => `unknown setting in ninefold.json: \`${key}\`${suggestion(key, known)}`).join('; '),
    );
  }
  return parsed as Record<string, unknown>;
}
