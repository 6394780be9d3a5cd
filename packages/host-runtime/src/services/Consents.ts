import { type ConsentState, PERMISSIONS_THAT_ASK, type Permission } from '@host/contracts';
import { type Observable, createObservable } from '@host/miniapp-sdk/host';

import { withDeadline } from '../common/deadline.ts';
import type { Consent } from '../Host.types.ts';
import type { AskingApp, ConsentPort } from '../ports/ConsentPort.types.ts';
import type { KeyValueStore } from '../ports/stores.types.ts';
import { AskLimits } from './AskLimits.ts';
import { type Asked, ConsentAnswers, type KeptAnswer } from './ConsentAnswers.ts';
import { ConsentSync } from './ConsentSync.ts';

/** How long a question waits for an answer from another device. */
const ANSWER_TIMEOUT_MS = 3000;
const NEVER = new AbortController().signal;

/**
 * The consents of people to mini-apps. Asked at the first use, stored per mini-app and person on this device and, if the
 * host has records, for all devices of the person.
 */
export class Consents {
  readonly limits: AskLimits;
  readonly #answers: ConsentAnswers;
  readonly #sync: ConsentSync | undefined;
  readonly #port: ConsentPort;
  readonly #now: () => number;
  readonly #asking = new Map<string, Promise<boolean>>();
  readonly #changes = createObservable(0);

  constructor(store: KeyValueStore, port: ConsentPort, now: () => number = Date.now) {
    const onChange = () => this.#changed();
    this.limits = new AskLimits(now);
    this.#answers = new ConsentAnswers(store);
    this.#sync = port.records && new ConsentSync(this.#answers, port.records, { now, onChange });
    this.#port = port;
    this.#now = now;
  }

  /** Changes its value whenever any answer changes. */
  get changes(): Observable<number> {
    return this.#changes;
  }

  /** Whether the person has just touched something. To be called as soon as a call arrives, as a touch only counts briefly. */
  followsTap(): boolean {
    return this.#port.followsTap?.() ?? true;
  }

  async of(asked: Asked, permission: Permission): Promise<Consent> {
    if (!PERMISSIONS_THAT_ASK.includes(permission)) return 'granted';
    return (await this.#answers.find(asked, permission))?.state ?? 'not-asked';
  }

  /** Whether the person agrees; if possible, waits until the issuer of tokens knows. */
  async confirmed(asked: Asked, permission: Permission): Promise<boolean> {
    if ((await this.of(asked, permission)) !== 'granted') return false;
    await this.#sync?.tell(asked, permission);
    return (await this.of(asked, permission)) === 'granted';
  }

  /**
   * Whether the person agrees; asks them if they were never asked. After a refusal, they are only asked again after a
   * deliberate touch, and not often. Concurrent questions are coalesced.
   */
  async ask(
    asked: Asked & AskingApp,
    permission: Permission,
    { isDeliberate = false } = {},
  ): Promise<boolean> {
    await this.#patiently(this.#sync?.running(asked.userId));
    const isRefusal = (kept: KeptAnswer | undefined) =>
      kept?.state === 'declined' && !(isDeliberate && this.limits.mayAskAgain(kept.refusals));
    if (isRefusal(await this.#answers.find(asked, permission))) return false;
    if ((await this.of(asked, permission)) === 'granted') return true;
    // Before asking: they may have answered on another device, and just signed in here.
    if (asked.userId !== undefined) await this.#patiently(this.#sync?.exchange(asked.userId));
    const kept = await this.#answers.find(asked, permission);
    if (kept?.state === 'granted') return true;
    const question = `${asked.userId ?? ''}/${asked.appId}/${permission}`;
    const running = this.#asking.get(question);
    if (running) return running;
    if (isRefusal(kept)) return false;
    const answer = this.#show(asked, permission).finally(() => this.#asking.delete(question));
    this.#asking.set(question, answer);
    return answer;
  }

  /** Stores an answer that was given in the settings of the host. */
  async set(asked: Asked, permission: Permission, state: ConsentState): Promise<void> {
    const refusals = (await this.#answers.find(asked, permission))?.refusals ?? [];
    await this.#keep(asked, permission, state, state === 'granted' ? [] : refusals);
  }

  /** Removes a consent that the issuer of tokens does not know: it was withdrawn on another device. */
  async lost(asked: Asked, permission: Permission): Promise<void> {
    await this.#answers.delete(asked, permission);
    this.#changed();
    if (asked.userId !== undefined) await this.exchange(asked.userId);
  }

  /** Syncs the person's answers with their other devices. Never rejects. */
  async exchange(userId: string): Promise<void> {
    await this.#sync?.exchange(userId);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#answers.deleteUser(userId);
    this.#changed();
  }

  /** Deletes everybody's answers to a mini-app here, and this person's everywhere. */
  async forgetApp({ appId, userId }: Asked): Promise<void> {
    await this.#answers.deleteApp(appId);
    this.#changed();
    if (userId === undefined) return;
    await this.#sync?.forget(userId, appId).catch(async () => {
      // It cannot be sent now. A granted consent must not come back, so its withdrawal is sent later.
      for (const permission of PERMISSIONS_THAT_ASK) {
        await this.set({ appId, userId }, permission, 'declined');
      }
    });
  }

  async #show(asked: Asked & AskingApp, permission: Permission): Promise<boolean> {
    const { appId, appName, icon, publisher } = asked;
    const agrees = await this.#port.ask({ appId, appName, icon, publisher, permission });
    const before = (await this.#answers.find(asked, permission))?.refusals ?? [];
    const refusals = agrees ? [] : this.limits.withAnother(before);
    await this.#keep(asked, permission, agrees ? 'granted' : 'declined', refusals);
    return agrees;
  }

  async #keep(
    asked: Asked,
    permission: Permission,
    state: ConsentState,
    refusals: number[],
  ): Promise<void> {
    const isPending = asked.userId !== undefined && this.#sync !== undefined;
    await this.#answers.put(asked, permission, { state, at: this.#now(), isPending, refusals });
    // A refusal takes effect at once; a consent only once the issuer of tokens knows.
    if (state === 'declined') this.#changed();
    await this.#sync?.tell(asked, permission);
    if (state === 'granted') this.#changed();
  }

  async #patiently(work: Promise<void> | undefined): Promise<void> {
    if (work)
      await withDeadline(ANSWER_TIMEOUT_MS, 'Answers', NEVER, () => work).catch(() => undefined);
  }

  #changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }
}
