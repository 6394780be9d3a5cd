import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range from which systems take the ports of outgoing connections: one of those would be used again before a
// server that has to be built first listens on it.
const [FIRST_PORT, PORTS] = [10_000, 20_000];

/** A port that is free now, on all addresses of this machine. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
