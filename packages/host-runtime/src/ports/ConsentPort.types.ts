import type { ConsentState, Permission, Resolution } from '@host/contracts';

/** A mini-app that asks, as the registry knows the version that runs. */
export interface AskingApp extends Pick<Resolution, 'icon' | 'publisher'> {
  appId: string;
  appName: string;
}

/** What a person is asked. */
export interface ConsentRequest extends AskingApp {
  permission: Permission;
}

/** What a person answered to a mini-app. */
export interface KeptConsent {
  appId: string;
  permission: Permission;
  state: ConsentState;
}

/**
 * Where the answers of people who are signed in are kept for all their devices, and for whoever gives out tokens. Every
 * call names the person and rejects when somebody else is signed in by then.
 */
export interface ConsentRecords {
  list(userId: string): Promise<readonly KeptConsent[]>;
  /**
   * Keeps an answer that was given so many seconds ago. Resolves to the one that holds, which is the latest from any
   * device; to undefined when answers to this mini-app are not kept there.
   */
  answer(
    userId: string,
    answer: KeptConsent,
    secondsAgo: number,
  ): Promise<KeptConsent['state'] | undefined>;
  forget(userId: string, appId: string): Promise<void>;
}

/** How a host asks the person in front of it. */
export interface ConsentPort {
  /** Shows the question and resolves to whether the person agrees. The answer is remembered by the runtime. */
  ask(request: ConsentRequest): Promise<boolean>;
  /** Whether the person has just touched something; where that cannot be told, asking again is limited by number alone. */
  followsTap?(): boolean;
  /** Without it answers are kept on this device alone. */
  records?: ConsentRecords;
}
