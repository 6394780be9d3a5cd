import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral port range: one of those could be taken by an outgoing connection before a server that has to be
// built first listens on it.
const [FIRST_PORT, PORTS] = [10_000, 20_000];

/** A port that is currently free on all addresses of this machine. */
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
