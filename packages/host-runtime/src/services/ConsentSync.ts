import type { Permission } from '@host/contracts';

import type { ConsentRecords } from '../ports/ConsentPort.types.ts';
import type { Asked, ConsentAnswers } from './ConsentAnswers.ts';

/** Syncs the answers on this device with those of the person's other devices. What cannot be sent now is sent later. */
export class ConsentSync {
  readonly #answers: ConsentAnswers;
  readonly #records: ConsentRecords;
  readonly #now: () => number;
  readonly #onChange: () => void;
  readonly #running = new Map<string, Promise<void>>();

  constructor(
    answers: ConsentAnswers,
    records: ConsentRecords,
    { now, onChange }: { now: () => number; onChange: () => void },
  ) {
    this.#answers = answers;
    this.#records = records;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** The sync in progress for a person, if any. */
  running(userId: string | undefined): Promise<void> | undefined {
    return userId === undefined ? undefined : this.#running.get(userId);
  }

  /** Sends the person's answers from here, and fetches those from elsewhere. Never rejects. */
  exchange(userId: string): Promise<void> {
    const running = this.#running.get(userId);
    if (running) return running;
    const exchange = this.#exchange(userId)
      .catch(() => undefined)
      .finally(() => this.#running.delete(userId));
    this.#running.set(userId, exchange);
    return exchange;
  }

  /** Sends one answer, if it was not sent yet. Never rejects. */
  async tell(asked: Asked, permission: Permission): Promise<void> {
    const kept = await this.#answers.find(asked, permission);
    if (!kept?.isPending || asked.userId === undefined) return;
    const { appId, userId } = asked;
    const secondsAgo = Math.max(0, Math.floor((this.#now() - kept.at) / 1000));
    const answer = { appId, permission, state: kept.state };
    try {
      const holds = (await this.#records.answer(userId, answer, secondsAgo)) ?? kept.state;
      const now = await this.#answers.find(asked, permission);
      // Answered again meanwhile: the newer answer is sent by the call that stored it.
      if (now?.at !== kept.at || now.state !== kept.state) return;
      await this.#answers.put(asked, permission, { ...kept, state: holds, isPending: false });
      if (holds !== kept.state) this.#onChange();
    } catch {
      // It stays pending.
    }
  }

  forget(userId: string, appId: string): Promise<void> {
    return this.#records.forget(userId, appId);
  }

  async #exchange(userId: string): Promise<void> {
    for (const { appId, permission } of await this.#answers.pendingOf(userId)) {
      await this.tell({ appId, userId }, permission);
    }
    let hasChanged = false;
    for (const { appId, permission, state } of await this.#records.list(userId)) {
      const asked = { appId, userId };
      const kept = await this.#answers.find(asked, permission);
      if (kept?.isPending || kept?.state === state) continue;
      const answer = { state, at: this.#now(), isPending: false, refusals: [] };
      await this.#answers.put(asked, permission, answer);
      hasChanged = true;
    }
    if (hasChanged) this.#onChange();
  }
}
