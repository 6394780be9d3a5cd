import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createFolderObjectStore } from './FolderObjectStore.ts';
import type { ObjectStore } from './ObjectStore.types.ts';

const ZIP = { contentType: 'application/zip' };
const MEGABYTE = 1024 * 1024;

let scratch: string;
let root: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'object-store-folder-'));
  root = join(scratch, 'not', 'yet', 'there');
});

afterEach(async () => {
  await rm(scratch, { recursive: true });
});

async function contentOf(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stream = await store.read(key);
  return stream && buffer(stream);
}

async function listed(store: ObjectStore): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list('')) found.push(key);
  return found.toSorted();
}

async function sourceFile(content: Uint8Array | string): Promise<string> {
  const path = join(scratch, 'source');
  await writeFile(path, content);
  return path;
}

describe('an object store in a folder', () => {
  it('keeps its objects, under their keys, when it is opened again', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('apps/a/1.zip', Buffer.from('kept'), ZIP);
    await store.close();
    expect(await readFile(join(root, 'apps', 'a', '1.zip'), 'utf8')).toBe('kept');
    const again = createFolderObjectStore({ root });
    expect(await listed(again)).toEqual(['apps/a/1.zip']);
  });

  it('throws away what a dead process left half written', async () => {
    createFolderObjectStore({ root });
    await writeFile(join(root, '.tmp', 'half'), 'half');
    createFolderObjectStore({ root });
    expect(await readdir(join(root, '.tmp'))).toEqual([]);
  });

  it('shows nothing of what is being written', async () => {
    const store = createFolderObjectStore({ root });
    await writeFile(join(root, '.tmp', 'half'), 'half');
    expect(await listed(store)).toEqual([]);
    for (const key of ['.tmp/half', '.TMP/half', 'a/../.tmp/half']) {
      await expect(store.read(key)).rejects.toThrow(TypeError);
      await expect(store.stat(key)).rejects.toThrow(TypeError);
    }
  });

  it('leaves nothing in its temporary folder', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('a', Buffer.from('x'), ZIP);
    await store.putFile('b', await sourceFile('x'), ZIP);
    await expect(store.putFile('c', join(scratch, 'none'), ZIP)).rejects.toThrow('ENOENT');
    await expect(store.putBytes('a/under', Buffer.from('x'), ZIP)).rejects.toThrow('never both');
    await store.check();
    expect(await readdir(join(root, '.tmp'))).toEqual([]);
  });

  it('says so when a name is to be an object and to hold objects', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('object', Buffer.from('x'), ZIP);
    await store.putBytes('folder/object', Buffer.from('x'), ZIP);
    for (const key of ['object/under', 'object/far/under', 'folder']) {
      await expect(store.putBytes(key, Buffer.from('y'), ZIP)).rejects.toThrow(
        `"${key}" cannot be stored: in a folder a name is an object or holds objects, never both.`,
      );
      const path = await sourceFile('y');
      await expect(store.putFile(key, path, ZIP)).rejects.toThrow('never both');
      expect(await readFile(path, 'utf8')).toBe('y');
    }
    expect(await listed(store)).toEqual(['folder/object', 'object']);
  });

  it('takes over files only, neither a link nor a folder', async () => {
    const store = createFolderObjectStore({ root });
    const [link, folder] = [join(scratch, 'link'), join(scratch, 'folder')];
    await symlink('/etc/passwd', link);
    await mkdir(folder);
    await expect(store.putFile('a', link, ZIP)).rejects.toThrow('ELOOP');
    await expect(store.putFile('a', folder, ZIP)).rejects.toThrow('is no regular file');
    expect(await listed(store)).toEqual([]);
  });

  it('does not list what others left in the folder under names that are no keys', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('a', Buffer.from('x'), ZIP);
    await writeFile(join(root, 'back\\slash'), 'x');
    await symlink('/etc/passwd', join(root, 'link'));
    expect(await listed(store)).toEqual(['a']);
  });

  it('fails its check when the folder is gone', async () => {
    const store = createFolderObjectStore({ root });
    await rm(root, { recursive: true });
    await expect(store.check()).rejects.toThrow('ENOENT');
  });

  it('makes its folders again when they were removed behind its back', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('a/b/c', Buffer.from('x'), ZIP);
    await rm(join(root, 'a'), { recursive: true });
    await store.putBytes('a/b/c', Buffer.from('y'), ZIP);
    expect(await contentOf(store, 'a/b/c')).toEqual(Buffer.from('y'));
  });

  it.skipIf(!existsSync('/proc/self/fd'))('closes a file that is read no further', async () => {
    const store = createFolderObjectStore({ root });
    await store.putBytes('a', Buffer.alloc(3 * MEGABYTE), ZIP);
    const stream = await store.read('a');
    expect(await openFiles()).toContain(join(root, 'a'));
    stream?.destroy();
    await once(stream ?? process, 'close');
    const behind = { start: 9 * MEGABYTE, end: 9 * MEGABYTE };
    await expect(store.read('a', behind)).rejects.toThrow(RangeError);
    await store.stat('a');
    await store.read('a/under');
    expect(await openFiles()).not.toContain(join(root, 'a'));
  });
});

async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  // One of them is the folder that was just read, and is closed again.
  return Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => 'closed')));
}

describe('a file from another file system', () => {
  const elsewhere = otherFileSystem();
  const name = elsewhere ? '' : 'NOT TESTED, there is only one file system: ';

  it.skipIf(!elsewhere)(`${name}is copied out of sight and then taken away`, async () => {
    const folder = await mkdtemp(join(elsewhere, 'object-store-'));
    try {
      const store = createFolderObjectStore({ root });
      const [path, content] = [join(folder, 'source'), Buffer.alloc(9 * MEGABYTE, 'x')];
      await writeFile(path, content);
      const sizes = new Set<number | undefined>();
      const put = store.putFile('a/b', path, ZIP);
      do sizes.add((await store.stat('a/b'))?.size);
      while ((await Promise.race([put, setImmediate('under way')])) === 'under way');
      expect([undefined, content.length]).toEqual(expect.arrayContaining([...sizes]));
      expect((await contentOf(store, 'a/b'))?.equals(content)).toBe(true);
      expect(existsSync(path)).toBe(false);
      expect(await readdir(join(root, '.tmp'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** A folder on another file system than the one for temporary files, or ''. */
function otherFileSystem(): string {
  const shared = '/dev/shm';
  return existsSync(shared) && statSync(shared).dev !== statSync(tmpdir()).dev ? shared : '';
}

describe('a full disk', () => {
  const mountable = canMount();
  const name = mountable ? '' : 'NOT TESTED, no file system can be mounted here: ';
  let disk: string;

  beforeEach(async () => {
    disk = join(scratch, 'disk');
    await mkdir(disk);
    mountSmallDisk(disk);
  });

  afterEach(() => {
    execFileSync('umount', [disk]);
  });

  it.skipIf(!mountable)(
    `${name}is told as storage-full and leaves no part of an object`,
    async () => {
      const store = createFolderObjectStore({ root: disk });
      const full = { name: 'ApiError', code: 'storage-full', status: 507 };
      const tooMuch = Buffer.alloc(2 * MEGABYTE, 'x');
      await store.putBytes('a', Buffer.from('before'), ZIP);

      await expect(store.putBytes('a', tooMuch, ZIP)).rejects.toMatchObject(full);
      await expect(store.putBytes('new/b', tooMuch, ZIP)).rejects.toMatchObject(full);
      const path = await sourceFile(tooMuch);
      await expect(store.putFile('new/c', path, ZIP)).rejects.toMatchObject(full);

      expect((await stat(path)).size).toBe(tooMuch.length);
      expect(await listed(store)).toEqual(['a']);
      expect(await readdir(join(disk, '.tmp'))).toEqual([]);
      expect(await contentOf(store, 'a')).toEqual(Buffer.from('before'));
      // What did not fit has given its space back.
      await store.putBytes('new/b', Buffer.alloc(MEGABYTE / 2), ZIP);
      await expect(store.check()).resolves.toBeUndefined();
    },
  );

  it.skipIf(!mountable)(`${name}fails the check`, async () => {
    const store = createFolderObjectStore({ root: disk });
    const filler = join(disk, 'filler');
    await writeFile(filler, Buffer.alloc(2 * MEGABYTE)).catch(() => {});
    await expect(store.check()).rejects.toMatchObject({ code: 'storage-full' });
    await rm(filler);
    await expect(store.check()).resolves.toBeUndefined();
  });
});

/** Makes a folder take no more than one megabyte. */
function mountSmallDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'object-store-disk-'));
  try {
    mountSmallDisk(folder);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

describe('a process that is killed in the middle of a put', () => {
  const BYTES = 4 * MEGABYTE;

  it.each([1, 2, 3, 4])(
    'leaves the whole object or none, and all that it had acknowledged (after %i rounds)',
    async (rounds) => {
      const acknowledged = await putUntilKilled(rounds);
      const store = createFolderObjectStore({ root });
      const found = await listed(store);

      for (let number = 1; number <= acknowledged; number++)
        expect(found).toEqual(expect.arrayContaining([`bytes/${number}`, `files/${number}`]));
      for (const key of found) {
        const content = await contentOf(store, key);
        const number = content?.[0];
        expect(content?.equals(Buffer.alloc(BYTES, number))).toBe(true);
        expect(['replaced', `bytes/${number}`, `files/${number}`]).toContain(key);
      }
      const replaced = await contentOf(store, 'replaced');
      expect(replaced?.[0]).toBeGreaterThanOrEqual(acknowledged);
      expect(await readdir(join(root, '.tmp'))).toEqual([]);
    },
  );

  /** Returns the last number that the process said before it was killed with a file half written. */
  async function putUntilKilled(rounds: number): Promise<number> {
    const script = join(import.meta.dirname, 'putUntilKilled.testing.ts');
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), script, root, scratch, String(BYTES)],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged < rounds || child.killed) continue;
      while (child.exitCode === null && (await readdir(join(root, '.tmp'))).length === 0);
      child.kill('SIGKILL');
    }
    await exited;
    expect(child.signalCode).toBe('SIGKILL');
    return acknowledged;
  }
});
