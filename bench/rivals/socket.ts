// What the generator itself can do: a bare socket that answers every chunk with the same bytes, reading nothing. Input: a port. Output:
// the ceiling; a service measured near it would measure the generator.

import { createServer } from 'node:net';

const [port = '0'] = process.argv.slice(2);
const body =
  '{"id":1,"title":"Buy oat milk and two lemons","completed":false,"order":17,"url":"http://127.0.0.1/todos/1"}';
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
);
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('data', () => socket.write(answer));
  socket.on('error', () => socket.destroy());
});
server.listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
process.once('SIGTERM', () => process.exit(0));
