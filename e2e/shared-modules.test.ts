import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { SHARED_MODULES } from '@host/contracts/shared-modules';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The version of a package that this repository is built with. */
async function versionOf(name: string): Promise<string | undefined> {
  if (name.startsWith('@host/')) {
    const manifest = require(inRoot(`packages/${name.slice('@host/'.length)}/package.json`));
    return (manifest as { version: string }).version;
  }
  const catalog = await readFile(inRoot('pnpm-workspace.yaml'), 'utf8');
  const line = catalog.split('\n').find((one) => one.replaceAll("'", '').startsWith(`  ${name}: `));
  return line?.split(': ')[1];
}

describe('what every host shares', () => {
  it.each(Object.entries(SHARED_MODULES))(
    '%s is listed at the version that hosts are built with',
    async (name, { version }) => {
      expect(version).toBe(await versionOf(name));
    },
  );
});
