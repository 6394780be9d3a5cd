import { type ApiClient, createApiClient } from '@host/api-client';
import { readConfig, startServer } from '@host/server';
import { freePort } from '../../../../scripts/build/freePort.mjs';
import { temporaryFolder } from './temporaryFolder.ts';

/** A real server on this machine, with data of its own. */
export interface TestServer {
  url: string;
  token: string;
  client: ApiClient;
  /** The environment that makes the command use it. */
  env: { MINIAPP_SERVER: string; MINIAPP_TOKEN: string };
  close(): Promise<void>;
}

const TOKEN = 'root-token-for-the-tests-of-the-command';

/** `environment` adds to the settings of the server. */
export async function startTestServer(environment: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await temporaryFolder('server');
  const server = await startServer(
    readConfig({
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: url,
      DATA_DIR: folder,
      ADMIN_TOKEN: TOKEN,
      SERVER_KEY: 'server-key-for-the-tests-of-the-command',
      LOG_LEVEL: 'silent',
      ...environment,
    }),
  );
  return {
    url,
    token: TOKEN,
    client: createApiClient({ baseUrl: url, token: TOKEN }),
    env: { MINIAPP_SERVER: url, MINIAPP_TOKEN: TOKEN },
    close: () => server.close(),
  };
}
