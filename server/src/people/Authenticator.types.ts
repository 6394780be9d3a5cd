import type { Person } from './People.types.ts';

/** Who a session token stands for. */
export interface SignedIn {
  person: Person;
  /** Absent where another identity provider keeps the sessions. */
  sessionId?: string;
}

/** Whose session a mini-app's token was made in. */
export interface SessionReference {
  personId: string;
  sessionId?: string;
}

/** Reads session tokens: ours, or those of a configured issuer. */
export interface Authenticator {
  /** @throws ApiError 401 for a token that is not good. */
  authenticate(token: string): Promise<SignedIn>;
  /** Whether the session that a mini-app's token was made in goes on. */
  goesOn(reference: SessionReference): Promise<boolean>;
}
