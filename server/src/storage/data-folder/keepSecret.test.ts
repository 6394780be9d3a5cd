import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepSecret } from './keepSecret.ts';

describe('a secret that the server keeps', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, hard to guess, and kept', async () => {
    const first = await keepSecret(folder, 'admin-token');
    expect(first).toEqual({
      secret: expect.stringMatching(/^[\w-]{43}$/),
      file: join(folder, 'admin-token'),
      isNew: true,
    });
    expect(await readFile(first.file, 'utf8')).toBe(`${first.secret}\n`);
    expect(await keepSecret(folder, 'admin-token')).toEqual({ ...first, isNew: false });
  });

  it('is another for every name and every folder', async () => {
    const names = ['admin-token', 'server-key'];
    const secrets = await Promise.all(names.map((name) => keepSecret(folder, name)));
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(2);
  });

  it('can be read by the owner alone, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const { file } = await keepSecret(folder, 'admin-token');
      expect(await modeOf(file)).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  it('is made anew, for the owner alone, where a first start died before it was written', async () => {
    const file = join(folder, 'admin-token');
    await writeFile(file, '');
    await chmod(file, 0o644);
    const { secret, isNew } = await keepSecret(folder, 'admin-token');
    expect(isNew).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
    expect(await modeOf(file)).toBe(0o600);
  });

  it('can be one that the operator put there', async () => {
    await writeFile(join(folder, 'admin-token'), '  chosen-by-the-operator\n\n');
    const { secret, isNew } = await keepSecret(folder, 'admin-token');
    expect({ secret, isNew }).toEqual({ secret: 'chosen-by-the-operator', isNew: false });
  });

  it('that cannot be read is an error and not replaced', async () => {
    await expect(keepSecret(join(folder, 'missing'), 'admin-token')).rejects.toThrow('ENOENT');
    await writeFile(join(folder, 'file'), 'x');
    await expect(keepSecret(join(folder, 'file'), 'admin-token')).rejects.toThrow('ENOTDIR');
  });
});

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}
