import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInTo } from '../operations/console/testing/signInTo.ts';
import { ADMIN_TOKEN, createTestServer } from '../testing/createTestServer.ts';
import { consoleLink } from './consoleLink.ts';

describe('console-link', () => {
  let dataDir: string;
  beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'host-data-'))));
  afterAll(() => rm(dataDir, { recursive: true }));
  const consoleUrl = 'https://console.example';

  it('prints an address that signs in, by the token of the environment or the one in DATA_DIR', async () => {
    const server = await createTestServer();
    const given = () => ({ adminToken: ADMIN_TOKEN, consoleUrl, dataDir });
    await writeFile(join(dataDir, 'admin-token'), `${ADMIN_TOKEN}\n`);
    for (const config of [given, () => ({ ...given(), adminToken: undefined })]) {
      const [address, secret] = (await consoleLink(config, [])).trim().split('#link=');
      expect(address).toBe('https://console.example/console/');
      expect((await signInTo(server, { link: secret! })).session.actor).toBe('root');
    }
    await server.close();
  });

  it('says what is missing', async () => {
    const config = () => ({ adminToken: undefined, consoleUrl, dataDir: join(dataDir, 'none') });
    await expect(consoleLink(config, [])).rejects.toThrow(/ADMIN_TOKEN is not set/);
    await expect(consoleLink(config, ['now'])).rejects.toThrow(/"now" is too much/);
  });
});
