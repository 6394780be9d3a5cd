import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

import { withoutSome } from './withoutSome.ts';

/** A way from one node to a service, which can lead elsewhere and lose what passes. */
export interface Forwarder {
  port: number;
  /** Leads to another port from now on; connections that are open break. */
  leadTo(port: number): void;
}

/**
 * Opens a way to a port.
 *
 * @param isLost asked for every message of NATS on its way to the node; left out where nothing may be lost
 */
export async function openForwarder(to: number, isLost?: () => boolean): Promise<Forwarder> {
  const open = new Set<Socket>();
  let target = to;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    if (isLost) far.pipe(withoutSome(isLost)).pipe(near);
    else far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
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
  };
}
