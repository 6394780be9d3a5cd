import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

import { delayed } from './delayed.ts';
import { withoutSome } from './withoutSome.ts';

/** A way from one node to a service, which can lead elsewhere, be slow, and lose what passes. */
export interface Forwarder {
  port: number;
  /** Leads to another port from now on; connections that are open break. */
  leadTo(port: number): void;
  /** What comes from the service comes so much later from now on. */
  setDelay(ms: number): void;
  /** Nothing passes any more on connections that are open now, and neither end is told. */
  silence(): void;
}

/**
 * Opens a way to a port.
 *
 * @param isLost asked for every message of NATS on its way to the node; left out where nothing may be lost
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
        // A node hears nothing of it; what a node gives up is closed at the other end, too: it has not that many.
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
        // What comes is thrown away: otherwise nobody would see that it is closed.
        socket.resume();
      }
    },
  };
}
