// The id of an event on a stream: the data's own name, and the number of the event in visible order. Input: both, or what a reader sent. Output: the
// id, or the number. It is another text than the `id` of CloudEvents, so that none is taken for the other. Notation, part 6, "On a stream".

/** Of any length is what a reader may send. */
const LONGEST = 64;

export function streamId(name: string, seq: number): string {
  return `${name}:${seq}`;
}

/** Undefined: it is no id of this data. */
export function numberIn(name: string, sent: string): number | undefined {
  if (sent.length > LONGEST || !sent.startsWith(`${name}:`)) return undefined;
  const digits = sent.slice(name.length + 1);
  return /^(?:0|[1-9]\d{0,14})$/.test(digits) ? Number(digits) : undefined;
}

/** A block of a stream; what it carries may have lines. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export function blockOf(event: string, data: string, id: string | undefined): string {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/) : [data];
  return `${idLine(id)}event: ${event}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
}

/** Says how far a reader is, where it was sent nothing for a while: an id without data is no event. */
export function beatOf(id: string | undefined): string {
  return id === undefined ? ':\n\n' : `${idLine(id)}\n`;
}

function idLine(id: string | undefined): string {
  return id === undefined ? '' : `id: ${id}\n`;
}
