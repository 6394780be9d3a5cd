import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ConfigError } from '../../errors/ConfigError.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { createFolderObjectStore } from '../objects/FolderObjectStore.ts';
import { openDataFolder } from './openDataFolder.ts';

const NOBODY = 65_534;

describe('the data folder', () => {
  let parent: string;
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'data-folder-'));
    folder = join(parent, 'deep', 'inside');
  });
  afterEach(async () => {
    await killChild();
    await rm(parent, { recursive: true });
  });

  async function holdInAnotherProcess(): Promise<void> {
    const program = fileURLToPath(new URL('holdFolder.testing.ts', import.meta.url));
    child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout!, 'data');
    expect(String(said).trim()).toBe(folder);
  }

  async function killChild(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  it('is made when it is missing, for the owner alone', async () => {
    const opened = await openDataFolder(folder);
    expect(opened).toMatchObject({
      path: folder,
      databaseFile: join(folder, 'host.db'),
      objects: join(folder, 'objects'),
      uploads: join(folder, 'uploads'),
    });
    for (const path of [opened.path, opened.uploads]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
    opened.close();
  });

  it('is for the owner alone with everything in it, also what an earlier version made for all to read', async () => {
    const old = join(folder, 'objects', 'mini-apps');
    await mkdir(old, { recursive: true });
    await writeFile(join(old, 'web.zip'), 'an object');
    await writeFile(join(folder, 'people-secret'), 'a secret of sixteen');
    await (await openDatabase({ path: join(folder, 'host.db') })).close();
    for (const path of [join(folder, 'objects'), folder]) await chmod(path, 0o755);
    for (const name of ['people-secret', 'host.db']) await chmod(join(folder, name), 0o644);

    const opened = await openDataFolder(folder);
    const db = await openDatabase({ path: opened.databaseFile });
    await db.run('UPDATE push_clock SET last = 0');
    const objects = createFolderObjectStore({ root: opened.objects });
    await objects.putBytes('icons/a.png', Buffer.from('png'), { contentType: 'image/png' });
    const upload = join(opened.uploads, 'upload');
    await writeFile(upload, 'received');
    await objects.putFile('mini-apps/b/ios.zip', upload, { contentType: 'application/zip' });

    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['host.db', 'host.db-wal', 'web.zip', 'a.png']));
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      const mode = (await stat(path)).mode & 0o777;
      expect([path, mode.toString(8)]).toEqual([path, entry.isDirectory() ? '700' : '600']);
    }
    await db.close();
    opened.close();
  });

  it('is told by an absolute path, wherever the server is started', async () => {
    const opened = await openDataFolder(join(folder, '..', 'inside', '.'));
    expect(opened.path).toBe(folder);
    opened.close();
  });

  it('loses the uploads that were under way, and nothing else', async () => {
    await mkdir(join(folder, 'uploads', 'half-unpacked'), { recursive: true });
    await writeFile(join(folder, 'uploads', 'half'), 'x');
    await writeFile(join(folder, 'uploads', 'half-unpacked', '0'), 'x');
    await writeFile(join(folder, 'admin-token'), 'secret');
    const opened = await openDataFolder(folder);
    expect(await readdir(opened.uploads)).toEqual([]);
    expect(await readdir(folder)).toContain('admin-token');
    opened.close();
  });

  it('belongs to one server at a time, and says so', async () => {
    const first = await openDataFolder(folder);
    const refused = await openDataFolder(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as Error).message).toContain(`DATA_DIR ${folder} is in use by another server`);
    first.close();
    (await openDataFolder(folder)).close();
  });

  it('under another name is still the same folder', async () => {
    const first = await openDataFolder(folder);
    await symlink(folder, join(parent, 'alias'));
    await expect(openDataFolder(join(parent, 'alias'))).rejects.toBeInstanceOf(ConfigError);
    first.close();
  });

  it('is refused while another process has it, and free again after kill -9', async () => {
    await holdInAnotherProcess();
    await writeFile(join(folder, 'uploads', 'under-way'), 'x');
    await expect(openDataFolder(folder)).rejects.toThrow('is in use by another server');
    // Whoever is refused leaves alone what the other one is working on.
    expect(await readdir(join(folder, 'uploads'))).toEqual(['under-way']);

    await killChild();
    const opened = await openDataFolder(folder);
    expect(await readdir(opened.uploads)).toEqual([]);
    opened.close();
  });

  it('that is a file, or below one, is told with what to do', async () => {
    const file = join(parent, 'file');
    await writeFile(file, 'x');
    expect(await refusal(file)).toBe(
      `DATA_DIR ${file} is there and is no folder. Move it away, or set DATA_DIR to a folder`,
    );
    expect(await refusal(join(file, 'deep'))).toContain('what lies above it is no folder');
  });

  it('where the system takes no folders is refused, and not tried for ever', async () => {
    expect(await refusal('/proc/no-such-folder')).toMatch(
      /^DATA_DIR \/proc\/no-such-folder \S.+ set DATA_DIR to another/i,
    );
  });

  it('with a lock that cannot be opened is not said to be in use', async () => {
    await mkdir(join(folder, 'lock.db'), { recursive: true });
    expect(await refusal(folder)).toMatch(
      /^DATA_DIR \S+ cannot be used: EISDIR: .+lock\.db'\. Mend/,
    );
    expect(await readdir(folder)).toEqual(['lock.db']);
  });

  it('that the user of the server may not have is told with what to do', async () => {
    await chmod(parent, 0o755);
    await mkdir(folder, { recursive: true, mode: 0o555 });
    await withoutRights(async () => {
      expect(await refusal(folder)).toContain('may not be read and written by the user');
      expect(await refusal(join(folder, 'inside'))).toContain('cannot be made or reached by');
    });
  });

  async function refusal(path: string): Promise<string> {
    const error = await openDataFolder(path).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(ConfigError);
    const { problems } = error as ConfigError;
    expect(problems).toHaveLength(1);
    return problems[0]!;
  }
});

/** Root may do anything, and is somebody else meanwhile. */
async function withoutRights(act: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.(NOBODY);
  try {
    await act();
  } finally {
    process.seteuid?.(0);
  }
}
