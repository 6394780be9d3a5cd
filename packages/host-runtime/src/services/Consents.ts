import { PERMISSIONS_THAT_ASK, type Permission } from '@host/contracts';
import { type Observable, createObservable } from '@host/miniapp-sdk/host';
import * as z from 'zod/mini';

import type { Consent } from '../Host.types.ts';
import type { ConsentPort } from '../ports/ConsentPort.types.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';

/** Who was asked, and by which mini-app. */
export interface Asked {
  appId: string;
  appName: string;
  userId: string | undefined;
}

const Answers = z.record(z.string(), z.enum(['granted', 'denied']));

/** What people let mini-apps use. Asked at the first use, remembered per mini-app and person. */
export class Consents {
  readonly #store: KeyValueStore;
  readonly #port: ConsentPort;
  readonly #asking = new Map<string, Promise<boolean>>();
  readonly #changes = createObservable(0);

  constructor(store: KeyValueStore, port: ConsentPort) {
    this.#store = store;
    this.#port = port;
  }

  /** Changes its value whenever any answer changes. */
  get changes(): Observable<number> {
    return this.#changes;
  }

  async of({ appId, userId }: Omit<Asked, 'appName'>, permission: Permission): Promise<Consent> {
    if (!PERMISSIONS_THAT_ASK.includes(permission)) return 'granted';
    const answers = await this.#answers(keyOf(appId, userId));
    return answers[permission] ?? 'not-asked';
  }

  /** Whether the person agrees; asks them when they were never asked. Several questions at once are one. */
  async ask(asked: Asked, permission: Permission): Promise<boolean> {
    const consent = await this.of(asked, permission);
    if (consent !== 'not-asked') return consent === 'granted';
    const question = `${keyOf(asked.appId, asked.userId)}/${permission}`;
    const running = this.#asking.get(question);
    if (running) return running;
    const { appId, appName } = asked;
    const answer = this.#port
      .ask({ appId, appName, permission })
      .then(async (agrees) => {
        await this.set(asked, permission, agrees ? 'granted' : 'denied');
        return agrees;
      })
      .finally(() => this.#asking.delete(question));
    this.#asking.set(question, answer);
    return answer;
  }

  async set(
    { appId, userId }: Omit<Asked, 'appName'>,
    permission: Permission,
    consent: Exclude<Consent, 'not-asked'>,
  ): Promise<void> {
    const key = keyOf(appId, userId);
    const answers = await this.#answers(key);
    await this.#store.set(key, JSON.stringify({ ...answers, [permission]: consent }));
    this.#changed();
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#forget((key) => key.startsWith(keyOf('', userId)));
  }

  async forgetApp(appId: string): Promise<void> {
    await this.#forget((key) => key.endsWith(`/${appId}`));
  }

  async #forget(matches: (key: string) => boolean): Promise<void> {
    const keys = (await this.#store.keys('consent/')).filter(matches);
    await Promise.all(keys.map((key) => this.#store.delete(key)));
    this.#changed();
  }

  async #answers(key: string): Promise<z.infer<typeof Answers>> {
    const text = await this.#store.get(key);
    if (text === undefined) return {};
    const { data } = Answers.safeParse(JSON.parse(text));
    return data ?? {};
  }

  #changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }
}

function keyOf(appId: string, userId: string | undefined): string {
  const person = userId === undefined ? '~' : `u-${encodeURIComponent(userId)}`;
  return `consent/${person}/${appId}`;
}
