import { type ArtifactFiles, type Resolution, signedIndexText } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ownAddresses } from '../../storage/database/migrations/0021-own-addresses.ts';
import {
  CDN_URL,
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../testing/createTestServer.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { createPublisher, registerKey, signUploads } from '../publishers/testing/publisher.ts';
import { isSignedBy } from '../signatures/ed25519.ts';
import { moveAddresses } from './moveAddresses.ts';

const NEW_CDN = 'https://host.example/files';

describe.each(testEngines())('a server that is known under another address ($name)', (engine) => {
  let before: TestServer;
  let after: TestServer;
  const [ours, elsewhere] = [newAppId(), newAppId()];
  const icon = `${CDN_URL}/icons/${ours}.png`;
  /** Words of the publisher, whatever they begin with. */
  const description = `${CDN_URL}/ is where we were`;

  beforeAll(async () => {
    before = await createTestServer({ engine });
    const registration = { icon, description };
    await before.publish(ours, '1.0.0', { web: true, percentage: 100, registration });
    await vouchFor(before, elsewhere, '1.0.0', { release: { percentage: 100 } });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
  });
  const resolve = async (on: TestServer, appId: string, platform: string) => {
    const query = `platform=${platform}&hostVersion=9.0.0`;
    const answer = await on.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Resolution>();
  };

  it('finds out at first where its artifacts were', async () => {
    const addresses = () => before.db.all('SELECT cdn_url FROM own_addresses');
    await before.db.run('DELETE FROM own_addresses');
    await before.db.transaction(async (tx) => ownAddresses.fill!(tx));
    expect(await addresses()).toEqual([{ cdn_url: CDN_URL }]);
  });

  it('gives what it has under the new address, and leaves others where they are', async () => {
    const was = await resolve(before, ours, 'web');
    expect(await moveAddresses(before.db, NEW_CDN)).toEqual([CDN_URL]);
    after = await createTestServer({ db: before.db, config: { cdnUrl: NEW_CDN } });
    const is = await resolve(after, ours, 'web');
    expect(is.icon).toBe(icon.replace(CDN_URL, NEW_CDN));
    expect(JSON.stringify({ ...is, description: '' })).not.toContain(CDN_URL);
    const expected = JSON.parse(JSON.stringify(was).replaceAll(CDN_URL, NEW_CDN)) as Resolution;
    expect(is).toEqual({ ...expected, description });
    expect(is.web?.container?.url).toMatch(`${NEW_CDN}/mini-apps/${ours}/1.0.0/web/`);
    const { bundleUrl } = await resolve(after, elsewhere, 'ios');
    expect(bundleUrl).toContain('https://cdn.elsewhere.example/');
  });

  it('takes a registration again with the addresses that it has now', async () => {
    const moved = JSON.parse(
      JSON.stringify(registrationOf(ours, '1.0.0', { icon })).replaceAll(CDN_URL, NEW_CDN),
    ) as object;
    const answer = await after.post('/v1/admin/mini-programs', { ...moved, description });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('changes nothing when it starts under the same address again', async () => {
    expect(await moveAddresses(before.db, NEW_CDN)).toEqual([]);
    expect(await moveAddresses(before.db, NEW_CDN)).toEqual([]);
  });

  it('gives what was signed before as it was: the index under the new address has the signature of its publisher', async () => {
    await moveAddresses(before.db, CDN_URL);
    const [appId, publisher] = [newAppId(), createPublisher()];
    const { id: keyId } = await registerKey(before, appId, publisher);
    const platforms = ['ios', 'android', 'web'] as const;
    const signatures = await signUploads(publisher, keyId, appId, '1.0.0', platforms);
    await before.publish(appId, '1.0.0', {
      web: true,
      percentage: 100,
      registration: { signatures },
    });
    await moveAddresses(before.db, NEW_CDN);
    const { db, objects } = before;
    const config = { baseUrl: 'https://host.example', cdnUrl: NEW_CDN };
    const moved = await createTestServer({ db, objects, config });
    for (const platform of platforms) {
      const { signature, filesUrl } = await resolve(moved, appId, platform);
      expect(signature?.publicKey).toBe(publisher.publicKey);
      const { origin, pathname, search } = new URL(filesUrl!);
      expect(origin).toBe(config.baseUrl);
      const path = `${pathname}${search}`;
      const index = (await moved.send('GET', path, { token: undefined })).json<ArtifactFiles>();
      const isSigned = (as: ArtifactFiles) =>
        isSignedBy(publisher.publicKey, signature!.value, signedIndexText(as));
      expect(isSigned(index)).toBe(true);
      expect(isSigned({ ...index, version: '1.0.1' })).toBe(false);
    }
    await moved.close();
  });
});
