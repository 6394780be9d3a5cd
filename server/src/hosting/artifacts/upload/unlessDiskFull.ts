import { ApiError } from '../../../errors/ApiError.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The error to give for one that came up while an upload lay on this machine: a full disk is for an operator to mend. */
export function unlessDiskFull(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!FULL.has(code ?? '')) return error;
  return new ApiError('storage-full', 'The disk that receives uploads is full.', { cause: error });
}
