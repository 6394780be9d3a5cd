import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { containerFile } from '@host/contracts';
import { uploadsOf } from '@host/server/testing';
import { onTestFinished } from 'vitest';

/** A folder of its own for the running test, gone afterwards. */
export async function temporaryFolder(prefix = 'pack-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A build as the bundler writes it, with everything that is difficult for packing. */
export async function buildFiles(
  appId: string,
  version: string,
): Promise<Record<string, string | Buffer>> {
  const manifest = new Map(await uploadsOf(appId, version)).get('mf-manifest.json')!;
  return {
    'index.bundle': 'globalThis.entry = 1;\n'.repeat(50),
    'index.bundle.map': '{"version":3}',
    [containerFile(appId)]: 'globalThis.container = 1;\n'.repeat(80),
    [`${containerFile(appId)}.map`]: '{"version":3,"file":"container"}',
    '__federation_expose_App.chunk.bundle': 'globalThis.app = 1;\n',
    'mf-manifest.json': manifest,
    'mf-stats.json': '{}',
    'assets/Ärger 100%.txt': 'ümlaut',
    'assets/empty.txt': '',
    'assets/noise.bin': noise(5000),
    // Deflates to a thousandth, which the server would take for a zip bomb.
    'assets/zeros.bin': Buffer.alloc(3_000_000),
    'assets/deep/er/Z.js': 'z',
    'assets/deep/er/a.js': 'a',
    'assets/mf-stats.json': 'a file of the mini-app',
    'assets/.hidden': 'x',
    '.DS_Store': 'x',
    '.cache/file.js': 'x',
  };
}

/** Writes files one after the other, with the modes and times that are asked for. */
export async function writeFiles(
  folder: string,
  files: readonly (readonly [string, string | Buffer])[],
  { mode = 0o644, mtime = new Date() } = {},
): Promise<void> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    await chmod(target, mode);
    await utimes(target, mtime, mtime);
  }
}

/** Incompressible bytes, the same for the same size. */
function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}
