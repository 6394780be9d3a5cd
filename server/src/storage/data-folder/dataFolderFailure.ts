import { sep } from 'node:path';

import { ConfigError } from '../../errors/ConfigError.ts';

const NOT_PERMITTED =
  'may not be read and written by the user of this server. Give the folder and all in it to that user, or set DATA_DIR to another one';
const NOT_REACHED =
  'cannot be made or reached by the user of this server. Make it for that user, or set DATA_DIR to another folder';
const FULL = 'is on a disk that is full. Make space there, or set DATA_DIR to another folder';

/** What is wrong with the folder and how to fix it, by the code of the system error. */
const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
  EROFS: 'is on a read-only file system. Mount it for writing, or set DATA_DIR to another folder',
  ENOSPC: FULL,
  EDQUOT: FULL,
};

/** The same, if the folder itself could not be created. */
const NOT_MADE: Readonly<Record<string, string>> = {
  EACCES: NOT_REACHED,
  EPERM: NOT_REACHED,
  EEXIST: 'is there and is no folder. Move it away, or set DATA_DIR to a folder',
  ENOTDIR: 'cannot be made: what lies above it is no folder. Set DATA_DIR to another one',
  ENOENT: 'cannot be made: that file system takes no folders there. Set DATA_DIR to another one',
};

/** The error for the operator when the data folder cannot be used; other errors are returned as they are. */
export function dataFolderFailure(folder: string, error: unknown): unknown {
  const { code, message, path = '' } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof ConfigError) return error;
  const isInside = path.startsWith(`${folder}${sep}`);
  const sentence =
    (isInside ? undefined : NOT_MADE[code]) ??
    SENTENCES[code] ??
    `cannot be used: ${message}. Mend that, or set DATA_DIR to another folder`;
  return new ConfigError([`DATA_DIR ${folder} ${sentence}`]);
}
