import { type TestServer, createTestServer } from './createTestServer.ts';
import { type ForeignCdn, startForeignCdn } from './startForeignCdn.ts';
import type { TestEngine } from './testDatabase.ts';

/** Somebody else's CDN, and two servers on the same data. */
export interface WithForeignCdn {
  cdn: ForeignCdn;
  /** Sends no requests to the CDN. */
  server: TestServer;
  /** Fetches artifacts from the CDN and verifies them. */
  trusting: TestServer;
  close(): Promise<void>;
}

export async function startWithForeignCdn(engine: TestEngine): Promise<WithForeignCdn> {
  const cdn = await startForeignCdn();
  const server = await createTestServer({ engine });
  const { db, objects } = server;
  const config = { cdnOrigins: [cdn.origin] };
  const trusting = await createTestServer({ db, objects, config });
  return {
    cdn,
    server,
    trusting,
    async close() {
      await trusting.close();
      await server.close();
      await cdn.close();
    },
  };
}
