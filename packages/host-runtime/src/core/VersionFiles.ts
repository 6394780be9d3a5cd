import { withoutSlashes } from '@host/api-client/exchange';
import type { ArtifactFile, Resolution } from '@host/contracts';

import { RuntimeError } from '../common/deadline.ts';
import type { CallControl, Registry } from '../ports/Registry.types.ts';
import type { CryptoPort } from '../ports/services.types.ts';
import type { FileStore } from '../ports/stores.types.ts';
import { readArchive } from './readArchive.ts';

/** Fetches, verifies and caches the files of versions. A file that several versions share is fetched once. */
export class VersionFiles {
  readonly #registry: Registry;
  readonly #store: FileStore;
  readonly #crypto: CryptoPort;

  constructor(registry: Registry, store: FileStore, crypto: CryptoPort) {
    this.#registry = registry;
    this.#store = store;
    this.#crypto = crypto;
  }

  /** Fetches missing files of a version. `onProgress` is called with 0 to 1. */
  async fetch(
    resolution: Resolution,
    files: readonly ArtifactFile[],
    control: { signal: AbortSignal; onProgress?: (progress: number) => void },
  ): Promise<void> {
    const kept = new Set(await this.#store.list());
    const missing = files.filter(({ sha256 }) => !kept.has(sha256));
    if (missing.length === 0) return;
    const total = missing.reduce((sum, { size }) => sum + size, 0);
    let received = 0;
    const counting = (): CallControl => {
      let ofThis = 0;
      return {
        signal: control.signal,
        onProgress(bytes) {
          received += bytes - ofThis;
          ofThis = bytes;
          control.onProgress?.(Math.min(1, received / Math.max(1, total)));
        },
      };
    };
    if (resolution.web) await this.#fetchEach(resolution.web.baseUrl, missing, counting);
    else await this.#fetchArchive(resolution, missing, counting());
  }

  async read({ path, sha256 }: ArtifactFile): Promise<Uint8Array> {
    const bytes = await this.#store.read(sha256);
    if (!bytes) throw new RuntimeError('load-failed', `${path} is not kept any more.`);
    return bytes;
  }

  async #fetchEach(baseUrl: string, files: ArtifactFile[], control: () => CallControl) {
    const folder = `${withoutSlashes(baseUrl)}/`;
    await Promise.all(
      files.map(async (file) => {
        const name = file.path.replaceAll(/[%?#]/g, encodeURIComponent);
        const url = new URL(name, folder).href;
        if (!url.startsWith(folder)) {
          throw new RuntimeError('integrity', `${file.path} is not in the archive.`);
        }
        const bytes = await this.#registry.download(url, control());
        if (await this.#isRight(file, bytes)) return this.#store.write(file.sha256, bytes);
        // A cache in between may hold a wrong file for a year, so retry once without caches.
        const fresh = await this.#registry.download(url, { ...control(), isFresh: true });
        await this.#keep(file, fresh);
      }),
    );
  }

  async #fetchArchive(resolution: Resolution, files: ArtifactFile[], control: CallControl) {
    const archive = await this.#registry.download(resolution.bundleUrl, control);
    if ((await this.#crypto.sha256(archive)) !== resolution.sha256) {
      throw new RuntimeError('integrity', `The archive of ${resolution.appId} was changed.`);
    }
    const contents = readArchive(archive, files);
    for (const file of files) {
      const bytes = contents.get(file.path);
      if (!bytes) throw new RuntimeError('integrity', `${file.path} is not in the archive.`);
      await this.#keep(file, bytes);
    }
  }

  /** Stores a file after verifying its digest. */
  async #keep(file: ArtifactFile, bytes: Uint8Array): Promise<void> {
    if (!(await this.#isRight(file, bytes))) {
      throw new RuntimeError('integrity', `${file.path} is not what was published.`);
    }
    await this.#store.write(file.sha256, bytes);
  }

  async #isRight({ size, sha256 }: ArtifactFile, bytes: Uint8Array): Promise<boolean> {
    return bytes.length === size && (await this.#crypto.sha256(bytes)) === sha256;
  }
}
