import { writeFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

import type { ArtifactFile } from '@host/contracts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import { inspectArchive } from './inspectArchive.ts';
import { rawZip } from './testing/rawZip.ts';
import { saveArchive } from './testing/saveArchive.ts';

const harmless = fc.constantFrom('a', 'B', '...a', '~', 'é', '‥', '／', '%2e%2e', ' b');
const harmful = fc.constantFrom('.', '..', '...', '', ' ', 'C:', 'nul', 'con.js', '\\', '\0');
const part = fc.oneof({ weight: 3, arbitrary: harmless }, { weight: 1, arbitrary: harmful });
const name = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
  fc.array(fc.oneof(part, fc.constant('/')), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

it('what passes stays inside the folder that it is joined to, on every system', async () => {
  const path = await saveArchive(Buffer.alloc(0));
  let passed = 0;
  let refused = 0;

  await fc.assert(
    fc.asyncProperty(name, async (candidate) => {
      await writeFile(path, rawZip([{ name: candidate }]));
      const files = await inspectArchive(path).catch(onlyRefusals);
      if (files.length === 0) refused++;
      for (const file of files) {
        expect(posix.join('/srv/app', file.path)).toBe(`/srv/app/${file.path}`);
        expect(win32.resolve('D:\\root\\app', file.path)).toBe(
          `D:\\root\\app\\${file.path.replaceAll('/', '\\')}`,
        );
        passed++;
      }
    }),
    { numRuns: 300 },
  );

  // Otherwise the property could hold by refusing everything, or by trying nothing.
  expect(passed).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});

function onlyRefusals(error: unknown): ArtifactFile[] {
  if (error instanceof ApiError) return [];
  throw error;
}
