import { CLIENT_LIMITS } from '@host/contracts';
import { type StorageInfo, refuseOverQuota, storable } from '@host/miniapp-sdk/host';

import { createQueue } from '../common/createQueue.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';

/** The owner of stored data: a mini-app, for one person. */
export interface Owner {
  appId: string;
  userId: string | undefined;
}

/** The storage of mini-apps, separate for each mini-app and person. */
export class AppStorage {
  readonly #store: KeyValueStore;
  // Serialized, so that the sizes stored next to the values stay consistent. One queue for each owner, so that mini-apps do not
  // wait for each other.
  readonly #inTurn = createQueue();
  /** The owners that have stored something since the start, which may not be written yet. */
  readonly #writers = new Set<string>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  async set(owner: Owner, key: string, value: unknown): Promise<void> {
    const { text, bytes } = storable(key, value);
    this.#writers.add(ownerKey(owner));
    return this.#inTurn(ownerKey(owner), async () => {
      const sizes = await this.#sizes(owner);
      sizes.set(key, bytes);
      refuseOverQuota(sum(sizes));
      // The sizes first, so that after a crash in between, too much is counted and never too little.
      await this.#keepSizes(owner, sizes);
      await this.#store.set(valueKey(owner, key), text);
    });
  }

  async get(owner: Owner, key: string): Promise<unknown> {
    const text = await this.#inTurn(ownerKey(owner), () => this.#store.get(valueKey(owner, key)));
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  remove(owner: Owner, key: string): Promise<void> {
    return this.#inTurn(ownerKey(owner), async () => {
      await this.#store.delete(valueKey(owner, key));
      const sizes = await this.#sizes(owner);
      if (sizes.delete(key)) await this.#keepSizes(owner, sizes);
    });
  }

  keys(owner: Owner): Promise<string[]> {
    return this.#inTurn(ownerKey(owner), async () => {
      const prefix = valueKey(owner, '');
      return (await this.#store.keys(prefix)).map((key) => key.slice(prefix.length));
    });
  }

  info(owner: Owner): Promise<StorageInfo> {
    return this.#inTurn(ownerKey(owner), async () => ({
      usedBytes: sum(await this.#sizes(owner)),
      limitBytes: CLIENT_LIMITS.storageTotalBytes,
    }));
  }

  clear(owner: Owner): Promise<void> {
    return this.#inTurn(ownerKey(owner), () => this.#deleteOwner(ownerKey(owner)));
  }

  /** Deletes the data of all mini-apps for a person. */
  clearUser(userId: string): Promise<void> {
    return this.#clearOwners(([person]) => person === segment(userId));
  }

  /** Deletes the data of a mini-app for everybody. */
  clearApp(appId: string): Promise<void> {
    return this.#clearOwners(([, app]) => app === appId);
  }

  async #clearOwners(matches: (parts: string[]) => boolean): Promise<void> {
    const keys = [...(await this.#store.keys('data/')), ...(await this.#store.keys('sizes/'))];
    const stored = keys.map((key) => key.split('/').slice(1, 3).join('/'));
    const owners = [...new Set([...stored, ...this.#writers])].filter((owner) =>
      matches(owner.split('/')),
    );
    await Promise.all(owners.map((owner) => this.#inTurn(owner, () => this.#deleteOwner(owner))));
  }

  async #deleteOwner(owner: string): Promise<void> {
    await this.#deleteAll(`data/${owner}/`);
    await this.#store.delete(`sizes/${owner}`);
  }

  async #sizes(owner: Owner): Promise<Map<string, number>> {
    const text = await this.#store.get(sizesKey(owner));
    return new Map(text === undefined ? [] : (JSON.parse(text) as [string, number][]));
  }

  #keepSizes(owner: Owner, sizes: Map<string, number>): Promise<void> {
    return this.#store.set(sizesKey(owner), JSON.stringify([...sizes]));
  }

  async #deleteAll(prefix: string): Promise<void> {
    const keys = await this.#store.keys(prefix);
    await Promise.all(keys.map((key) => this.#store.delete(key)));
  }
}

function ownerKey({ appId, userId }: Owner): string {
  return `${segment(userId)}/${appId}`;
}

function valueKey(owner: Owner, key: string): string {
  return `data/${ownerKey(owner)}/${key}`;
}

function sizesKey(owner: Owner): string {
  return `sizes/${ownerKey(owner)}`;
}

// Data without a person is stored under a lone tilde, which no encoded user id can equal.
function segment(userId: string | undefined): string {
  return userId === undefined ? '~' : `u-${encodeURIComponent(userId)}`;
}

function sum(sizes: Map<string, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}
