import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { SECTIONS } from '../commands/sections.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { aloneInProject } from './aloneInProject.ts';

describe('a command that builds', () => {
  let root: string;
  beforeEach(async () => {
    root = await temporaryFolder('alone');
    await writeFile(join(root, 'manifest.json'), '{}');
  });
  const cache = () => join(root, 'node_modules/.cache');

  it('waits for another one in the same project, and says for which process', async () => {
    const steps: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = aloneInProject(
      root,
      () => {},
      async () => {
        steps.push('first begins');
        await ended;
        steps.push('first ends');
      },
    );
    await expect.poll(() => steps).toEqual(['first begins']);
    const second = aloneInProject(
      root,
      (pid, lock) => {
        steps.push(`second waits for ${pid}`);
        expect(lock).toContain(root);
        end();
      },
      async () => void steps.push('second begins'),
    );
    await Promise.all([first, second]);
    const waits = `second waits for ${process.pid}`;
    expect(steps).toEqual(['first begins', waits, 'first ends', 'second begins']);
    expect(await readdir(cache())).toEqual([]);
  });

  it('does not wait for one that ended without a word', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    await mkdir(cache(), { recursive: true });
    await writeFile(join(cache(), 'miniapp-build.lock'), String(child.pid));
    const waited: number[] = [];
    await aloneInProject(
      root,
      (pid) => void waited.push(pid),
      async () => {},
    );
    expect(waited).toEqual([]);
    expect(await readdir(cache())).toEqual([]);
  });

  it('lets the next one in when it fails', async () => {
    const failing = aloneInProject(
      root,
      () => {},
      () => Promise.reject(new Error('it does not compile')),
    );
    await expect(failing).rejects.toThrow('it does not compile');
    expect(await readdir(cache())).toEqual([]);
  });

  it('is each of those that write to build/', () => {
    const commands = SECTIONS.flatMap((section) => section.commands).flatMap((entry) =>
      'commands' in entry ? entry.commands : [entry],
    );
    const building = commands.filter(({ writesBuild }) => writesBuild).map(({ name }) => name);
    expect(building.toSorted()).toEqual(['bundle', 'check', 'pack', 'publish']);
  });
});
