import { Client, types } from 'pg';

const CONNECT_TIMEOUT_MS = 5000;

/** A single connection for long-running work, without a statement timeout. */
export async function connectAlone(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: (...args: Parameters<typeof types.getTypeParser>) =>
        args[0] === types.builtins.INT8 ? Number : types.getTypeParser(...args),
    },
  });
  // The failing query reports it; without a listener, the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
