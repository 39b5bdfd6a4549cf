// Errors of PostgreSQL and of the connection to it, classified. Input: an error of the driver. Output: is it a violated unique
// index, a conflict with another transaction, a lost connection; and one sentence for the operator where the database is at
// fault. Codes:
// https://www.postgresql.org/docs/current/errcodes-appendix.html

interface DatabaseError extends Error {
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string;
  readonly constraint?: string;
}

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}

/** The name of the index that a write met. */
export function violatedIndex(error: unknown): string | undefined {
  return isDatabaseError(error) && error.code === '23505' ? error.constraint : undefined;
}

/** This user, or this server, makes no functions. */
export function mayNot(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '25006' || error.code === '42501');
}

/** Another transaction was in the way: nothing of this one is kept, and it may begin again. */
export function isConflict(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01');
}

/** The statement was ended before it was done. */
export function isStopped(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/** The driver did not get an answer: no connection, or none in time. `reason` is for the operator. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Does the connection end with this error? */
export function isLost(error: unknown): boolean {
  return error instanceof Unreachable || (isDatabaseError(error) && reasonOf(error.code, ENDING) !== undefined);
}

const ENDING: Readonly<Record<string, string>> = {
  '08': 'the connection to the database was lost',
  '57P01': 'the database is shutting down',
  '57P02': 'the database crashed and starts again',
  '57P03': 'the database is starting or shutting down',
  '57P04': 'the database was dropped',
  '57P05': 'the database ended an idle connection',
  '25P03': 'a transaction was idle for too long',
  '25P04': 'a transaction took too long',
};

const FAULTS: Readonly<Record<string, string>> = {
  ...ENDING,
  '0A000': 'the tables were changed by another program, or the database is a standby',
  '08P01': 'what is between here and the database does not pass on what a session needs; a pooler may do that',
  '23502': 'the tables ask for a value that this document does not give; a newer document may have come to them',
  '23505': 'the tables keep unique what this document does not; a newer document may have come to them',
  '25006': 'the database takes no writes',
  '26000': 'prepared statements get lost on the way to the database; a pooler that shares sessions does that',
  '28': 'the database does not let this user in',
  '3D': 'there is no such database',
  '40': 'other transactions are in the way',
  '42501': 'this user may not do that in the database',
  '42P01': 'a table is gone',
  '42703': 'a column is gone',
  '42704': 'something that the database was given is gone',
  '42P05': 'prepared statements of others are in the way; a pooler that shares sessions does that',
  '53100': 'the disk of the database is full',
  '53200': 'the database has not enough memory',
  '53300': 'the database takes no more connections',
  '53': 'the database has not enough of something',
  '54': 'the statement is larger than the database allows',
  '55P03': 'another transaction holds the rows for too long',
  '57014': 'a statement took longer than is allowed',
  '57': 'the database was stopped by its operator',
  '58': 'the system below the database fails',
  F0: 'the configuration of the database is at fault',
  XX: 'the database is damaged or at fault',
};

/** Undefined for an error of the statement or of the program. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof Unreachable) return error.message;
  return isDatabaseError(error) ? reasonOf(error.code, FAULTS) : undefined;
}

function reasonOf(code: string, reasons: Readonly<Record<string, string>>): string | undefined {
  return reasons[code] ?? reasons[code.slice(0, 2)];
}

/** Every error of the driver that is not the database's own is about the connection. */
export function fromDriver(error: unknown): unknown {
  if (isDatabaseError(error)) return error;
  return new Unreachable(wayTo(error), { cause: error });
}

function wayTo(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'nobody listens at the address of the database';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host of the database cannot be found';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host of the database cannot be reached';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection to the database was lost';
  }
  if (/timeout exceeded when trying to connect/.test(message)) return 'every connection to the database is busy';
  if (/timeout/i.test(message) || code === 'ETIMEDOUT') return 'the database does not answer in time';
  if (/^Connection terminated|not queryable|pool after calling end/.test(message))
    return 'the connection to the database was lost';
  if (/password must be a (?:non-empty )?string/.test(message))
    return 'it asks for a password and none is given; PGPASSWORD is the place for it';
  // A message of the engine may quote a value.
  const isEngine = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError;
  return `the database cannot be reached (${isEngine ? error.name : message})`;
}
