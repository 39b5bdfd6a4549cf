// Why something failed, for the operator. Input: what was thrown, of any type. Output: one text for the log. A message of the
// engine or the database may quote a value that is kept (`Unexpected token 'x', "x1234" is not valid JSON`): of such errors the
// text has the kind and the place where they were thrown, never the message. Our own messages contain no values, and are given in
// full.

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return sentenceOf(error);
  const said = sentenceOf(error);
  return `${said.startsWith(error.name) ? '' : `${error.name}: `}${said}${placesOf(error)}`;
}

/** Without where it was thrown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `something was thrown that is no error, a ${typeof error}`;
  const { name, code, syscall, errstr } = error as Thrown;
  if (ENGINE.some((kind) => error instanceof kind)) {
    const harmless = HARMLESS.exec(error.message)?.[0];
    return [name, ...(code === undefined ? [] : [code]), ...(harmless === undefined ? [] : [harmless])].join(': ');
  }
  // Of the system: which call, on which file or address.
  if (code === undefined || syscall !== undefined) return error.message;
  if (errstr !== undefined) return `${name}: ${code}: ${error.message.replace(/["'`].*["'`]/s, '…')} (${errstr})`;
  const about = ABOUT.flatMap((key) => {
    const value = (error as Thrown)[key];
    return value === undefined ? [] : [`${key} ${value}`];
  });
  return [`${name}: ${code}`, ...about].join(', ');
}

/** What errors of Node, SQLite and PostgreSQL have beside what they say. */
interface Thrown extends Error {
  readonly code?: string;
  readonly syscall?: string;
  /** SQLite: its own text for the code. */
  readonly errstr?: string;
  readonly routine?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** Names, of PostgreSQL's own function and of what it was about. */
const ABOUT = ['routine', 'table', 'column', 'constraint'] as const;
const ENGINE = [SyntaxError, TypeError, RangeError, URIError, ReferenceError, EvalError];
const HARMLESS = /^Cannot read properties of (?:undefined|null)/;

/** Behind the message, which may have lines that look like places. */
function placesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  if (start === -1) return '';
  const end = stack.indexOf('\n    at ', start + message.length);
  return end === -1 ? '' : stack.slice(end);
}
