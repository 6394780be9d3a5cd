import type { HostUser } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** Whoever is signed in to the host, as the host itself knows them. */
export interface HostSession {
  /** Names the person on this device: what mini-apps store is kept apart by it. Never given to a mini-app. */
  userId: string;
  /** Whether the person has a verified e-mail address: without one they are not asked to share it. */
  hasEmail: boolean;
}

/** The host's sign-in. */
export interface SessionPort {
  /** Null while nobody is signed in. */
  current: Observable<HostSession | null>;
  /**
   * The person as one mini-app may know them: `openId` differs from mini-app to mini-app. `withEmail` says that the person
   * lets it have their address.
   */
  userFor(appId: string, options: { withEmail: boolean }): Promise<HostUser>;
  /** Asks the person to sign in; rejects when they do not want to. */
  requestLogin(): Promise<void>;
  /** A short-lived token for the back end of one mini-app. */
  tokenFor(appId: string): Promise<string>;
}
