// A service of Todos with a list of so many megabytes, for `verify`. Input: a port, megabytes. Output: it says when it listens; all but the
// list is not found.

import { createServer } from 'node:http';

const [port = 0, megabytes = 1] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/todos`;
const json = { 'content-type': 'application/json' };

const rows: string[] = [];
for (let size = 0; size < megabytes * 1e6; size += rows.at(-1)!.length + 1) {
  const id = rows.length + 1;
  rows.push(JSON.stringify({ id, title: `title ${id}`, completed: id % 2 === 0, order: id, url: `${url}/${id}` }));
}
const list = `[${rows.join(',')}]`;

createServer((request, response) => {
  request.resume();
  const path = request.url?.split('?')[0];
  const row = rows[Number(/^\/todos\/(\d+)$/.exec(path ?? '')?.[1]) - 1];
  const body = path === '/todos' ? list : row;
  if (request.method === 'GET' && body !== undefined) response.writeHead(200, json).end(body);
  else response.writeHead(404, json).end('{"error":"no_such_todo"}');
}).listen(port, '127.0.0.1', () => console.log('listening on', url));
