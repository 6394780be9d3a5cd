import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { ownFile } from '../ownFile.ts';
import { compile } from './builtFixture.ts';

const ENTRIES = { 'push-host': 'index.ts', 'reading-host': 'index.tsx' } as const;

/** Builds a host of `fixtures/` like the host in this package. Resolves to its bundle. */
export async function builtFixtureHost(
  host: keyof typeof ENTRIES,
  platform: NativePlatform,
): Promise<string> {
  const { hostConfig } = await import(ownFile('host-app/rspack.config.mjs'));
  const config = hostConfig(platform);
  const path = ownFile(`.fixtures/${host}-${process.pid}`);
  await mkdir(path, { recursive: true });
  await compile({
    ...config,
    name: `${host}-${platform}`,
    entry: `./fixtures/${host}/src/${ENTRIES[host]}`,
    // A separate cache: the host of the package is built from the same configuration.
    cache: { ...config.cache, version: `${host}-${platform}` },
    output: { ...config.output, path },
  });
  return join(path, `${platform}.bundle`);
}
