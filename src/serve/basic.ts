// A name and a password in one credential. Input: what follows the word `Basic`. Output: both, or nothing where it is none.
// https://www.rfc-editor.org/rfc/rfc7617#section-2

export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function nameAndPassword(credential: string): NameAndPassword | undefined {
  const octets = Buffer.from(credential, 'base64');
  // What is no base64 is read all the same, up to there.
  if (octets.toString('base64') !== credential) return undefined;
  const text = decoded(octets);
  // Neither holds a control character, and the name no colon.
  const found = text === undefined ? null : /^([^:\p{Cc}]*):(\P{Cc}*)$/u.exec(text);
  return found === null ? undefined : { name: found[1]!, password: found[2]! };
}

function decoded(octets: Buffer): string | undefined {
  try {
    return UTF_8.decode(octets);
  } catch {
    return undefined;
  }
}
