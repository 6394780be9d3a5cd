import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/**
 * Tests that are run by another test, keyed by path prefix: they need another framework's environment, or that of mini-app
 * developers.
 */
export const RUN_BY_OTHERS = {
  'packages/push/jest/': 'e2e/push/nativePush.test.ts',
  'packages/cli/templates/': 'packages/cli/src/commands/create/templates.test.ts',
  // Build output that contains copies of tests.
  'packages/create-miniapp/templates/': 'packages/cli/src/commands/create/templates.test.ts',
};

/** Folders of generated or installed files. */
const NOT_WRITTEN = /^(node_modules|dist|build|coverage|\..*)$/;

/** Whether a file is named like a test. */
export const isNamedAsTest = (path) => /[._](test|spec)\.[cm]?[jt]sx?$|\/__tests__\//.test(path);

/** All files below a folder that are named like tests, relative to it. */
export async function namedAsTests(root, folder = '') {
  const found = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!NOT_WRITTEN.test(entry.name)) found.push(...(await namedAsTests(root, path)));
    } else if (isNamedAsTest(path)) {
      found.push(path);
    }
  }
  return found;
}
