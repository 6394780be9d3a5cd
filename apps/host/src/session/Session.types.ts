import type { AccountRequest, Me, SignInRequest } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

import type { Send } from '../common/askServer.ts';

/** Whether somebody is signed in. `starting` until it is known. */
export type SessionState =
  | { status: 'starting' | 'signed-out'; person: null }
  | { status: 'signed-in'; person: Me };

/** The sign-in of this host. */
export interface Session {
  state: Observable<SessionState>;
  /** Takes up the session that was there when the host was closed. */
  start(): Promise<void>;
  /** Where the server sends mail, the account is there once its link was followed: `mailed`. */
  signUp(account: AccountRequest): Promise<'signed-in' | 'mailed'>;
  /** Reads anew who is signed in. */
  reload(): Promise<void>;
  signIn(credentials: Pick<SignInRequest, 'email' | 'password'>): Promise<void>;
  /** Always ends signed out here; the server is told if it can be reached. */
  signOut(): Promise<void>;
  /** Everything that the server keeps of the person, as JSON text. */
  exportData: () => Promise<string>;
  /** Deletes the person's account and everything that the server keeps of them; nobody is signed in then. */
  deleteAccount(password: string): Promise<void>;
  /** What proves who is signed in; undefined for nobody. Waits until that is known. */
  accessToken: () => Promise<string | undefined>;
  /** Sends a request in the person's name, if somebody is signed in. */
  send: Send;
}

/** What is kept of a session while the host is closed. */
export interface KeptSession {
  /** Shown while the server cannot be reached. */
  person: Me;
  /** On devices alone: browsers keep it in a cookie that no script can read. */
  refreshToken?: string;
}

/** Where a session is kept: on devices in the system's key store. */
export interface SessionVault {
  read(): Promise<KeptSession | undefined>;
  write(session: KeptSession): Promise<void>;
  clear(): Promise<void>;
}
