import { CONSOLE_HEADER, type ConsoleSessionRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const sessions = (...args: string[]) => miniapp(['sessions', ...args], { env: server.env });

/** As the page of the console does it. */
async function signIn(token: string): Promise<void> {
  const response = await fetch(`${server.url}/console/api/session`, {
    method: 'POST',
    headers: {
      [CONSOLE_HEADER]: '1',
      origin: server.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(await response.text());
}

describe('miniapp sessions', () => {
  it('lists who is signed in to the console, and ends that at once', async () => {
    expect((await sessions('list')).stdout).toContain('Nobody is signed in');
    for (const name of ['Ann', 'Bob']) {
      const { token } = await server.client.issueToken({
        name,
        role: 'viewer',
        expiresInSeconds: 3600,
      });
      await signIn(token);
    }
    const { json } = await sessions('list', '--find', 'ann', '--json');
    const [ann, ...others] = (json() as { sessions: ConsoleSessionRecord[] }).sessions;
    expect([ann?.name, others]).toEqual(['Ann', []]);

    const ended = await sessions('end', ann!.id);
    expect([ended.code, ended.stdout]).toEqual([0, '✔ The session of Ann is ended\n']);
    const { items } = await server.client.listConsoleSessions();
    expect(items.map(({ name }) => name)).toEqual(['Bob']);
    const again = await sessions('end', ann!.id);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('sessions list')]);
  });
});
