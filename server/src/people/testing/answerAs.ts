import type { ConsentPermission, ConsentState } from '@host/contracts';

import type { TestServer } from '../../testing/createTestServer.ts';
import { sendAs } from './personOn.ts';

/** Answers a mini-app's consent request as a person. */
export async function answerAs(
  server: TestServer,
  session: { accessToken: string },
  appId: string,
  state: ConsentState,
  permission: ConsentPermission = 'user',
): Promise<void> {
  const url = `/v1/consents/${appId}/${permission}`;
  const { statusCode, body } = await sendAs(server, session, 'PUT', url, { payload: { state } });
  if (statusCode !== 200) throw new Error(body);
}
