import { readFile } from 'node:fs/promises';

/** The command that runs this workspace's pnpm, which need not be on the PATH. */
export async function pnpm(...args) {
  const { packageManager } = JSON.parse(await readFile('package.json', 'utf8'));
  return ['npx', '--yes', packageManager, ...args];
}
