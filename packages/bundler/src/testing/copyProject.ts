import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../../../../mini-apps/orders/', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'build']);

/** A copy of an example mini-app that a test may change, with the example's dependencies. */
export interface ProjectCopy {
  root: string;
  /** Writes a file of the project, an object as JSON. */
  write(path: string, content: string | object): Promise<void>;
  remove(path: string): Promise<void>;
  /** Deletes the copy. */
  dispose(): Promise<void>;
}

export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'mini-app-'));
  await cp(EXAMPLE, root, {
    recursive: true,
    filter: (source) => source === EXAMPLE || !LEFT_OUT.has(basename(source)),
  });
  await symlink(join(EXAMPLE, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    write: (path, content) =>
      writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content)),
    remove: (path) => rm(join(root, path)),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}
