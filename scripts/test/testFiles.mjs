import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/**
 * Tests that another test runs, by the start of their path, with the one that does: for the environment of another
 * framework, or of those who make mini-apps.
 */
export const RUN_BY_OTHERS = {
  'packages/push/jest/': 'e2e/push/nativePush.test.ts',
  'packages/cli/templates/': 'packages/cli/test/published.test.ts',
  // Their copies, where it has been built.
  'packages/create-miniapp/templates/': 'packages/cli/test/published.test.ts',
};

/** Folders with nothing that somebody wrote. */
const NOT_WRITTEN = /^(node_modules|dist|build|coverage|\..*)$/;

/** Whether a file has the name of a test. */
export const isNamedAsTest = (path) => /[._](test|spec)\.[cm]?[jt]sx?$|\/__tests__\//.test(path);

/** All files of a folder and those in it that have the name of a test, relative to it. */
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
