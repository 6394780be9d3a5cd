import { ApiError } from '../../errors/ApiError.ts';
import { errorCode } from './errorCode.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const NAME_TAKEN = new Set(['EISDIR', 'ENOTDIR', 'EEXIST']);

/** Translates a file system error into an error for the caller that stored the key. */
export function folderFailure(error: unknown, key: string): unknown {
  const code = errorCode(error) ?? '';
  if (FULL.has(code))
    return new ApiError('storage-full', `There is no space left to store "${key}".`, {
      cause: error,
    });
  if (NAME_TAKEN.has(code))
    return new Error(
      `"${key}" cannot be stored: in a folder a name is an object or holds objects, never both. Choose another key.`,
      { cause: error },
    );
  return error;
}
