import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.orders';
const DIGESTS = { sha256: 'a'.repeat(64), size: 1000 };

let server: TestServer;
let cwd: string;
beforeAll(async () => {
  server = await startTestServer();
  cwd = await temporaryFolder('trust');
  await register(APP, 'Orders');
  await server.client.stateDigests(APP, '1.0.0', { ios: DIGESTS, android: DIGESTS });
});
afterAll(() => server.close());

const command = (...args: string[]) => miniapp(args, { cwd, env: server.env });

async function register(appId: string, name: string): Promise<void> {
  const folder = `https://cdn.elsewhere.example/mini-apps/${appId}/1.0.0`;
  await server.client.registerVersion({
    appId,
    name,
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
}

describe('miniapp trust', () => {
  const version = `${APP}@1.0.0`;

  it('lets a version run beside the code of hosts, and takes that back', async () => {
    const given = await command('trust', 'give', version, '--reason', 'Reviewed');
    expect([given.code, given.stdout]).toEqual([0, `✔ ${version} runs in a realm from now on\n`]);
    const { stdout } = await command('inspect', version);
    expect(stdout).toMatch(/runs in +a realm, trusted: Reviewed \(root, /);
    const taken = await command('trust', 'take', version);
    expect([taken.code, taken.stdout]).toEqual([0, `✔ ${version} runs in a frame from now on\n`]);
    expect((await command('inspect', version)).stdout).toMatch(
      /runs in +a frame, not trusted \(root, /,
    );
  });

  it('says what a publisher’s token lacks', async () => {
    const { token } = await server.client.issueToken({
      name: 'CI',
      scopes: ['publish', 'release'],
      apps: [APP],
      expiresInSeconds: 60,
    });
    const env = { ...server.env, MINIAPP_TOKEN: token };
    for (const args of [
      ['trust', 'give', version],
      ['isolation', 'realm', '--app', APP],
    ]) {
      const { code, stderr } = await miniapp(args, { cwd, env });
      expect(code).toBe(1);
      expect(stderr).toContain('This needs the scope "trust"; the token has publish, release.');
    }
  });

  it('is given to a publisher with what is theirs, and taken from it', async () => {
    const created = await command('publishers', 'create', 'acme', '--name', 'Acme');
    expect([created.code, created.stdout]).toEqual([0, '✔ Acme can publish as acme\n']);
    const assigned = await command('publishers', 'assign', 'acme', '--app', APP);
    expect([assigned.code, assigned.stdout]).toEqual([0, `✔ ${APP} belongs to Acme\n`]);
    const given = await command('trust', 'give', '--publisher', 'acme');
    expect([given.code, given.stdout]).toEqual([
      0,
      '✔ Acme is trusted with the mini-apps that it has now\n',
    ]);
    expect((await command('publishers', 'list')).stdout).toMatch(/acme +Acme +1 +trusted/);
    expect((await command('inspect', version)).stdout).toMatch(/publisher +Acme\n/);
    const taken = await command('trust', 'take', '--publisher', 'acme');
    expect([taken.code, taken.stdout]).toEqual([0, '✔ Acme is not trusted any more\n']);
    const renamed = await command('publishers', 'rename', 'acme', '--name', 'Acme & Sons');
    expect(renamed.stdout).toBe('✔ acme is called Acme & Sons from now on\n');
    const nameless = await command('publishers', 'rename', 'acme');
    expect([nameless.code, nameless.stderr]).toEqual([
      2,
      '✖ No name is given.\n  Add --name "Acme".\n',
    ]);
  });
});

describe('miniapp publishers allow-name', () => {
  it('lets a mini-app have a name that looks like another’s', async () => {
    const other = 'com.other.orders';
    await expect(register(other, '0rders')).rejects.toMatchObject({ code: 'name-taken' });
    const { code, stdout } = await command('publishers', 'allow-name', '0rders', '--app', other);
    expect([code, stdout]).toEqual([0, `✔ ${other} may be called 0rders\n`]);
    await register(other, '0rders');
  });
});
