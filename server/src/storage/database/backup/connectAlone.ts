import { Client, types } from 'pg';

const CONNECT_TIMEOUT_MS = 5000;

/** One connection for long work, without a limit for a statement. */
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
  // The query that fails says so; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
