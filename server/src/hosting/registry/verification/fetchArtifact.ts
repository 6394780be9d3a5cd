import { Readable } from 'node:stream';

import { ApiError } from '../../../errors/ApiError.ts';
import type { ReceivedFile, UploadFolder } from '../../artifacts/upload/UploadFolder.ts';

const RETRY_AFTER_SECONDS = 30;

/** Timeouts for a CDN: until the response begins, and until all of it has arrived. */
const PATIENCE = { answerMs: 10_000, wholeMs: 120_000 };

/** Fetches an artifact from an origin that is listed in CDN_ORIGINS and hands the received file to `use`. */
export async function fetchArtifact<Result>(
  uploads: UploadFolder,
  url: string,
  maxBytes: number,
  use: (file: ReceivedFile) => Promise<Result>,
  patience = PATIENCE,
): Promise<Result> {
  const whole = AbortSignal.timeout(patience.wholeMs);
  const response = await ask(url, whole, patience.answerMs);
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw refusal(url, response.status);
  }
  const body = Readable.fromWeb(response.body, { signal: whole });
  const holder = new URL(url).origin;
  return uploads.receive(body, { holder, maxBytes }, use).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'upload-incomplete') {
      throw unavailable(url, 'ended in the middle', error);
    }
    if (error.code !== 'body-too-large') throw error;
    throw new ApiError('artifact-too-large', `${url} has more than ${maxBytes} bytes.`);
  });
}

async function ask(url: string, whole: AbortSignal, answerMs: number): Promise<Response> {
  const answer = new AbortController();
  const timer = setTimeout(() => answer.abort(), answerMs);
  try {
    // A redirect could lead to an address that nobody listed, for example inside the operator's network.
    const redirect = 'manual';
    return await fetch(url, { redirect, signal: AbortSignal.any([whole, answer.signal]) });
  } catch (cause) {
    throw unavailable(url, 'did not answer', cause);
  } finally {
    clearTimeout(timer);
  }
}

function refusal(url: string, status: number): ApiError {
  return status === 404 || status === 410
    ? new ApiError('artifact-missing', `${url} answered ${status}.`)
    : unavailable(url, `answered ${status}`);
}

function unavailable(url: string, what: string, cause?: unknown): ApiError {
  return new ApiError('cdn-unavailable', `${url} ${what}.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
