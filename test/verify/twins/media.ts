// Media types in the headers of a request, for services written by hand. Input: headers. Output: does JSON fit them?

import type { IncomingMessage } from 'node:http';

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1: the most specific range decides. */
export function admitsJson({ headers }: IncomingMessage): boolean {
  if (headers.accept === undefined || headers.accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const range of headers.accept.split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '') ?? '1';
    weights.set(type!, Math.max(weights.get(type!) ?? 0, Number(weight)));
  }
  return (weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0) > 0;
}

export function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function isJsonBody({ headersDistinct }: IncomingMessage): boolean {
  const types = headersDistinct['content-type'] ?? [];
  const [type = '', ...parameters] = (types[0] ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((one) => one.startsWith('charset='))?.slice('charset='.length) ?? 'utf-8';
  return types.length === 1 && type === 'application/json' && /^"?utf-?8"?$/.test(charset);
}

export function isPlain({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
}

/** As many octets as `serve` takes unless the operator says otherwise. */
const MOST = 1_048_576;

export async function octetsOf(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size <= MOST) pieces.push(piece as Buffer);
  }
  return size > MOST ? 'too large' : Buffer.concat(pieces);
}

/** The segments of a path; undefined: not percent-encoded UTF-8. */
export function segmentsOf(target: string): readonly string[] | undefined {
  try {
    return target.split('?', 1)[0]!.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
