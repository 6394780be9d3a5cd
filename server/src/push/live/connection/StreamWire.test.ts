import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { StreamWire } from './StreamWire.ts';

/** More than the system takes for somebody who does not read. */
const MANY_BYTES = 16 * 1024 * 1024;

describe('a stream of events that the server closes', () => {
  let server: Server;
  let device: Socket;
  let response: ServerResponse;
  beforeEach(async () => {
    server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    device = connect((server.address() as AddressInfo).port, '127.0.0.1');
    device.on('error', () => undefined);
    const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    device.write('GET /v1/push/stream HTTP/1.1\r\nHost: host\r\n\r\n');
    [, response] = await asked;
    response.writeHead(200, { connection: 'close' });
  });
  afterEach(() => {
    device.destroy();
    server.closeAllConnections();
    server.close();
  });

  it('ends soon, also for a device that does not read', async () => {
    device.pause();
    const wire = new StreamWire(response);
    const reason = 'x'.repeat(1024 * 1024);
    for (let sent = 0; sent < MANY_BYTES; sent += reason.length) {
      wire.sendEvent({ type: 'close', code: 4001, reason });
    }
    await new Promise(setImmediate);
    expect(wire.bufferedBytes).toBeGreaterThan(0);
    const closed = once(response, 'close');
    wire.close(4001, 'connected again');
    await closed;
    expect(device.bytesRead).toBeLessThan(MANY_BYTES);
  });

  it('has said why before it ends, to a device that reads', async () => {
    let read = '';
    device.on('data', (bytes: Buffer) => (read += bytes.toString()));
    const wire = new StreamWire(response);
    wire.close(4001, 'connected again');
    await once(device, 'close');
    expect(read).toContain('{"type":"close","code":4001,"reason":"connected again"}');
  });
});
