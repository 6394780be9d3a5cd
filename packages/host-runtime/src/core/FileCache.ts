import type { AppRecord } from './AppRecords.ts';
import { fits } from './chooseVersion.ts';
import type { LoadedVersions } from './LoadedVersions.ts';
import type { Runtime } from './Runtime.ts';

const HOST_VERSION = 'host-version';

/** Limits the cache of mini-apps' files. A file is deleted once no cached version needs it. */
export class FileCache {
  readonly #runtime: Runtime;
  readonly #versions: LoadedVersions;

  constructor(runtime: Runtime, versions: LoadedVersions) {
    this.#runtime = runtime;
    this.#versions = versions;
  }

  /** Drops versions, least recently used mini-apps first, until at most this is left; open ones stay. */
  async shrink(keepBytes: number): Promise<void> {
    const { records } = this.#runtime;
    const all = (await records.list()).toSorted((a, b) => a.openedAt - b.openedAt);
    const left = new Set(all);
    for (const record of all) {
      if (bytesOf(left) <= keepBytes) break;
      if (this.#versions.isShown(record.appId)) continue;
      left.delete(record);
      await records.change(record.appId, { fetched: undefined, lastGood: undefined });
    }
    await this.sweep();
  }

  /** Deletes files that nothing refers to. */
  async sweep(): Promise<void> {
    const { records, options } = this.#runtime;
    const referred = new Set((await records.list()).flatMap(filesOf).map(({ sha256 }) => sha256));
    const digests = await options.files.list();
    await Promise.all(
      digests.filter((one) => !referred.has(one)).map((one) => options.files.delete(one)),
    );
  }

  /** After an upgrade of the host: keeps the versions that the registry still offers for it, and drops the rest. */
  async afterUpgrade(): Promise<void> {
    const { options, records } = this.#runtime;
    const { store, hostVersion } = options;
    if ((await store.get(HOST_VERSION)) === hostVersion) return;
    await store.set(HOST_VERSION, hostVersion);
    await Promise.all((await records.list()).map((record) => this.#checkAgain(record)));
    await this.sweep();
  }

  async #checkAgain({ appId, lastGood }: AppRecord): Promise<void> {
    const { options, records, disposed } = this.#runtime;
    if (lastGood && fits(lastGood, options.hostVersion)) return;
    const named = await this.#runtime.resolve(appId, disposed.signal).catch(() => undefined);
    const isNamed = lastGood && named?.version === lastGood.resolution.version;
    await records.change(appId, {
      fetched: undefined,
      blocked: undefined,
      starting: undefined,
      lastGood: isNamed ? { ...lastGood, hostVersion: options.hostVersion } : undefined,
    });
  }
}

function filesOf({ fetched, lastGood }: AppRecord) {
  return [...(fetched?.files ?? []), ...(lastGood?.files ?? [])];
}

function bytesOf(records: Iterable<AppRecord>): number {
  const sizes = new Map([...records].flatMap(filesOf).map(({ sha256, size }) => [sha256, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
