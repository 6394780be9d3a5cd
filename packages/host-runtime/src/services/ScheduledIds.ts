import { createQueue } from '../common/createQueue.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';

/** Older ids are dropped, so that the list does not grow for ever. */
const MAX_IDS = 500;

/** The persistent ids of notifications that a mini-app scheduled: it can only cancel these. */
export class ScheduledIds {
  readonly #store: KeyValueStore;
  readonly #key: string;
  readonly #inTurn = createQueue();

  constructor(store: KeyValueStore, appId: string) {
    this.#store = store;
    this.#key = `scheduled/${appId}`;
  }

  add(id: string): Promise<void> {
    return this.#inTurn(this.#key, async () => {
      const ids = [...(await this.#ids()), id].slice(-MAX_IDS);
      await this.#store.set(this.#key, JSON.stringify(ids));
    });
  }

  /** Whether it was one of them. */
  delete(id: string): Promise<boolean> {
    return this.#inTurn(this.#key, async () => {
      const ids = await this.#ids();
      if (!ids.includes(id)) return false;
      await this.#store.set(this.#key, JSON.stringify(ids.filter((one) => one !== id)));
      return true;
    });
  }

  async #ids(): Promise<string[]> {
    return JSON.parse((await this.#store.get(this.#key)) ?? '[]') as string[];
  }
}
