import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { ownFile } from '../ownFile.ts';
import { compile } from './builtFixture.ts';

/** The host of `fixtures/push-host`, built as the host that this package brings along. Resolves to its bundle. */
export async function builtPushHost(platform: NativePlatform): Promise<string> {
  const { hostConfig } = await import(ownFile('host-app/rspack.config.mjs'));
  const config = hostConfig(platform);
  const path = ownFile(`.fixtures/push-host-${process.pid}`);
  await mkdir(path, { recursive: true });
  await compile({
    ...config,
    name: `push-host-${platform}`,
    entry: './fixtures/push-host/src/index.ts',
    // Its own: the host of the package is built from the same configuration.
    cache: { ...config.cache, version: `push-host-${platform}` },
    output: { ...config.output, path },
  });
  return join(path, `${platform}.bundle`);
}
