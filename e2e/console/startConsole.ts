import { type ApiClient, createApiClient } from '@host/api-client';
import { CONSOLE_FOLDER, buildConsole } from '@host/console/build';
import { ADMIN_TOKEN, type TestServer, createTestServer, readWebApp } from '@host/server/testing';

import { freePort } from '../../scripts/build/freePort.mjs';

/** A server that serves the built console. */
export interface ConsoleServer {
  server: TestServer;
  /** `http://localhost:…`. */
  baseUrl: string;
  /** A client with the root token. */
  client: ApiClient;
}

/** What the server has besides the console. */
export type ConsoleOptions = Pick<
  NonNullable<Parameters<typeof createTestServer>[0]>,
  'pushTransports' | 'system' | 'readSpace'
>;

/** Builds the console as it is delivered, and serves it with a server of its own. */
export async function startConsole(options: ConsoleOptions = {}): Promise<ConsoleServer> {
  await buildConsole();
  const listensOn = await freePort();
  const baseUrl = `http://localhost:${listensOn}`;
  const server = await createTestServer({
    ...options,
    consoleApp: await readWebApp(CONSOLE_FOLDER),
    config: { baseUrl, consoleUrl: baseUrl, pushGatewayUrl: baseUrl },
  });
  await server.app.listen({ host: 'localhost', port: listensOn });
  return { server, baseUrl, client: createApiClient({ baseUrl, token: ADMIN_TOKEN }) };
}
