import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const EXAMPLE = at('mini-apps/orders');

const SDK = '@host/miniapp-sdk';
const APP = `
import { version } from '../manifest.json';
export const loadDetails = () => import(/* webpackChunkName: "details" */ './Details');
export default function App() { return version; }
`;
const DETAILS = `
import * as sdk from '${SDK}';
import { version } from '../manifest.json';
export const seen = () => ({ version, sdkOf: (sdk as unknown as { owner: string }).owner });
`;

/** Builds a version of a small mini-app for web, in a folder of its own. It has one chunk that it loads later. */
export async function buildVersion(root: string, version: string): Promise<void> {
  await mkdir(join(root, 'src'), { recursive: true });
  for (const file of ['package.json', 'rspack.config.mjs'])
    await cp(join(EXAMPLE, file), join(root, file));
  await linkDependencies(root);
  const manifest = JSON.parse(await readFile(join(EXAMPLE, 'manifest.json'), 'utf8')) as object;
  await writeFile(join(root, 'manifest.json'), JSON.stringify({ ...manifest, version }));
  await writeFile(join(root, 'src/App.tsx'), APP);
  await writeFile(join(root, 'src/Details.tsx'), DETAILS);
  const args = [at('packages/cli/bin/miniapp.js'), 'bundle', '-p', 'web', '-C', root];
  await promisify(execFile)(process.execPath, args);
}

/** One by one: with the folder as a whole the builds would share a cache. */
async function linkDependencies(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules'));
  const names = await readdir(join(EXAMPLE, 'node_modules'));
  for (const name of names.filter((each) => !each.startsWith('.')))
    await symlink(join(EXAMPLE, 'node_modules', name), join(root, 'node_modules', name));
}
