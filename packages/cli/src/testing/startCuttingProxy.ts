import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A proxy that cuts the connection while a certain file is uploaded, as long as it is told to. */
export interface CuttingProxy {
  url: string;
  /** The path whose upload is cut; undefined lets everything through. */
  cut: string | undefined;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (proxy.cut !== undefined && chunk.includes(`PUT ${proxy.cut}`)) {
        // Forwards a part, and then drops the connection.
        upstream.write(chunk.subarray(0, chunk.length - 1), () => {
          client.destroy();
          upstream.destroy();
        });
      } else {
        upstream.write(chunk);
      }
    });
    upstream.on('data', (chunk) => client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
