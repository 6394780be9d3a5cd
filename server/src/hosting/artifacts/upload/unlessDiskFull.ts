import { ApiError } from '../../../errors/ApiError.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Translates an error from receiving an upload on local disk: a full disk is for the operator to fix. */
export function unlessDiskFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!FULL.has(code ?? '')) return error;
  return new ApiError('storage-full', 'The disk that receives uploads is full.', { cause: error });
}
