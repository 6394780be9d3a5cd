import { archiveOf, hugeMap, newAppId } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');

describe.skipIf(CHROMIUM === undefined)('a crash whose source maps cannot be read', () => {
  const used = useConsole(CHROMIUM);

  it('says what is the matter with them', async () => {
    const { client, server } = used;
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    const shown = await used.open();
    const shownFor = async (platform: 'ios' | 'android', map: string) => {
      const stored = await server.send(
        'PUT',
        `/v1/admin/artifacts/${appId}/1.0.0/${platform}.maps.zip`,
        {
          payload: await archiveOf(map),
          headers: { 'content-type': 'application/octet-stream' },
        },
      );
      expect(stored.statusCode, stored.body).toBe(201);
      await client.reportVersion(appId, {
        version: '1.0.0',
        platform,
        hostVersion: '1.0.0',
        installId: `install-${platform}`,
        kind: 'crashed',
        message: 'No total',
        stack: `Error: No total\n    at on${platform} (App.js:1:1)`,
      });
      const { items } = await client.listCrashes({ appId });
      const { place } = items.find(({ at }) => at.includes(platform))!;
      await shown.goTo(`/crashes/${appId}/${place}`);
      return shown.page.getByText(/^The source maps of this version/).textContent();
    };
    expect(await shownFor('ios', 'no source map')).toContain('are broken');
    expect(await shownFor('android', hugeMap({ megabytes: 26 }))).toContain('are too large');
  });
});
