import type { ErrorCode } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import { printableName } from './printableName.ts';

/** The refusal of an archive because of one of its files. */
export function archiveError(
  code: ErrorCode,
  name: string,
  detail: string,
  cause?: unknown,
): ApiError {
  return new ApiError(code, `${printableName(name)} in the archive ${detail}.`, { cause });
}

/**
 * What to throw for an error that came up while reading an archive: our own refusals and failing disks as they are,
 * everything else (yauzl's and zlib's complaints about the bytes) through `refusal`.
 */
export function toRefusal(error: unknown, refusal: (reason: string) => ApiError): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  // A disk that cannot be read is not the uploader's fault; only system errors carry a syscall.
  if ('syscall' in error) return error;
  return refusal(error.message);
}
