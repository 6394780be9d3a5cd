import { PushError } from '../PushError.ts';
import type { Alarm } from '../PushPlatform.types.ts';
import type { InboxChange, LiveListener, PushGateway } from './PushGateway.types.ts';

/** An in-memory gateway, which can be made unreachable, and whose calls can be inspected. */
export interface MemoryGateway extends PushGateway {
  readonly registrations: { token: string; platform: string }[];
  /** The codes that it received. */
  readonly proofs: string[];
  readonly topicsOf: Map<string, Set<string>>;
  readonly acknowledged: string[];
  readonly opened: string[];
  /** Withheld messages, and why. */
  readonly held: string[];
  readonly inboxCalls: string[];
  /** What the device has scheduled for itself, by id. */
  readonly scheduled: Map<string, Alarm>;
  /** The connected listener. */
  live(): LiveListener | undefined;
  /** Sets whether registering requires a code. */
  setProofWanted(isWanted: boolean): void;
  setReachable(isReachable: boolean): void;
  setInbox(inbox: InboxChange): void;
}

export function createMemoryGateway(): MemoryGateway {
  let isReachable = true;
  let isProofWanted = false;
  const proofs: string[] = [];
  let listener: LiveListener | undefined;
  let inbox: InboxChange = { notifications: [], deletedIds: [] };
  const registrations: { token: string; platform: string }[] = [];
  const topicsOf = new Map<string, Set<string>>();
  const acknowledged: string[] = [];
  const opened: string[] = [];
  const held: string[] = [];
  const inboxCalls: string[] = [];
  const scheduled = new Map<string, Alarm>();
  const reach = async () => {
    if (!isReachable) throw new Error('The gateway cannot be reached.');
  };
  const topics = (token: string) => {
    let found = topicsOf.get(token);
    if (!found) topicsOf.set(token, (found = new Set()));
    return found;
  };
  return {
    async register({ token = `made-${registrations.length}`, platform }) {
      await reach();
      if (isProofWanted) throw new PushError('proof-required', 'A code was sent.', 409);
      registrations.push({ token, platform });
      return { token };
    },
    prove(code) {
      proofs.push(code);
      isProofWanted = false;
    },
    unregister: () => reach(),
    async subscribe(token, topic) {
      await reach();
      topics(token).add(topic);
    },
    async unsubscribe(token, topic) {
      await reach();
      topics(token).delete(topic);
    },
    async schedule(alarm) {
      await reach();
      scheduled.set(alarm.id, alarm);
    },
    async unschedule(id) {
      await reach();
      scheduled.delete(id);
    },
    connect(_, given) {
      listener = given;
      given.onState('connected');
      return {
        acknowledge: (id) => void acknowledged.push(id),
        reportOpened: (id) => void opened.push(id),
        reportHeld: (id, why) => void held.push(`${id} ${why}`),
        wake: () => undefined,
        close() {
          if (listener === given) listener = undefined;
        },
      };
    },
    inbox: {
      async read() {
        await reach();
        return inbox;
      },
      async markRead(ids) {
        await reach();
        inboxCalls.push(`read ${ids.join()}`);
      },
      async delete(ids) {
        await reach();
        inboxCalls.push(`delete ${ids.join()}`);
      },
    },
    registrations,
    proofs,
    setProofWanted: (value) => void (isProofWanted = value),
    topicsOf,
    acknowledged,
    opened,
    held,
    inboxCalls,
    scheduled,
    live: () => listener,
    setReachable: (value) => void (isReachable = value),
    setInbox: (value) => void (inbox = value),
  };
}
