import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../../../../mini-apps/orders/', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'build']);

/** A copy of an example mini-app that a test may change, with the example's dependencies. */
export interface ProjectCopy {
  root: string;
  /** Writes a file of the project, with its folder; an object as JSON. */
  write(path: string, content: string | Buffer | object): Promise<void>;
  /** Replaces the first occurrence of a text in a file of the project. */
  edit(path: string, text: string, replacement: string): Promise<void>;
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
    async write(path, content) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      const isReady = typeof content === 'string' || Buffer.isBuffer(content);
      await writeFile(join(root, path), isReady ? content : JSON.stringify(content));
    },
    async edit(path, text, replacement) {
      const before = await readFile(join(root, path), 'utf8');
      if (!before.includes(text)) throw new Error(`There is no ${text} in ${path}.`);
      await writeFile(join(root, path), before.replace(text, replacement));
    },
    remove: (path) => rm(join(root, path)),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}
