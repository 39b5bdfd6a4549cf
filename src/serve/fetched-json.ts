// A small JSON document of another service. Input: its address. Output: what it says; an error whose message may be logged. Bounded in
// time and octets, and never from elsewhere than was asked: a redirection is a failure.

const TIME = 5_000;
const OCTETS = 262_144;

export async function fetchJson(address: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIME);
  const answer = await fetch(address, { redirect: 'error', signal, headers: { accept: 'application/json' } }).catch(
    (error: unknown) => {
      throw new Error(reason(error), { cause: error });
    },
  );
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`it answers ${answer.status}`);
  }
  const text = await textOf(answer);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it answers no JSON');
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let octets = 0;
  try {
    for await (const part of body ?? []) {
      octets += part.length;
      if (octets > OCTETS) break;
      parts.push(part);
    }
  } catch (error) {
    throw new Error(reason(error), { cause: error });
  }
  if (octets > OCTETS) throw new Error(`it answers more than ${OCTETS} octets`);
  return Buffer.concat(parts).toString('utf8');
}

function reason(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${TIME / 1000} seconds`;
  return typeof cause?.code === 'string' ? `it cannot be reached (${cause.code})` : 'it cannot be reached';
}
