import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pnpm } from './pnpm.mjs';
import { run } from './run.mjs';

/** Builds and packs every package that is published, and checks what others would install. */
export async function checkPackages() {
  const names = [];
  for (const folder of await readdir('packages')) {
    const cwd = join('packages', folder);
    const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
    if (manifest.private === true) continue;
    await checkPackage(cwd);
    names.push(manifest.name);
  }
  return names.join(', ');
}

async function checkPackage(cwd) {
  const packed = await mkdtemp(join(tmpdir(), 'packed-'));
  try {
    // What an earlier build left behind must not be what makes this one pass.
    await rm(join(cwd, 'dist'), { recursive: true, force: true });
    await run(await pnpm('run', 'build'), { cwd });
    await run(await pnpm('pack', '--pack-destination', packed), { cwd });
    const [tarball] = await readdir(packed);
    await run(['publint', 'run', '--strict', join(packed, tarball)]);
    await run(['attw', join(packed, tarball), '--profile', 'esm-only']);
  } finally {
    await rm(packed, { recursive: true });
  }
}
