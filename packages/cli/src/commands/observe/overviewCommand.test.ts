import type { Overview, SystemReport } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const run = (...args: string[]) => miniapp(args, { env: server.env });

describe('miniapp overview', () => {
  it('says that nothing needs attention, and what does, by its exit code where that is asked for', async () => {
    const calm = await run('overview', '--exit-code');
    expect([calm.code, calm.stdout]).toEqual([0, expect.stringContaining('Nothing needs you')]);
    expect(calm.stdout).toContain('0 devices connected, to 1 node\n');

    const name = 'Of the nightly build';
    await server.client.issueToken({ name, scopes: ['read'], expiresInSeconds: 3600 });
    const { code, stdout } = await run('overview');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/token ends soon +Of the nightly/)]);
    const asked = await run('overview', '--exit-code', '--json');
    expect(asked.code).toBe(1);
    const { overview } = asked.json() as { overview: Overview };
    expect(overview.attention).toMatchObject([{ kind: 'token-expires', name }]);
  });

  it('says which scope a token lacks', async () => {
    const issued = await server.client.issueToken({
      name: 'Of a reader',
      scopes: ['data'],
      expiresInSeconds: 366 * 86_400,
    });
    const env = { ...server.env, MINIAPP_TOKEN: issued.token };
    const refused = await miniapp(['overview'], { env });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('"read"')]);
  });
});

describe('miniapp system', () => {
  it('shows what the server runs on and what its checks found, and no secret', async () => {
    const { code, stdout } = await run('system');
    expect(code).toBe(0);
    expect(stdout).toMatch(/database +embedded/);
    expect(stdout).toMatch(
      /NODE +VERSION +DEVICES\n +the only one \(answered\) +\d+\.\d+\.\d+ +0\n/,
    );
    expect(stdout).toContain(process.version.slice(1));
    const asked = await run('system', '--json', '--exit-code');
    const { system } = asked.json() as { system: SystemReport };
    expect(system.findings?.length).toBeGreaterThan(0);
    for (const { what, detail } of system.findings!) expect(stdout).toContain(`${what}: ${detail}`);
    const hasFailed = system.findings!.some(({ status }) => status === 'failed');
    expect(asked.code).toBe(hasFailed ? 1 : 0);
    expect(asked.stdout).not.toContain(server.token);
  });
});
