// A document served in this process, for whatever stands between it and who calls. Input: the text or the name of a document. Output: its address.

import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { start } from '../serve/running.ts';

export { linked as modelOf } from '../plan/plan-of.ts';

export function exampleText(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'examples', `${name}.md`), 'utf8');
}

export interface Passed {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  /** The headers of the call. */
  readonly sent: IncomingHttpHeaders;
  status: number;
  headers: IncomingHttpHeaders;
  answer: string;
}

export interface Between {
  readonly url: URL;
  /** The service itself. */
  readonly behind: URL;
  readonly operator: URL;
  close(): Promise<void>;
}

/** A call on its way to the service, as it is changed before that sees it. */
export interface Passing {
  readonly method: string;
  target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Standing {
  readonly before?: (passing: Passing) => void;
  readonly options?: Parameters<typeof start>[1];
}

/** A service of the document, and what stands before it: it passes calls on, and answers as `change` leaves the reply. */
export async function tampered(
  model: Model,
  change: (passed: Passed) => unknown,
  { before = () => undefined, options = {} }: Standing = {},
): Promise<Between> {
  let target = new URL('http://127.0.0.1');
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const body = Buffer.concat(pieces);
      const { method = 'GET', url: path = '/', headers } = incoming;
      const changed = { method, target: path, headers };
      before(changed);
      const passing = request(
        {
          host: target.hostname,
          port: target.port,
          method,
          path: changed.target,
          headers: { ...headers, host: target.host },
        },
        (reply) => {
          const answered: Buffer[] = [];
          reply.on('data', (piece: Buffer) => answered.push(piece));
          reply.on('end', async () => {
            const passed: Passed = {
              method,
              target: path,
              body: body.toString('utf8'),
              sent: headers,
              status: reply.statusCode ?? 0,
              headers: { ...reply.headers },
              answer: Buffer.concat(answered).toString('utf8'),
            };
            await change(passed);
            delete passed.headers['transfer-encoding'];
            if (method !== 'HEAD' && passed.status !== 204)
              passed.headers['content-length'] = String(Buffer.byteLength(passed.answer));
            outgoing.writeHead(passed.status, passed.headers);
            outgoing.end(passed.answer);
          });
        },
      );
      passing.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  const service = await start(plan(model), { publicUrl: url.origin, ...options });
  target = new URL(service.url);
  return {
    url,
    behind: target,
    operator: new URL(service.operatorUrl),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await service.stop();
    },
  };
}
