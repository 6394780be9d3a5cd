import { createHash } from 'node:crypto';

import { type ApiClient, type ArtifactName, createApiClient } from '@host/api-client';
import { ADMIN_TOKEN, type TestServer, createTestServer, uploadsOf } from '@host/server/testing';

/** A server that listens on this machine, and a client of it with the root token. */
export interface ListeningServer {
  server: TestServer;
  origin: string;
  client: ApiClient;
  /** Every request that the client has sent, `GET /v1/admin/tokens`. */
  sent: string[];
  /** A client with another token, or none. */
  clientOf: (token: string | undefined) => ApiClient;
  /** A client that speaks for whoever has the access token. */
  personClient: (accessToken: () => string | undefined) => ApiClient;
  /** A client of a page of the console, with the cookies of a browser. */
  console: ApiClient;
  /** Uploads everything that a version needs. */
  upload: (appId: string, version: string) => Promise<void>;
}

export async function startServer(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<ListeningServer> {
  const server = await createTestServer(options);
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const sent: string[] = [];
  const watched: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    sent.push(`${init?.method} ${pathname}`);
    return fetch(input, init);
  };
  const clientOf = (token: string | undefined) =>
    createApiClient({ baseUrl: origin, token, fetch: watched });
  const personClient = (accessToken: () => string | undefined) =>
    createApiClient({ baseUrl: origin, accessToken, fetch: watched });
  const client = clientOf(ADMIN_TOKEN);
  const upload = async (appId: string, version: string) => {
    for (const [file, content] of await uploadsOf(appId, version)) {
      const body = Buffer.from(content);
      await client.uploadArtifact({
        appId,
        version,
        file: file as ArtifactName,
        body,
        size: body.length,
        sha256: sha256Of(body),
      });
    }
  };
  let cookie = '';
  const browser: typeof fetch = async (input, init) => {
    const headers = { ...(init?.headers as object), cookie, 'sec-fetch-site': 'same-origin' };
    const response = await watched(input, { ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  const console = createApiClient({ baseUrl: origin, onConsole: true, fetch: browser });
  return { server, origin, client, sent, clientOf, personClient, console, upload };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
