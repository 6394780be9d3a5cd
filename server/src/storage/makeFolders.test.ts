import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeFolders } from './makeFolders.ts';

describe('making folders', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'make-folders-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('makes all that are missing with the mode, and tells the first', async () => {
    const path = join(parent, 'a', 'b', 'c');
    expect(makeFolders(path, 0o700)).toBe(join(parent, 'a'));
    for (const made of ['a', 'a/b', 'a/b/c']) {
      expect((await stat(join(parent, made))).mode & 0o777).toBe(0o700);
    }
    expect(makeFolders(join(path, 'd'))).toBe(join(path, 'd'));
  });

  it('does nothing where the folder is there, under whatever name', async () => {
    await symlink(parent, join(parent, 'alias'));
    expect(makeFolders(parent)).toBeUndefined();
    expect(makeFolders(join(parent, 'alias'))).toBeUndefined();
  });

  it('fails where a file has the name, or lies on the way', async () => {
    await writeFile(join(parent, 'file'), 'x');
    expect(() => makeFolders(join(parent, 'file'))).toThrow('EEXIST');
    expect(() => makeFolders(join(parent, 'file', 'deep', 'inside'))).toThrow('ENOTDIR');
  });

  it('fails, and does not try for ever, where the system takes no folders', () => {
    expect(() => makeFolders('/proc/no-such-folder')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
    expect(() => makeFolders('/proc/no-such-folder/inside')).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});
