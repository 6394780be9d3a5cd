import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pnpm } from '../build/pnpm.mjs';
import { run } from './run.mjs';

/** Builds and packs every package that is published, and checks what others would install. */
export async function checkPackages() {
  const names = [];
  const failures = [];
  for (const folder of await readdir('packages')) {
    const cwd = join('packages', folder);
    // What is left of a package after a change of branch has no package.json.
    const text = await readFile(join(cwd, 'package.json'), 'utf8').catch(() => undefined);
    const manifest = JSON.parse(text ?? '{ "private": true }');
    if (manifest.private === true) continue;
    names.push(manifest.name);
    await checkPackage(cwd, manifest).catch((error) =>
      failures.push(`${manifest.name}: ${error.message}`),
    );
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return names.join(', ');
}

async function checkPackage(cwd, { exports }) {
  const packed = await mkdtemp(join(tmpdir(), 'packed-'));
  try {
    // What an earlier build left behind must not be what makes this one pass.
    await rm(join(cwd, 'dist'), { recursive: true, force: true });
    await run(await pnpm('run', 'build'), { cwd });
    await run(await pnpm('pack', '--pack-destination', packed), { cwd });
    const [tarball] = await readdir(packed);
    await run(['publint', 'run', '--strict', join(packed, tarball)]);
    // What is only a command has no types.
    if (exports) await run(['attw', join(packed, tarball), '--profile', 'esm-only']);
  } finally {
    await rm(packed, { recursive: true });
  }
}
