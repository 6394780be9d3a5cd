import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { ApiError } from '../../ApiError.ts';

const IDLE_MS = 30_000;
const MOST_AT_ONCE = 32;

/** A file that was received whole. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
  integrity: string;
}

interface ReceiveLimits {
  maxBytes: number;
  /** What the sender said it would send. */
  expectedBytes?: number | undefined;
  expectedSha256?: string | undefined;
}

/** Receives files into a folder of this machine, a piece at a time, before anything is decided about them. */
export class UploadFolder {
  readonly #folder: string;
  #underWay = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A name in the folder that nobody else uses. */
  newPath(): string {
    return join(this.#folder, randomUUID());
  }

  /** Receives a stream whole and hands the file to `use`; afterwards the file is gone, unless it was moved away. */
  async receive<Result>(
    source: Readable,
    limits: ReceiveLimits,
    use: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result> {
    if (this.#underWay >= MOST_AT_ONCE) {
      throw new ApiError('unavailable', 'Too many uploads are under way.', {
        retryAfterSeconds: 5,
      });
    }
    this.#underWay++;
    const path = this.newPath();
    try {
      return await use(await writeWhole(source, path, limits));
    } finally {
      this.#underWay--;
      await rm(path, { force: true });
    }
  }
}

async function writeWhole(
  source: Readable,
  path: string,
  limits: ReceiveLimits,
): Promise<ReceivedFile> {
  const sha256 = createHash('sha256');
  const sha384 = createHash('sha384');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of withIdleLimit(source)) {
      size += chunk.length;
      if (size > limits.maxBytes) {
        throw new ApiError('body-too-large', `At most ${limits.maxBytes} bytes are accepted here.`);
      }
      sha256.update(chunk);
      sha384.update(chunk);
      await file.write(chunk);
    }
  } catch (error) {
    throw asApiError(error);
  } finally {
    await file.close();
  }

  const digest = sha256.digest('hex');
  if (limits.expectedBytes !== undefined && size !== limits.expectedBytes) {
    throw new ApiError('upload-incomplete', `${size} of ${limits.expectedBytes} bytes arrived.`);
  }
  if (limits.expectedSha256 !== undefined && digest !== limits.expectedSha256) {
    throw new ApiError('artifact-digest-mismatch', `What arrived has the sha256 ${digest}.`);
  }
  return { path, size, sha256: digest, integrity: `sha384-${sha384.digest('base64')}` };
}

// A sender that stops in the middle would hold a place and a file open for ever.
async function* withIdleLimit(source: Readable): AsyncGenerator<Buffer> {
  const giveUp = () =>
    source.destroy(new ApiError('upload-incomplete', `Nothing arrived for ${IDLE_MS / 1000} s.`));
  let timer = setTimeout(giveUp, IDLE_MS);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(giveUp, IDLE_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ApiError('storage-full', 'The disk that receives uploads is full.', {
      cause: error,
    });
  }
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') {
    return new ApiError('upload-incomplete', 'The connection ended in the middle of the upload.');
  }
  return error;
}
