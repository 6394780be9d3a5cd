import { ArtifactFile, Resolution } from '@host/contracts';
import { type Observable, createObservable } from '@host/miniapp-sdk/host';
import * as z from 'zod/mini';

import { createQueue } from '../common/createQueue.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';

/** A cached version, with its file index. */
const KeptVersion = z.object({
  resolution: Resolution,
  files: z.array(ArtifactFile),
  /** The host version that the registry offered it for: another one may not meet its requirements. */
  hostVersion: z.string(),
});
export type KeptVersion = z.infer<typeof KeptVersion>;

/** The persistent record of a mini-app. */
const AppRecord = z.object({
  appId: z.string(),
  name: z.string(),
  icon: z.optional(z.string()),
  openedAt: z.number(),
  /** The version that is starting, and how often it was tried: it stays behind if the host crashes meanwhile. */
  starting: z.optional(z.object({ version: z.string(), times: z.int() })),
  /** The last version that was on the screen. */
  lastGood: z.optional(KeptVersion),
  /** The last fetched version, if it is another one. */
  fetched: z.optional(KeptVersion),
  /** The version that failed on start, and when. */
  blocked: z.optional(z.object({ version: z.string(), at: z.number() })),
  /** Whether a version was signed before: from then on, unsigned ones are refused. */
  wasSigned: z.boolean(),
});
export type AppRecord = z.infer<typeof AppRecord>;

const PREFIX = 'app/';
/** The fields that a list of recent mini-apps shows. */
const SHOWN = ['openedAt', 'name', 'icon'] as const;

/** The persistent records of mini-apps. An unreadable record counts as missing. */
export class AppRecords {
  readonly #store: KeyValueStore;
  readonly #known = new Map<string, AppRecord>();
  readonly #openings = createObservable(0);
  // Serialized: a pending write must not restore a record that was deleted after it.
  readonly #inTurn = createQueue();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Changes its value whenever a mini-app is opened or renamed. */
  get openings(): Observable<number> {
    return this.#openings;
  }

  async find(appId: string): Promise<AppRecord | undefined> {
    const known = this.#known.get(appId);
    if (known) return known;
    const record = parse(await this.#store.get(PREFIX + appId));
    if (record) this.#known.set(appId, record);
    return record;
  }

  /** Updates a record atomically. */
  change(appId: string, changes: Partial<AppRecord>): Promise<AppRecord> {
    return this.#inTurn(appId, () => this.#write(appId, changes));
  }

  async #write(appId: string, changes: Partial<AppRecord>): Promise<AppRecord> {
    const before = await this.find(appId);
    const record: AppRecord = {
      appId,
      name: appId,
      openedAt: 0,
      wasSigned: false,
      ...before,
      ...changes,
    };
    this.#known.set(appId, record);
    await this.#store.set(PREFIX + appId, JSON.stringify(record));
    const isSame = SHOWN.every((field) => record[field] === before?.[field]);
    if (!isSame) this.#opened();
    return record;
  }

  /** Updates the names of known mini-apps from the registry: they change with the language, and with versions. */
  async rename(named: readonly Pick<AppRecord, 'appId' | 'name'>[]): Promise<void> {
    const names = new Map(named.map(({ appId, name }) => [appId, name]));
    for (const record of await this.list()) {
      const name = names.get(record.appId);
      if (name === undefined || name === record.name) continue;
      // The record may have been deleted meanwhile.
      await this.#inTurn(record.appId, async () => {
        if (await this.find(record.appId)) await this.#write(record.appId, { name });
      });
    }
  }

  async list(): Promise<AppRecord[]> {
    const keys = await this.#store.keys(PREFIX);
    const records = await Promise.all(keys.map((key) => this.find(key.slice(PREFIX.length))));
    return records.filter((record) => record !== undefined);
  }

  delete(appId: string): Promise<void> {
    return this.#inTurn(appId, async () => {
      this.#known.delete(appId);
      await this.#store.delete(PREFIX + appId);
      this.#opened();
    });
  }

  #opened(): void {
    this.#openings.set(this.#openings.get() + 1);
  }
}

function parse(text: string | undefined): AppRecord | undefined {
  if (text === undefined) return undefined;
  try {
    return AppRecord.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
