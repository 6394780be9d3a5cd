import type { Person } from './People.types.ts';

/** The person and session of a session token. */
export interface SignedIn {
  person: Person;
  /** Undefined when another identity provider manages the sessions. */
  sessionId?: string;
}

/** The session that a mini-app's token was issued in. */
export interface SessionReference {
  personId: string;
  sessionId?: string;
}

/** Verifies session tokens: ours, or those of a configured issuer. */
export interface Authenticator {
  /** @throws ApiError 401 for an invalid token. */
  authenticate(token: string): Promise<SignedIn>;
  /** Whether the session that a mini-app's token was issued in is still active. */
  isActive(reference: SessionReference): Promise<boolean>;
}
