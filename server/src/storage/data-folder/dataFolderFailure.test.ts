import { expect, it } from 'vitest';

import { ConfigError } from '../../errors/ConfigError.ts';
import { dataFolderFailure } from './dataFolderFailure.ts';

const refused = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused, open '${path}'`), { code, path });
const problemOf = (error: unknown) => (dataFolderFailure('/data', error) as ConfigError).problems;

it.each([
  ['EROFS', 'is on a read-only file system. Mount it for writing, or set DATA_DIR'],
  ['ENOSPC', 'is on a disk that is full. Make space there, or set DATA_DIR'],
  ['EACCES', 'may not be read and written by the user of this server. Give the folder'],
  ['ENOENT', "cannot be used: ENOENT: refused, open '/data/lock.db'. Mend that, or set DATA_DIR"],
])('%s inside the folder is one line with the cure', (code, sentence) => {
  expect(problemOf(refused(code, '/data/lock.db'))).toEqual([
    expect.stringContaining(`DATA_DIR /data ${sentence}`),
  ]);
});

it.each([
  ['EEXIST', 'is there and is no folder.'],
  ['ENOENT', 'cannot be made: that file system takes no folders there.'],
  ['EACCES', 'cannot be made or reached by the user of this server.'],
])('%s of the folder itself is another line', (code, sentence) => {
  expect(problemOf(refused(code, '/data'))).toEqual([
    expect.stringContaining(`DATA_DIR /data ${sentence}`),
  ]);
});

it('a mistake of ours, and what is told already, stay what they are', () => {
  for (const error of [new TypeError('x is not a function'), new ConfigError(['PORT is wrong'])]) {
    expect(dataFolderFailure('/data', error)).toBe(error);
  }
});
