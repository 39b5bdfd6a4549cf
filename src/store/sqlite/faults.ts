// Errors of SQLite, classified. Input: an error. Output: is it a violated unique index, is it the store that fails (then no
// request is at fault), and one sentence for the operator. Result codes: https://www.sqlite.org/rescode.html

interface SqliteError extends Error {
  readonly code: 'ERR_SQLITE_ERROR';
  readonly errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error;
}

const UNIQUE = new Set([1555, 2067, 2579]);

export function isUniqueViolation(error: unknown): error is SqliteError {
  return isSqliteError(error) && UNIQUE.has(error.errcode);
}

/** Another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && ((error.errcode & 0xff) === 5 || (error.errcode & 0xff) === 6);
}

export function isNoDatabase(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === 26;
}

const FAULTS: Readonly<Record<number, string>> = {
  3: 'the data may not be read or written',
  5: 'another program holds the data',
  6: 'another program holds the data',
  7: 'there is not enough memory',
  8: 'the data cannot be written to',
  9: 'the work was interrupted',
  10: 'the disk fails',
  11: 'the data file is damaged',
  13: 'the disk is full',
  14: 'a file of the data cannot be opened',
  17: 'the tables were changed by another program',
  26: 'the data file is not a database',
};

/** The store's own failure in words; undefined for an error of the statement or of the program. */
export function faultOf(error: unknown): string | undefined {
  return isSqliteError(error) ? FAULTS[error.errcode & 0xff] : undefined;
}
