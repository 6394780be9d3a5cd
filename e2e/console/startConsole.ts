import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type ApiClient, createApiClient } from '@host/api-client';
import { CONSOLE_FOLDER, buildConsole } from '@host/console/build';
import { ADMIN_TOKEN, type TestServer, createTestServer, readWebApp } from '@host/server/testing';

import { freePort } from '../../scripts/build/freePort.mjs';

/** A server that serves the built console. */
export interface ConsoleServer {
  server: TestServer;
  /** `http://localhost:…`. */
  baseUrl: string;
  /** The same, or where the console has an origin of its own. */
  consoleUrl: string;
  /** A client with the root token. */
  client: ApiClient;
}

const HOST = fileURLToPath(new URL('../../apps/host', import.meta.url));

type ServerOptions = NonNullable<Parameters<typeof createTestServer>[0]>;

/** What the server has besides the console. */
export type ConsoleOptions = Pick<ServerOptions, 'pushTransports' | 'system' | 'readSpace'> &
  Pick<NonNullable<ServerOptions['config']>, 'consoleOidc' | 'upstreamOrigins'> & {
    /** The reference host, too: mini-apps are opened in its frames. */
    hasHost?: boolean;
    /** The console has an origin of its own, as CONSOLE_URL gives it. */
    isApart?: boolean;
    /** The port, where something else has to know it before. */
    listensOn?: number;
  };

/** Builds the console as it is delivered, and serves it with a server of its own. */
export async function startConsole({
  hasHost = false,
  isApart = false,
  listensOn: given,
  consoleOidc,
  upstreamOrigins,
  ...options
}: ConsoleOptions = {}): Promise<ConsoleServer> {
  await buildConsole();
  if (hasHost) {
    await promisify(execFile)(process.execPath, [join(HOST, 'build-steps/build.mjs'), 'web']);
  }
  const listensOn = given ?? (await freePort());
  const baseUrl = `http://localhost:${listensOn}`;
  const consoleUrl = isApart ? `http://console.localhost:${listensOn}` : baseUrl;
  const server = await createTestServer({
    ...options,
    consoleApp: await readWebApp(CONSOLE_FOLDER),
    ...(hasHost && { hostApp: await readWebApp(join(HOST, 'dist/web')) }),
    config: {
      baseUrl,
      consoleUrl,
      pushGatewayUrl: baseUrl,
      consoleOidc,
      ...(upstreamOrigins && { upstreamOrigins }),
      ...(hasHost && { cdnUrl: `${baseUrl}/cdn` }),
    },
  });
  await server.app.listen({ host: 'localhost', port: listensOn });
  return { server, baseUrl, consoleUrl, client: createApiClient({ baseUrl, token: ADMIN_TOKEN }) };
}
