import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { ApiError } from '../../ApiError.ts';
import type { ReceivedFile, UploadFolder } from '../../artifacts/upload/UploadFolder.ts';

const ANSWER_LIMIT_MS = 10_000;
const WHOLE_LIMIT_MS = 120_000;
const RETRY_AFTER_SECONDS = 30;

/** Fetches an artifact from an origin that is listed in CDN_ORIGINS and hands the received file to `use`. */
export async function fetchArtifact<Result>(
  uploads: UploadFolder,
  url: string,
  maxBytes: number,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const whole = AbortSignal.timeout(WHOLE_LIMIT_MS);
  const response = await ask(url, whole);
  if (response.status === 404 || response.status === 410) {
    throw new ApiError('artifact-missing', `${url} answered ${response.status}.`);
  }
  if (!response.ok || !response.body) throw unavailable(url, `answered ${response.status}`);
  const body = Readable.fromWeb(response.body, { signal: whole });
  return uploads.receive(body, { maxBytes }, use).catch((error: unknown) => {
    const endedEarly = !(error instanceof ApiError) || error.code === 'upload-incomplete';
    throw endedEarly ? unavailable(url, 'ended in the middle', error) : error;
  });
}

async function ask(url: string, whole: AbortSignal): Promise<Response> {
  const answer = new AbortController();
  const timer = setTimeout(() => answer.abort(), ANSWER_LIMIT_MS);
  try {
    // A redirect could lead to an address that nobody listed, for example inside the operator's network.
    return await fetch(url, { redirect: 'error', signal: AbortSignal.any([whole, answer.signal]) });
  } catch (cause) {
    throw unavailable(url, 'did not answer', cause);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(url: string, what: string, cause?: unknown): ApiError {
  return new ApiError('cdn-unavailable', `${url} ${what}.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
