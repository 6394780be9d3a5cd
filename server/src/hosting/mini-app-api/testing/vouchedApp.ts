import { type TestServer, newAppId } from '../../../testing/createTestServer.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';

/** A mini-app that is registered, with its path and where its collections are put. */
export interface VouchedApp {
  appId: string;
  path: string;
  collections: string;
}

/** Registers a mini-app that may know people and that no other test uses, and fills its collection `items`. */
export async function vouchedApp(
  server: TestServer,
  content?: { documents: object[]; private?: boolean },
): Promise<VouchedApp> {
  const appId = newAppId();
  await vouchFor(server, appId, '1.0.0', { permissions: ['network', 'user'], release: {} });
  const collections = `/v1/admin/mini-programs/${appId}/collections`;
  if (content) {
    const answer = await server.send('PUT', `${collections}/items`, { payload: content });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
  return { appId, path: `/${appId.split('.').at(-1)}`, collections };
}
