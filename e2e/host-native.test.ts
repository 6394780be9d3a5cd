import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';

import { describe, expect, it } from 'vitest';

const HOST = fileURLToPath(new URL('../apps/host/', import.meta.url));
const BUILD_MS = 600_000;

describe.each(['ios', 'android'])('the reference host for %s', (platform) => {
  it(
    'is built into bundles that a device can run',
    async () => {
      await promisify(execFile)(process.execPath, [`${HOST}build-steps/build.mjs`, platform]);
      const folder = `${HOST}dist/${platform}/`;
      const bundle = await readFile(`${folder}index.bundle`, 'utf8');
      expect(() => new Script(bundle)).not.toThrow();
      // The component that the native projects start, and the server that it talks to.
      expect(bundle).toContain('registerComponent("host"');
      expect(bundle).toContain('http://localhost:8080');
      for (const file of await readdir(folder)) expect(file).toMatch(/\.bundle$/);
    },
    BUILD_MS,
  );
});
