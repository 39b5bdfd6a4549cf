// A receiver of events that keeps connections: it answers 204 and counts. Input: a port. Output: `GET /` says how many came, and when the first and the last
// one came, in milliseconds of this machine's clock; `GET /reset` forgets them.

import { createServer } from 'node:http';

let [count, first, last] = [0, 0, 0];

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, first, last }));
    if (request.url === '/reset') [count, first, last] = [0, 0, 0];
    return;
  }
  request.resume().on('end', () => {
    last = performance.timeOrigin + performance.now();
    if (count === 0) first = last;
    count += 1;
    response.writeHead(204).end();
  });
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening on'));
