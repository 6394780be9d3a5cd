import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const semver = createRequire(join(ROOT, 'packages/bundler/package.json'))('semver') as {
  satisfies(version: string, range: string): boolean;
};
/** The oldest Node that the packages promise to run on. */
const OLDEST = '20.19.0';

interface Manifest {
  name: string;
  version: string;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

it('nothing that comes with our packages wants a newer Node than they promise', () => {
  const waiting = readdirSync(join(ROOT, 'packages')).map((name) =>
    realpathSync(join(ROOT, 'packages', name)),
  );
  const seen = new Set(waiting);
  const tooNew: string[] = [];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { name, version, engines, dependencies = {} } = read(folder);
    if (engines?.node !== undefined && !semver.satisfies(OLDEST, engines.node)) {
      tooNew.push(`${name} ${version} wants Node ${engines.node}`);
    }
    for (const dependency of Object.keys(dependencies)) {
      const found = find(folder, dependency);
      if (found === undefined || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  // A strict package manager has put each of them beside who needs it.
  expect(seen.size).toBeGreaterThan(100);
  expect(tooNew).toEqual([]);
});

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function find(from: string, name: string): string | undefined {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
  }
  return undefined;
}
