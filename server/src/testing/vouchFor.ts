import type { Registration, ReleaseRequest } from '@host/contracts';

import type { TestServer } from './createTestServer.ts';
import { foreignRegistrationOf } from './startForeignCdn.ts';

/**
 * Registers a version whose digests an admin states, and releases it if a percentage is given: the cheapest way to get a
 * version to hosts, since nothing is uploaded.
 */
export async function vouchFor(
  server: TestServer,
  appId: string,
  version: string,
  { release, ...changes }: Partial<Registration> & { release?: ReleaseRequest } = {},
): Promise<void> {
  const at = `/v1/admin/mini-programs/${appId}/versions/${version}`;
  const requests: [string, object][] = [
    ['/v1/admin/mini-programs', foreignRegistrationOf(appId, version, changes)],
    [
      `${at}/digests`,
      {
        ios: { sha256: 'a'.repeat(64), size: 1000 },
        android: { sha256: 'b'.repeat(64), size: 2000 },
      },
    ],
    ...(release ? [[`${at}/release`, release] satisfies [string, object]] : []),
  ];
  for (const [url, body] of requests) {
    const response = await server.post(url, body);
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
  }
}
