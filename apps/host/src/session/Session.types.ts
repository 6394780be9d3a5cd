import type { AccountRequest, Me, SignInRequest } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

import type { Send } from '../common/askServer.ts';

/** Whether somebody is signed in; `starting` until that is known. */
export type SessionState =
  | { status: 'starting' | 'signed-out'; person: null }
  | { status: 'signed-in'; person: Me };

/** The session of this host. */
export interface Session {
  state: Observable<SessionState>;
  /** Restores the persisted session. */
  start(): Promise<void>;
  /** `mailed` if the server sends e-mail: the account is created once the link in it was followed. */
  signUp(account: AccountRequest): Promise<'signed-in' | 'mailed'>;
  /** Reloads the signed-in person. */
  reload(): Promise<void>;
  signIn(credentials: Pick<SignInRequest, 'email' | 'password'>): Promise<void>;
  /** Always signs out locally; the server is notified if it can be reached. */
  signOut(): Promise<void>;
  /** Everything that the server stores about the person, as JSON text. */
  exportData: () => Promise<string>;
  /** Deletes the person's account and all of their data on the server, and signs out. */
  deleteAccount(password: string): Promise<void>;
  /** A valid access token; undefined if nobody is signed in. Waits until that is known. */
  accessToken: () => Promise<string | undefined>;
  /** Sends a request, authenticated if somebody is signed in. */
  send: Send;
}

/** The persisted part of a session. */
export interface KeptSession {
  /** Shown until the server has been reached. */
  person: Me;
  /** Only on devices: browsers keep it in an HttpOnly cookie. */
  refreshToken?: string;
}

/** Persists a session: on devices in the system's keychain. */
export interface SessionVault {
  read(): Promise<KeptSession | undefined>;
  write(session: KeptSession): Promise<void>;
  clear(): Promise<void>;
}
