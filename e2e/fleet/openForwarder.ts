import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

import { delayed } from './delayed.ts';
import { withoutSome } from './withoutSome.ts';

/** A TCP proxy between a node and a service that can be redirected, slowed down, and made lossy. */
export interface Forwarder {
  port: number;
  /** Redirects to another port; open connections break. */
  leadTo(port: number): void;
  /** Delays what the service sends. */
  setDelay(ms: number): void;
  /** Silently drops everything on connections that are open now. */
  silence(): void;
}

/**
 * Opens a proxy to a port.
 *
 * @param isLost decides for every NATS message to the node whether to drop it; absent if nothing may be lost
 */
export async function openForwarder(to: number, isLost?: () => boolean): Promise<Forwarder> {
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let target = to;
  let delayMs = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    const coming = far.pipe(delayed(() => delayMs));
    if (isLost) coming.pipe(withoutSome(isLost)).pipe(near);
    else coming.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        // The node is not told. Connections that the node closes are closed at the service too, whose number of connections is limited.
        if (one === near || !silent.has(one)) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      for (const socket of open) socket.destroy();
    },
    setDelay: (ms) => void (delayMs = ms),
    silence() {
      for (const socket of open) {
        silent.add(socket);
        socket.unpipe();
        // Data is read and discarded, since otherwise the end of the connection would go unnoticed.
        socket.resume();
      }
    },
  };
}
