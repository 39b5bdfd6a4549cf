// Cursors that only the service reads: a place in a list, encrypted, so that it shows nothing of fields that are hidden, and of this list alone.
// The same place has the same text each time, so that an answer is the same as long as its rows are. Input: a secret that is kept with
// the data. Output: texts. Notation, part 4, Pages; decision 0050.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Notes } from '../store/store.ts';

export interface Sealer {
  /** `of`: what the text is about; it opens for the same alone. */
  seal(content: string, of: string): string;
  /** Undefined: it was not made by this service, or is about something else. */
  open(text: string, of: string): string | undefined;
}

/** Octets: the code of the whole, by which it is encrypted. */
const CODE = 16;

/** A cursor of a place is shorter than an address may be. */
const LONGEST = 16_384;

/**
 * SIV (https://www.rfc-editor.org/rfc/rfc5297) out of HMAC-SHA-256 and AES-256-CTR: the code of content and subject is the initial value
 * of the cipher. What has one code is the same, so that no initial value comes twice for different contents.
 */
export function sealerOf(secret: Buffer): Sealer {
  // Octets would be made a key again at each use, which costs several times what is done with it.
  const [forCode, forCipher] = ['code', 'cipher'].map((use) =>
    createSecretKey(createHmac('sha256', secret).update(`cursor ${use}`).digest()),
  ) as [KeyObject, KeyObject];
  const codeOf = (content: Buffer, of: string): Buffer => {
    const subject = Buffer.from(of);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(subject.length);
    return createHmac('sha256', forCode).update(length).update(subject).update(content).digest().subarray(0, CODE);
  };
  return {
    seal(content, of) {
      const plain = Buffer.from(content);
      const code = codeOf(plain, of);
      return Buffer.concat([code, createCipheriv('aes-256-ctr', forCipher, code).update(plain)]).toString('base64url');
    },
    open(text, of) {
      if (text.length > LONGEST) return undefined;
      const octets = Buffer.from(text, 'base64url');
      // What is no digit is passed over when it is decoded: of one cursor there is one text.
      if (octets.length < CODE || octets.toString('base64url') !== text) return undefined;
      const code = octets.subarray(0, CODE);
      const plain = createDecipheriv('aes-256-ctr', forCipher, code).update(octets.subarray(CODE));
      return timingSafeEqual(codeOf(plain, of), code) ? plain.toString() : undefined;
    },
  };
}

/** With the data, so that all processes and every start have the same. */
const KEY = 'cursors';

/** Made when it is first needed. */
export function sealerIn(notes: Notes): () => Sealer | Promise<Sealer> {
  let known: Sealer | undefined;
  return () =>
    known ??
    notes.keep(KEY, randomBytes(32).toString('base64url')).then((kept) => {
      known = sealerOf(Buffer.from(kept, 'base64url'));
      return known;
    });
}
