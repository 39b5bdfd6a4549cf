// How secrets are kept and compared: scrypt, off the event loop. Few run at once, since each takes 32 MB and a processor. Input:
// a secret. Output: its hash with a salt of its own, or whether it is the one of a hash. https://www.rfc-editor.org/rfc/rfc7914

import { createHash, createHmac, createSecretKey, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { AtOnce } from './at-once.ts';

/** N is 2 to the power of `ln`. */
const COST = { ln: 15, r: 8, p: 1 };
const MAX_MEMORY = 64 * 1024 * 1024;
const SALT = 16;
const OCTETS = 32;

const AT_ONCE = 2;
const MOST_WAITING = 64;

const turns = new AtOnce(AT_ONCE);

/** Is there room for this many more? */
export function hasRoom(more: number): boolean {
  return more <= turns.room(MOST_WAITING);
}

interface Hashed {
  readonly cost: typeof COST;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** The hash within scrypt fills a short secret up with U+0000: one that has such characters itself is another secret. */
function distinct(text: string): string | Buffer {
  return text.includes('\0') ? createHash('sha512').update(text).digest() : text;
}

async function derive(text: string, salt: Buffer, { ln, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY };
    scrypt(distinct(text), salt, OCTETS, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** PHC string format: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
export async function hashSecret(text: string): Promise<string> {
  return turns.run(async () => {
    const salt = randomBytes(SALT);
    const key = await derive(text, salt, COST);
    return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`;
  });
}

/** `kept`: a hash; null where there is none, which takes as long. */
export async function isSecret(text: string, kept: string | null): Promise<boolean> {
  return turns.run(async () => {
    const { cost, salt, key } = (kept === null ? undefined : parsed(kept)) ?? nobodys;
    const given = await derive(text, salt, cost);
    return timingSafeEqual(given, key) && kept !== null;
  });
}

/** What has been found the same lately: keyed digests, the oldest first. What is kept is in them: another password is another one. */
const KEY = createSecretKey(randomBytes(OCTETS));
const MOST_KNOWN = 1000;
const known = new Set<string>();
const compared = new Map<string, Promise<boolean>>();

/**
 * As `isSecret`, for what comes with each request: one that was the same is known again. `whose` is the name that was sent with it.
 * Undefined: too many wait.
 */
export function isSecretAgain(text: string, kept: string | null, whose: string): true | Promise<boolean> | undefined {
  const digest = createHmac('sha256', KEY)
    .update(JSON.stringify([kept, whose, text]))
    .digest('base64');
  if (known.delete(digest)) {
    known.add(digest);
    return true;
  }
  const before = compared.get(digest);
  if (before !== undefined) return before;
  if (!hasRoom(1)) return undefined;
  const same = isSecret(text, kept).then((is) => {
    if (is) remember(digest);
    return is;
  });
  compared.set(digest, same);
  const forget = (): void => void compared.delete(digest);
  same.then(forget, forget);
  return same;
}

function remember(digest: string): void {
  known.add(digest);
  const [oldest] = known;
  if (known.size > MOST_KNOWN) known.delete(oldest!);
}

const nobodys: Hashed = { cost: COST, salt: randomBytes(SALT), key: randomBytes(OCTETS) };

const FORMAT = /^[$]scrypt[$]ln=(\d+),r=(\d+),p=(\d+)[$]([^$]+)[$]([^$]+)$/;

function parsed(kept: string): Hashed | undefined {
  const found = FORMAT.exec(kept);
  if (found === null) return undefined;
  const [ln, r, p] = found.slice(1, 4).map(Number) as [number, number, number];
  const [salt, key] = found.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  return key.length === OCTETS ? { cost: { ln, r, p }, salt, key } : undefined;
}

function base64(octets: Buffer): string {
  return octets.toString('base64').replace(/=+$/, '');
}
