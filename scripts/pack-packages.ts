import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packWorkspace } from '../packages/cli/test/published/packWorkspace.ts';

// `pnpm pack:packages`: the packages as they would be published, for projects that install them without a registry.
const target = fileURLToPath(new URL('../.packed/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'pack-packages-'));
try {
  const tarballs = Object.values(await packWorkspace(folder));
  await rm(target, { recursive: true, force: true });
  for (const file of tarballs) await cp(file, join(target, basename(file)));
  console.log(`Packed ${tarballs.length} packages. Install them with: npm install ${target}*.tgz`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
