import type { HostUser } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** The person who is signed in to the host, as the host knows them. */
export interface HostSession {
  /** Identifies the person on this device, to separate mini-apps' data. Never passed to a mini-app. */
  userId: string;
  /** Whether the person has a verified e-mail address: without one they are not asked to share it. */
  hasEmail: boolean;
}

/** The host's sign-in. */
export interface SessionPort {
  /** Null while nobody is signed in. */
  current: Observable<HostSession | null>;
  /**
   * The person as one mini-app may know them: the `openId` is different for each mini-app. `withEmail` means that the person
   * agreed to share their address.
   */
  userFor(appId: string, options: { withEmail: boolean }): Promise<HostUser>;
  /** Asks the person to sign in; rejects if they decline. */
  requestLogin(): Promise<void>;
  /** A short-lived token for the back end of one mini-app. */
  tokenFor(appId: string): Promise<string>;
}
