import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openObjectStore } from '../../storage/objects/openObjectStore.ts';
import { checkObjects } from './checkObjects.ts';

describe('looking at the objects', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'objects-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const look = (path: string) =>
    checkObjects({ folder: '', database: { path: '' }, objectsUrl: `file:${path}` });

  it('takes a folder that an operator made and no server has used', async () => {
    expect(await look(folder)).toEqual({
      what: 'objects',
      status: 'ok',
      detail: `${folder} was used by no server yet: the first start prepares it.`,
    });
  });

  it('writes, reads and deletes where a server has been', async () => {
    await (await openObjectStore(`file:${folder}`)).close();
    expect(await look(folder)).toMatchObject({ detail: 'Written, read and deleted.' });
  });

  it('says why a file will not do', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await look(file)).toMatchObject({
      status: 'failed',
      detail: `${file} is no folder.`,
    });
  });
});
