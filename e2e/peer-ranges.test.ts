import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { subset } from 'semver';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** A version that nobody has tried anything with. */
const FAR_AWAY = '<1000.0.0';

interface PackageJson {
  name: string;
  private?: boolean;
  peerDependencies?: Record<string, string>;
}

// A package manager installs the newest version that a range of peers lets it take, whatever that breaks.
describe('the peers of a published package', () => {
  it('are noticed when any later version would do', () => {
    for (const open of ['>=0.86.0', '*', '^19.0.0 || >=26.0.0']) expect(hasEnd(open)).toBe(false);
    const closed = ['>=0.86.0 <1.0.0', '^19.0.0', '0.86.x', '1.2.3', 'workspace:*', 'workspace:^'];
    for (const range of closed) expect(hasEnd(range)).toBe(true);
  });

  it('end before a version that nobody has tried', async () => {
    const published = await publishedPackages();
    const peers = published.flatMap(({ name, peerDependencies = {} }) =>
      Object.entries(peerDependencies).map(([peer, range]) => ({ name, peer, range })),
    );
    expect(peers).toContainEqual(
      expect.objectContaining({ name: '@host/kit', peer: 'react-native' }),
    );
    expect(peers.filter(({ range }) => !hasEnd(range))).toEqual([]);
  });
});

function hasEnd(range: string): boolean {
  // Packing turns these into the version that is released with them.
  return range.startsWith('workspace:') || subset(range, FAR_AWAY);
}

async function publishedPackages(): Promise<PackageJson[]> {
  const found: PackageJson[] = [];
  for (const parent of ['packages', 'repackaged']) {
    for (const folder of await readdir(join(ROOT, parent))) {
      const text = await readFile(join(ROOT, parent, folder, 'package.json'), 'utf8').catch(
        () => '',
      );
      // What is left of a package after a change of branch has no package.json.
      if (text !== '') found.push(JSON.parse(text) as PackageJson);
    }
  }
  return found.filter((one) => one.private !== true);
}
