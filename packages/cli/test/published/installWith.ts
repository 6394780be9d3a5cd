import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from './runCommand.ts';

/** Installs a project, with our own packages from their archives and everything else from the registry. */
export async function installWith(tarballs: Record<string, string>, root: string): Promise<void> {
  const overrides = Object.entries(tarballs).map(([name, file]) => `  '${name}': 'file:${file}'`);
  const workspace = ['packages: []', 'pmOnFail: ignore', 'overrides:', ...overrides, ''];
  await writeFile(join(root, 'pnpm-workspace.yaml'), workspace.join('\n'));
  const install = ['install', '--prefer-offline', '--no-frozen-lockfile'];
  await runCommand(['npx', '--yes', 'pnpm@12.18.0', ...install], root);
}
