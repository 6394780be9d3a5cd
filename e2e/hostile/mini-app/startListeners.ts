import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Servers outside of the platform, one URL per name, that detect exfiltration. */
export interface Listeners {
  /** `http://127.0.0.1:…` by name. */
  addresses: Record<string, string>;
  /** The names of listeners that received data. */
  heard: ReadonlySet<string>;
  /** The names of listeners that got a connection, with or without data. */
  connected: ReadonlySet<string>;
  close(): void;
}

/** Starts TCP and UDP listeners on loopback. */
export async function startListeners(names: readonly string[]): Promise<Listeners> {
  const heard = new Set<string>();
  const connected = new Set<string>();
  const closing: (() => void)[] = [];
  const addresses: Record<string, string> = {};
  for (const name of names) {
    const server = createServer((socket) => {
      connected.add(name);
      socket.on('error', () => undefined);
      socket.on('data', () => {
        heard.add(name);
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
      closing.push(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const datagrams = createSocket('udp4', () => heard.add(name));
    datagrams.bind(port, '127.0.0.1');
    await once(datagrams, 'listening');
    addresses[name] = `http://127.0.0.1:${port}`;
    closing.push(
      () => server.close(),
      () => datagrams.close(),
    );
  }
  return {
    addresses,
    heard,
    connected,
    close() {
      for (const close of closing) close();
    },
  };
}
