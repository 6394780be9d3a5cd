import type { NativeModule } from '../nativeModules.ts';

const FILE = 0;
const FOLDER = 1;

/** A file system that is empty at the start, and the native side of `@dr.pogodin/react-native-fs` on it. */
export function createFileSystem(): {
  module: NativeModule;
  /** The content of a file as base64. */
  read: (path: string) => string | undefined;
} {
  const files = new Map<string, string>();
  const folders = new Set<string>();

  function existing(path: string): string {
    const content = files.get(path);
    if (content === undefined) {
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
        code: 'ENOENT',
      });
    }
    return content;
  }

  const module = {
    getConstants: () => ({
      CachesDirectoryPath: '/data/caches',
      DocumentDirectoryPath: '/data/documents',
      FileTypeRegular: FILE,
      FileTypeDirectory: FOLDER,
    }),
    exists: async (path: string) => files.has(path) || folders.has(path),
    async mkdir(path: string) {
      for (let folder = path; folder !== ''; folder = folder.replace(/\/[^/]*$/, '')) {
        folders.add(folder);
      }
    },
    async writeFile(path: string, content: string) {
      // As on a device, parent folders are not created implicitly.
      if (!folders.has(path.replace(/\/[^/]*$/, ''))) existing(path);
      files.set(path, content);
    },
    readFile: async (path: string) => existing(path),
    async moveFile(from: string, to: string) {
      files.set(to, existing(from));
      files.delete(from);
    },
    async unlink(path: string) {
      existing(path);
      files.delete(path);
    },
    readDir: async (folder: string) =>
      [...files]
        .filter(([path]) => path.replace(/\/[^/]*$/, '') === folder)
        .map(([path, content]) => ({
          name: path.slice(folder.length + 1),
          path,
          size: Math.floor((content.replace(/=+$/, '').length * 3) / 4),
          type: FILE,
        })),
  };
  return { module, read: (path) => files.get(path) };
}
