import { ConsentState, type Permission } from '@host/contracts';
import * as z from 'zod/mini';

import type { KeyValueStore } from '../ports/stores.types.ts';

/** The person and mini-app of an answer; without a `userId`, nobody is signed in. */
export interface Asked {
  appId: string;
  userId: string | undefined;
}

const KeptAnswer = z.object({
  state: ConsentState,
  /** When it was given, by the clock of this device. */
  at: z.number(),
  /** Whether it still has to be synced to the records for all devices. */
  isPending: z.boolean(),
  /** The times at which the person declined. */
  refusals: z.array(z.number()),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

const ROOT = 'consent/';

/** The answers of people on this device. */
export class ConsentAnswers {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  find(asked: Asked, permission: Permission): Promise<KeptAnswer | undefined> {
    return this.#read(keyOf(asked, permission));
  }

  async put(asked: Asked, permission: Permission, answer: KeptAnswer): Promise<void> {
    await this.#store.set(keyOf(asked, permission), JSON.stringify(answer));
  }

  async delete(asked: Asked, permission: Permission): Promise<void> {
    await this.#store.delete(keyOf(asked, permission));
  }

  /** The answers of a person that are not synced yet. */
  async pendingOf(userId: string): Promise<{ appId: string; permission: Permission }[]> {
    const found: { appId: string; permission: Permission }[] = [];
    for (const key of await this.#store.keys(folderOf(userId))) {
      if (!(await this.#read(key))?.isPending) continue;
      const [appId = '', permission] = key.slice(folderOf(userId).length).split('/');
      found.push({ appId, permission: permission as Permission });
    }
    return found;
  }

  async deleteApp(appId: string): Promise<void> {
    const keys = (await this.#store.keys(ROOT)).filter((key) => key.split('/').at(-2) === appId);
    await Promise.all(keys.map((key) => this.#store.delete(key)));
  }

  /** Deletes a person's answers, except unsynced ones: a withdrawn consent must not come back with the next sync. */
  async deleteUser(userId: string): Promise<void> {
    for (const key of await this.#store.keys(folderOf(userId))) {
      if (!(await this.#read(key))?.isPending) await this.#store.delete(key);
    }
  }

  async #read(key: string): Promise<KeptAnswer | undefined> {
    const text = await this.#store.get(key);
    return text === undefined ? undefined : KeptAnswer.safeParse(JSON.parse(text)).data;
  }
}

function folderOf(userId: string | undefined): string {
  return `${ROOT}${userId === undefined ? '~' : `u-${encodeURIComponent(userId)}`}/`;
}

function keyOf({ appId, userId }: Asked, permission: Permission): string {
  return `${folderOf(userId)}${appId}/${permission}`;
}
