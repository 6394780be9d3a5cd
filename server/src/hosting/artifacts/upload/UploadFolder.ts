import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { ApiError } from '../../../errors/ApiError.ts';
import { unlessDiskFull } from './unlessDiskFull.ts';

/** The limits of uploads in progress. */
export interface UploadPatience {
  /** How long a sender may send nothing. */
  idleMs: number;
  /** How many uploads may be under way at once. */
  mostAtOnce: number;
  /** How many of them one token may have, so that none takes all slots. */
  mostOfOne: number;
}

const PATIENCE: UploadPatience = { idleMs: 30_000, mostAtOnce: 32, mostOfOne: 8 };

/** A file that was received completely. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
  integrity: string;
}

interface ReceiveLimits {
  /** Whose upload it is. */
  holder: string;
  maxBytes: number;
  /** What the sender said it would send. */
  expectedBytes?: number | undefined;
  expectedSha256?: string | undefined;
}

/** Receives uploads as streams into a folder of this machine, before anything is decided about them. */
export class UploadFolder {
  readonly #folder: string;
  readonly #patience: UploadPatience;
  #underWay = 0;
  readonly #underWayOf = new Map<string, number>();

  constructor(folder: string, patience: Partial<UploadPatience> = {}) {
    this.#folder = folder;
    this.#patience = { ...PATIENCE, ...patience };
  }

  /** A name in the folder that nobody else uses. */
  newPath(): string {
    return join(this.#folder, randomUUID());
  }

  /** Receives a whole stream and passes the file to `use`; afterwards the file is deleted, unless it was moved away. */
  async receive<Result>(
    source: Readable,
    limits: ReceiveLimits,
    use: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result> {
    if (this.#underWay >= this.#patience.mostAtOnce) {
      throw new ApiError('unavailable', 'Too many uploads are under way.', {
        retryAfterSeconds: 5,
      });
    }
    const { holder } = limits;
    const own = this.#underWayOf.get(holder) ?? 0;
    if (own >= this.#patience.mostOfOne) {
      throw new ApiError('rate-limited', `${own} uploads of this token are under way.`, {
        retryAfterSeconds: 5,
      });
    }
    this.#underWay++;
    this.#underWayOf.set(holder, own + 1);
    const path = this.newPath();
    try {
      const arriving = withIdleLimit(source, this.#patience.idleMs);
      return await use(await writeWhole(arriving, path, limits));
    } catch (error) {
      throw unlessDiskFull(error);
    } finally {
      this.#underWay--;
      const left = this.#underWayOf.get(holder)! - 1;
      if (left > 0) this.#underWayOf.set(holder, left);
      else this.#underWayOf.delete(holder);
      await rm(path, { force: true });
    }
  }
}

async function writeWhole(
  arriving: AsyncIterable<Buffer>,
  path: string,
  limits: ReceiveLimits,
): Promise<ReceivedFile> {
  const sha256 = createHash('sha256');
  const sha384 = createHash('sha384');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of arriving) {
      size += chunk.length;
      if (size > limits.maxBytes) {
        throw new ApiError('body-too-large', `At most ${limits.maxBytes} bytes are accepted here.`);
      }
      sha256.update(chunk);
      sha384.update(chunk);
      // Not `write`: on a nearly full disk it writes a part and reports success.
      await file.writeFile(chunk);
    }
  } catch (error) {
    throw unlessCutOff(error);
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

// A client that stops in the middle would hold a slot and an open file forever.
async function* withIdleLimit(source: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const giveUp = () =>
    source.destroy(new ApiError('upload-incomplete', `Nothing arrived for ${idleMs / 1000} s.`));
  let timer = setTimeout(giveUp, idleMs);
  try {
    // A request that is refused in the middle still needs its connection for the answer.
    const chunks = source.iterator({ destroyOnReturn: !(source instanceof IncomingMessage) });
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(giveUp, idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

function unlessCutOff(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') {
    return new ApiError('upload-incomplete', 'The connection ended in the middle of the upload.');
  }
  return error;
}
