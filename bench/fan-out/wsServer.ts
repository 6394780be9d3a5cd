import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { WebSocketServer } from 'ws';

// The obvious implementation with the most used library: `send` in a loop.
const server = createServer((request, response) => void publish(request, response));
async function publish(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = await text(request);
  for (const client of sockets.clients) client.send(message);
  response.writeHead(204).end();
}
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4096 });
process.once('SIGTERM', () => process.exit(0));
