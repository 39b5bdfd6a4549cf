// What can happen to the files of the data while they are open, in words. Input: the directory. Output: for each fault what the
// sender of a write is answered, what the operator does about it, and what may still be relied on.

export const FILE = 'data.sqlite';
export const LOG: string = `${FILE}-wal`;
export const INDEX: string = `${FILE}-shm`;
/** Made when the data is found damaged while it is served, so that a start does not ignore it. */
export const MARK: string = `${FILE}-damaged`;

export interface Fault {
  /** For the line of a request that could not be served. */
  readonly reason: string;
  /** For the operator: what has happened, and what to do. */
  readonly told: string;
  /** Nothing repairs it while this process runs. */
  readonly isLasting: boolean;
  /** Reads may return wrong data. */
  readonly isDamaged: boolean;
  /** All that was committed is where a start will find it. */
  readonly isKept: boolean;
}

export type FaultKind = 'gone' | 'unread' | 'unseen' | 'saving' | 'saved' | 'log' | 'main';

const REFUSED = 'writes are answered as unavailable, and /readyz says 503';
const NOTHING = 'reads and writes are answered as unavailable, and /readyz says 503';
const RESTORE = 'stop the service, keep a copy of the directory, and restore a backup into a new one';
const BESIDE = `${LOG} or ${INDEX} was removed, moved or replaced`;

export function faultsIn(directory: string): Readonly<Record<FaultKind, Fault>> {
  const mends = { isLasting: false, isDamaged: false, isKept: false };
  const damage = { isLasting: true, isDamaged: true, isKept: false };
  return {
    gone: {
      reason: `${FILE} is not there any more`,
      told: `the data in ${directory} is not there any more: ${FILE} was removed or moved; nothing is kept, ${REFUSED}; put it back, or stop and start again`,
      ...mends,
    },
    unread: {
      reason: `${INDEX} cannot be read`,
      told: `the data in ${directory} cannot be written: another program wrote to ${INDEX}; ${REFUSED}; stop and start again`,
      ...mends,
    },
    unseen: {
      reason: 'the files of the data cannot be read',
      told: `the data in ${directory} cannot be looked at: the disk fails, or its files may not be read any more; ${REFUSED}; it is looked at again each second`,
      ...mends,
    },
    saving: {
      reason: BESIDE,
      told: `the data in ${directory} is in danger: ${BESIDE}; ${REFUSED}; the newest writes are being copied into ${FILE}, do not stop before this says that they are`,
      ...mends,
    },
    saved: {
      reason: BESIDE,
      told: `the data in ${directory} cannot be written: ${BESIDE}; ${REFUSED}; all that was acknowledged is in ${FILE} now: stop and start again`,
      isLasting: true,
      isDamaged: false,
      isKept: true,
    },
    log: {
      reason: `${LOG} is damaged`,
      told: `the data in ${directory} is damaged: another program cut or overwrote ${LOG}, and the newest writes may be lost; ${NOTHING}; ${RESTORE}`,
      ...damage,
    },
    main: {
      reason: `${FILE} is damaged`,
      told: `the data in ${directory} is damaged: another program cut, overwrote or replaced ${FILE}; ${NOTHING}; ${RESTORE}`,
      ...damage,
    },
  };
}
