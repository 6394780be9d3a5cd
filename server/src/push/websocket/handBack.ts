import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const ABOUT_UPGRADING = new Set(['upgrade', 'http2-settings']);

/**
 * Lets a server answer a request as if it had not asked for an upgrade. As soon as there is a listener for upgrades, Node
 * detaches such a request from its parser: it is put back in front of the connection, without the upgrade.
 */
export function handBack(
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!;
    const value = request.rawHeaders[index + 1]!;
    const kept = name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value;
    if (!ABOUT_UPGRADING.has(name.toLowerCase()) && kept !== '') lines.push(`${name}: ${kept}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutUpgrade(connection: string): string {
  return connection
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !ABOUT_UPGRADING.has(each.toLowerCase()))
    .join(', ');
}
