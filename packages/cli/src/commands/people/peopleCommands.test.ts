import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

describe('miniapp people reset-link', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('makes a link with which the person sets a new password', async () => {
    const email = 'ann@example.com';
    await server.client.createAccount({ email, password: 'correct horse battery', name: 'Ann' });
    const { code, json } = await miniapp(['people', 'reset-link', email, '--json'], {
      env: server.env,
    });
    expect(code).toBe(0);
    const { link } = json() as { link: { url: string } };
    expect(link.url.startsWith(`${server.url}/app/reset-password#hal_`)).toBe(true);
    const token = link.url.split('#')[1]!;
    const newPassword = 'four other words entirely';
    expect(await server.client.resetPassword({ token, newPassword })).toEqual({ email });
    await server.client.signIn({ email, password: newPassword });
  });

  it('says what is wrong with an address, and that nobody has it', async () => {
    const wrong = await miniapp(['people', 'reset-link', 'ann'], { env: server.env });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('no e-mail address')]);
    const unknown = await miniapp(['people', 'reset-link', 'bob@example.com'], { env: server.env });
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('No account has this e-mail address');
  });

  it('is explained by --help', async () => {
    const { stdout } = await miniapp(['people', 'reset-link', '--help'], { env: server.env });
    expect(stdout).toMatch(/Whoever has the link\s+gets the account/);
  });
});
