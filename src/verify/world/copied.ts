// A text of its own. Input: a text that may be a part of another one, which it would keep. Output: the same text.

export function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
