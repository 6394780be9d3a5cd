import { ArtifactFile, Resolution } from '@host/contracts';
import { type Observable, createObservable } from '@host/miniapp-sdk/host';
import * as z from 'zod/mini';

import { createQueue } from '../common/createQueue.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';

/** A version that this install has, with the index of its files. */
const KeptVersion = z.object({
  resolution: Resolution,
  files: z.array(ArtifactFile),
  /** The host that the registry named it for: another one may not have what it needs. */
  hostVersion: z.string(),
});
export type KeptVersion = z.infer<typeof KeptVersion>;

/** What a host remembers of a mini-app. */
const AppRecord = z.object({
  appId: z.string(),
  name: z.string(),
  icon: z.optional(z.string()),
  openedAt: z.number(),
  /** The version that was started and is not on the screen yet, and how often: left behind when everything stops with it. */
  starting: z.optional(z.object({ version: z.string(), times: z.int() })),
  /** The version that was on the screen last. */
  lastGood: z.optional(KeptVersion),
  /** The version that was fetched last, when it is another one. */
  fetched: z.optional(KeptVersion),
  /** The version that failed on start, and when. */
  blocked: z.optional(z.object({ version: z.string(), at: z.number() })),
  /** It was signed once: from then on nothing unsigned is run. */
  wasSigned: z.boolean(),
});
export type AppRecord = z.infer<typeof AppRecord>;

const PREFIX = 'app/';
/** What a list of mini-apps that were opened lately shows of them. */
const SHOWN = ['openedAt', 'name', 'icon'] as const;

/** What a host remembers of mini-apps, over restarts. Something that cannot be read counts as not there. */
export class AppRecords {
  readonly #store: KeyValueStore;
  readonly #known = new Map<string, AppRecord>();
  readonly #openings = createObservable(0);
  // In turn: what is still being written of a mini-app must not bring back what was deleted after it.
  readonly #inTurn = createQueue();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Changes its value whenever one is opened, or is called otherwise. */
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

  /** Changes a record, from what it is when the change is made. */
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

  /** Calls those that it knows as the registry does now: names change with the language, and with versions. */
  async rename(named: readonly Pick<AppRecord, 'appId' | 'name'>[]): Promise<void> {
    const names = new Map(named.map(({ appId, name }) => [appId, name]));
    for (const record of await this.list()) {
      const name = names.get(record.appId);
      if (name === undefined || name === record.name) continue;
      // It may be deleted meanwhile.
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
