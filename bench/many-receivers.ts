// A thousand receivers of events in one process: those under /well accept at once, those under /hanging never answer. Input: a port. Output: `GET /` says
// how many events came to the well ones, and how long those took whose label is the instant at which they were written; `GET /reset` forgets them.

import { createServer } from 'node:http';

let count = 0;
let took: number[] = [];

interface Event {
  readonly data: { readonly label: string };
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const ordered = took.toSorted((one, other) => one - other);
    const at = (share: number): number => ordered[Math.floor(share * (ordered.length - 1))] ?? 0;
    response.end(JSON.stringify({ count, fresh: ordered.length, p50: at(0.5), p99: at(0.99) }));
    if (request.url === '/reset') [count, took] = [0, []];
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url!.startsWith('/hanging')) return;
    count += 1;
    const written = Number((JSON.parse(Buffer.concat(chunks).toString()) as Event).data.label);
    if (!Number.isNaN(written)) took.push(Date.now() - written);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening on'));
