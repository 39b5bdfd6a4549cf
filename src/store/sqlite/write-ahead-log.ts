// The write-ahead log as it is on the disk. Input: its open file, or the first bytes of the index beside it. Output: which log it
// is, and whether it still holds what was written into it: each frame carries a checksum over all frames before it.
// https://www.sqlite.org/walformat.html

import { readSync } from 'node:fs';
import { endianness } from 'node:os';

/** Two words of 32 bits. */
type Pair = readonly [number, number];

interface LogHeader {
  readonly pageSize: number;
  /** They change each time the log begins anew; the first one counts up. */
  readonly salts: Pair;
  /** Over the header: where the chain of checksums begins. */
  readonly sum: Pair;
}

/** What the index says of the log. It is written when the frames are on the disk. */
export interface LogIndex {
  /** In use. */
  readonly frames: number;
  /** How many of them are in the data file as well. */
  readonly copied: number;
  /** How many have been copied or are being copied: more than `copied` while that runs, and where it failed. */
  readonly copying: number;
  readonly pageSize: number;
  readonly salts: Pair;
  /** Checksum of the last frame. */
  readonly sum: Pair;
}

const HEADER = 32;
const FRAME_HEADER = 24;
/** Two headers, and how far the log was copied. https://www.sqlite.org/walformat.html#the_walindex_header */
const INDEX = 132;
/** The last bit says in which order of bytes the checksums read; SQLite writes that of its machine. */
const isLittle = endianness() === 'LE';
const MAGIC = isLittle ? 0x377f0682 : 0x377f0683;
/** That begin until the kernel has put the index on the disk, at most: half a minute. */
const MOST_LOGS = 10_000;
/** Frames that are read at once. */
const CHUNK = 256;

/** Looked at with each group of writes, each in one turn: they are made once. */
const small = wordsOf(INDEX);

/** Undefined: it is none of this machine. */
function readHeader(file: number): LogHeader | undefined {
  const { words, bytes } = small;
  if (readSync(file, bytes, 0, HEADER, 0) < HEADER || bytes.readUInt32BE(0) !== MAGIC) return undefined;
  const sum = summed(words, 0, 6, [0, 0]);
  if (!areSame(pairAt(bytes, 24), sum)) return undefined;
  return { pageSize: bytes.readUInt32BE(8), salts: pairAt(bytes, 16), sum };
}

/** How many octets its frames need. */
export function sizeOf({ frames, pageSize }: Pick<LogIndex, 'frames' | 'pageSize'>): number {
  return frames === 0 ? 0 : HEADER + frames * (FRAME_HEADER + pageSize);
}

/**
 * Does the log end as the index says, and is what an earlier index of it named last still there? Looks at its beginning and at those
 * two frames only: a log that was cut and has grown again since lacks the earlier one.
 */
export function endsAs(index: LogIndex, file: number, earlier?: LogIndex): boolean {
  if (index.frames === 0) return true;
  const header = readHeader(file);
  if (header === undefined || !areSame(header.salts, index.salts)) return false;
  return (
    hasLast(index, file) && (earlier === undefined || !areSame(earlier.salts, index.salts) || hasLast(earlier, file))
  );
}

function hasLast(index: LogIndex, file: number): boolean {
  if (index.frames === 0) return true;
  const { bytes } = small;
  const at = sizeOf(index) - FRAME_HEADER - index.pageSize;
  if (readSync(file, bytes, 0, FRAME_HEADER, at) < FRAME_HEADER) return false;
  return areSame(pairAt(bytes, 8), index.salts) && areSame(pairAt(bytes, 16), index.sum);
}

/** Does the log hold all that the index says? Reads the whole of it: some 4 milliseconds for 1,000 frames of 4 KB. */
export function holds(index: LogIndex, file: number): boolean {
  const { frames, pageSize, salts } = index;
  if (frames === 0) return true;
  const header = readHeader(file);
  if (header === undefined || header.pageSize !== pageSize || !areSame(header.salts, salts)) return false;
  const frame = FRAME_HEADER + pageSize;
  const { words, bytes } = wordsOf(CHUNK * frame);
  let { sum } = header;
  for (let done = 0; done < frames; done += CHUNK) {
    const count = Math.min(CHUNK, frames - done);
    if (readSync(file, bytes, 0, count * frame, HEADER + done * frame) < count * frame) return false;
    for (let at = 0; at < count * frame; at += frame) {
      sum = summed(words, at / 4, at / 4 + 2, sum);
      sum = summed(words, (at + FRAME_HEADER) / 4, (at + frame) / 4, sum);
      if (!areSame(pairAt(bytes, at + 8), salts) || !areSame(pairAt(bytes, at + 16), sum)) return false;
    }
  }
  return areSame(sum, index.sum);
}

/** After a loss of power the index may be one of an earlier log: the first salt counts up with each. */
export function mayBeOlder({ salts }: LogIndex, file: number): boolean {
  const header = readHeader(file);
  const ahead = header === undefined ? 0 : (header.salts[0] - salts[0]) >>> 0;
  return ahead > 0 && ahead < MOST_LOGS;
}

/** Undefined: it is none, or was torn while it was written. */
export function readIndex(file: number): LogIndex | undefined {
  const { words, bytes } = small;
  if (readSync(file, bytes, 0, INDEX, 0) < INDEX) return undefined;
  // The header is there twice: a writer writes one after the other.
  if (bytes.compare(bytes, 48, 96, 0, 48) !== 0 || bytes[12] !== 1) return undefined;
  const sum = summed(words, 0, 10, [0, 0]);
  if (words[10] !== sum[0] || words[11] !== sum[1]) return undefined;
  // The second half of a word that machines write in their own order, as the words are.
  const size = isLittle ? words[3]! >>> 16 : words[3]! & 0xffff;
  return {
    frames: words[4]!,
    copied: words[24]!,
    copying: words[32]!,
    // 64 KB does not fit into 16 bits and is written as 1.
    pageSize: (size & 0xfe00) + ((size & 1) << 16),
    // The salts are octets of the log; the rest is in the order of the machine, and the log's checksums are not.
    salts: pairAt(bytes, 32),
    sum: [words[6]!, words[7]!],
  };
}

export function areSame(one: Pair, other: Pair): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function summed(words: Int32Array, from: number, to: number, [first, second]: Pair): Pair {
  let one = first;
  let two = second;
  for (let i = from; i < to; i += 2) {
    one = (one + words[i]! + two) | 0;
    two = (two + words[i + 1]! + one) | 0;
  }
  return [one, two];
}

/** The same octets twice: as numbers of this machine, and as they are in a file. */
function wordsOf(octets: number): { readonly words: Int32Array; readonly bytes: Buffer } {
  const words = new Int32Array(octets / 4);
  return { words, bytes: Buffer.from(words.buffer) };
}

function pairAt(bytes: Buffer, at: number): Pair {
  return [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];
}
