// A document that nests deeper than the stack of V8 reaches: nothing else bounds that. Input: what was thrown. Output: a sentence, or
// undefined where it is another failure.

export function whyTooDeep(error: unknown): string | undefined {
  if (!(error instanceof RangeError && error.message.includes('call stack'))) return undefined;
  return 'what is written nests too deeply, or leads on too far, to be followed: divide the document, or shorten the longest of its chains';
}
