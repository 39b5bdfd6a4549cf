// A text of a caller or of a document as a part of one line. Input: a text. Output: one that ends no line and moves no cursor.

export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.replace(/[\u0000-\u001f\u007f]/g, (one) => JSON.stringify(one).slice(1, -1));
}
