// The secrets by which events are signed where the document says that the operator keeps them: a file, one a line, the newest first, which nobody else
// may read. Input: the file. Output: what it holds at that moment; it is read again when it has changed, so that a secret can be
// replaced while the service runs. Notation, part 6, Signature.

import { readFileSync, statSync } from 'node:fs';

import type { SignaturePlan } from '../../plan/delivery-plan.ts';
import { sentenceOf } from '../reason.ts';
import { problemOf } from './signatures.ts';

/** Milliseconds between two looks at the file. */
const LOOK = 1_000;

/** Throws an error whose message may be shown. A file that is wrong later leaves the secrets as they were. */
export function operatorSecrets(
  file: string,
  signature: SignaturePlan | undefined,
  log: (line: string) => void,
): () => readonly string[] {
  let stamp = stampOf(file);
  let secrets = secretsIn(file, signature);
  let looked = performance.now();
  return () => {
    if (performance.now() - looked < LOOK) return secrets;
    looked = performance.now();
    try {
      const now = stampOf(file);
      if (now === stamp) return secrets;
      stamp = now;
      secrets = secretsIn(file, signature);
    } catch (error) {
      if (stamp !== '') log(`events are signed as before: ${sentenceOf(error)}`);
      stamp = '';
    }
    return secrets;
  };
}

function stampOf(file: string): string {
  const { mtimeMs, size, ino, mode } = statSync(file);
  return [mtimeMs, size, ino, mode].join(' ');
}

function secretsIn(file: string, signature: SignaturePlan | undefined): readonly string[] {
  if ((statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new Error(`${file} may be read by others than its owner; \`chmod 600\` changes that`);
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const secrets = lines.filter((line) => line !== '');
  if (secrets.length === 0) throw new Error(`${file} holds no secret: write one a line, the newest first`);
  if (signature === undefined || signature.kind === 'none') return secrets;
  for (const [at, line] of lines.entries()) {
    const problem = line === '' ? undefined : problemOf(signature.kind, line);
    if (problem !== undefined) throw new Error(`line ${at + 1} of ${file} signs nothing: ${problem}`);
  }
  return secrets;
}
