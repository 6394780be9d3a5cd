import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ArchiveSignature, Manifest, Platform } from '@host/contracts';

import type { KeyPair } from '../keys/createKeyPair.ts';
import { signIndex } from '../keys/signIndex.ts';
import { type PackedPlatform, packPlatform } from '../pack/packPlatform.ts';

/** An archive that is ready to be published. */
export interface PackedArchive extends PackedPlatform {
  platform: Platform;
  signature?: ArchiveSignature;
}

/** Packs `build/<platform>`, and signs it if there is a key. */
export async function packProject(
  root: string,
  { appId, version }: Pick<Manifest, 'appId' | 'version'>,
  options: { platforms: readonly Platform[]; outDir: string; key?: KeyPair | undefined },
): Promise<PackedArchive[]> {
  const { platforms, outDir, key } = options;
  const archives: PackedArchive[] = [];
  for (const platform of platforms) {
    const buildDir = join(root, 'build', platform);
    const packed = await packPlatform({ buildDir, outDir, platform, appId, version });
    if (!key) {
      archives.push({ platform, ...packed });
      continue;
    }
    const index = { appId, version, platform, files: packed.index };
    const signature = signIndex(index, key.privateKey);
    const text = `${JSON.stringify({ ...signature, publicKey: key.publicKey }, null, 2)}\n`;
    await writeFile(join(outDir, `${platform}.signature.json`), text);
    archives.push({ platform, ...packed, signature });
  }
  return archives;
}
