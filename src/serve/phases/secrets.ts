// Phase `secrets`: what goes into a column of secrets is hashed, each with a salt of its own, before the transaction and off the
// event loop. Few are hashed at once, since each takes 32 MB and a processor; more than may wait are answered `unavailable`.
// Notation, part 2, Type `secret`; https://www.rfc-editor.org/rfc/rfc7914

import { randomBytes, scrypt } from 'node:crypto';
import type { Ended, Phase, Request } from './phase.ts';
import { unavailable } from './refuse.ts';

/** N is 2 to the power of `ln`. */
const COST = { ln: 15, r: 8, p: 1 };
const MAX_MEMORY = 64 * 1024 * 1024;
const SALT = 16;
const OCTETS = 32;

const AT_ONCE = 2;
const MOST_WAITING = 64;

/** The binding of a hash is that of what is sent behind this. */
const HASH = 'hash.';

export const secrets: Phase = {
  name: 'secrets',
  does: 'Secrets are hashed, at most 2 at once and 64 that wait',
  exits: ['unavailable'],
  compile: ({ template }) => {
    const names = Object.keys(template).flatMap((name) => (name.startsWith(HASH) ? [name.slice(HASH.length)] : []));
    return names.length === 0 ? undefined : (request) => bindHashes(request, names);
  },
};

function bindHashes(request: Request, names: readonly string[]): Ended | Promise<Ended> {
  const { refusal, findings } = request;
  const sent = names.filter((name) => typeof findings.bindings[name] === 'string');
  if (refusal !== undefined || sent.length === 0) return undefined;
  if (waiting.length + sent.length > MOST_WAITING + Math.max(0, AT_ONCE - running))
    return unavailable(request, 'too many secrets wait to be hashed');
  return Promise.all(
    sent.map(async (name) => {
      findings.bindings[HASH + name] = await inTurn(String(findings.bindings[name]));
    }),
  ).then(() => undefined);
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn(text: string): Promise<string> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await hash(text);
  } finally {
    // The place goes to the one that waits longest.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** PHC string format: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
async function hash(text: string): Promise<string> {
  const salt = randomBytes(SALT);
  const octets = await new Promise<Buffer>((resolve, reject) => {
    const options = { N: 2 ** COST.ln, r: COST.r, p: COST.p, maxmem: MAX_MEMORY };
    scrypt(text, salt, OCTETS, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(octets)}`;
}

function base64(octets: Buffer): string {
  return octets.toString('base64').replace(/=+$/, '');
}
