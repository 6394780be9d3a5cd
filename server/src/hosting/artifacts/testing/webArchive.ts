import { containerFile } from '@host/contracts';

import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { zipFiles } from '../../archive/testing/zipFiles.ts';

/** The bytes of a `web.zip` that can be registered, with further files in it. */
export async function webArchive(
  appId: string,
  version: string,
  files: Record<string, string | Buffer> = {},
): Promise<Buffer> {
  const { manifest } = await buildMiniAppFixture(appId, version, { platforms: [] });
  return zipFiles({
    'mf-manifest.json': manifest,
    [containerFile(appId)]: 'globalThis.container = 1;',
    '__federation_expose_App.chunk.bundle': 'globalThis.app = 1;',
    ...files,
  });
}
