import { S3ServiceException } from '@aws-sdk/client-s3';
import { ApiError } from '../../errors/ApiError.ts';
import { errorCode } from './errorCode.ts';

/** The operation that failed, with its bucket and key. */
export interface S3Action {
  /** The operation, as in "could not store". */
  action: 'store' | 'look up' | 'read' | 'delete' | 'list' | 'reach';
  bucket: string;
  /** `http://127.0.0.1:9000` or `AWS`. */
  place: string;
  key?: string;
}

const NO_BUCKET = new Set(['NoSuchBucket', 'NotFound']);
const UNREACHABLE = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE)|CERT|TLS|SSL/;
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded']);

/**
 * Translates an S3 error into one that says what was being done, and where. The original is not kept as the cause, because
 * for a refused signature it repeats the request, including the session token.
 */
export function s3Failure(error: unknown, { action, bucket, place, key }: S3Action): Error {
  const { name, status } = answerOf(error);
  if (status === 507 || FULL.has(name))
    return new ApiError('storage-full', `There is no space left to store "${key}".`);
  if (status === 416)
    return new RangeError(`"${key}" has no bytes in the range that was asked for.`);
  const object = key === undefined ? '' : ` "${key}" in`;
  return new Error(
    `Could not ${action}${object} the bucket "${bucket}" at ${place}: ${reason(error)}`,
  );
}

/** Whether an error means that the object does not exist, as opposed to the bucket, if the server distinguishes them. */
export function isMissingObject(error: unknown): boolean {
  const { name } = answerOf(error);
  return name === 'NoSuchKey' || name === 'NotFound';
}

function reason(error: unknown): string {
  const { name, status, requestId, message } = answerOf(error);
  const code = errorCode(error) ?? '';
  if (NO_BUCKET.has(name))
    return 'there is no such bucket. Create it, or correct its name in the URL.';
  if (name === 'CredentialsProviderError')
    return 'no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (status === 401 || status === 403)
    return `the credentials were refused (${name}, HTTP ${status}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may list, read and write this bucket.`;
  if (status === 301 || name === 'AuthorizationHeaderMalformed')
    return `the bucket lies in another region (${name}). Correct region in the URL.`;
  if (message === 'Region is missing')
    return 'no region is known. Add region to the URL, or set AWS_REGION.';
  if (name === 'TimeoutError' || UNREACHABLE.test(code))
    return `it cannot be reached (${code || message}). Check the endpoint in the URL, and the network.`;
  const details = [status && `HTTP ${status}`, requestId && `request ${requestId}`].filter(Boolean);
  return `${name}: ${message}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

interface Answer {
  name: string;
  message: string;
  status: number | undefined;
  requestId: string | undefined;
}

function answerOf(error: unknown): Answer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const metadata = error instanceof S3ServiceException ? error.$metadata : undefined;
  return { name, message, status: metadata?.httpStatusCode, requestId: metadata?.requestId };
}
