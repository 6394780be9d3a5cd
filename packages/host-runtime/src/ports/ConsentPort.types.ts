import type { ConsentState, Permission, Resolution } from '@host/contracts';

/** The mini-app that asks, with the registry's data about the running version. */
export interface AskingApp extends Pick<Resolution, 'icon' | 'publisher'> {
  appId: string;
  appName: string;
}

/** A request for consent. */
export interface ConsentRequest extends AskingApp {
  permission: Permission;
}

/** A stored answer of a person to a mini-app. */
export interface KeptConsent {
  appId: string;
  permission: Permission;
  state: ConsentState;
}

/**
 * Stores the answers of signed-in people for all their devices, and for the issuer of tokens. Every call names the person,
 * and rejects if somebody else is signed in by then.
 */
export interface ConsentRecords {
  list(userId: string): Promise<readonly KeptConsent[]>;
  /**
   * Stores an answer that was given some seconds ago. Resolves to the one in effect, which is the latest from any device; to
   * undefined if answers to this mini-app are not stored there.
   */
  answer(
    userId: string,
    answer: KeptConsent,
    secondsAgo: number,
  ): Promise<KeptConsent['state'] | undefined>;
  forget(userId: string, appId: string): Promise<void>;
}

/** How a host asks the person for consent. */
export interface ConsentPort {
  /** Shows the question and resolves to whether the person agrees. The answer is remembered by the runtime. */
  ask(request: ConsentRequest): Promise<boolean>;
  /** Whether the person has just touched something; if that is unknown, asking again is only limited by number. */
  followsTap?(): boolean;
  /** Without it, answers are only stored on this device. */
  records?: ConsentRecords;
}
