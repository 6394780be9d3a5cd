import { type ApiClient, ApiClientError } from '@host/api-client';
import {
  type ConsoleSession,
  type ConsoleSignIn,
  type Observable,
  type TokenScope,
  createObservable,
} from '@host/contracts';

/** Whether somebody is signed in. `ended` has who it was: what they were doing is still there. */
type SessionState =
  | { is: 'unknown' }
  | { is: 'unreachable'; why: string }
  | { is: 'out' }
  | { is: 'in'; session: ConsoleSession }
  | { is: 'ended'; session: ConsoleSession };

/** Signing in and out. The secret is in a cookie that no script can read. */
export interface Session {
  state: Observable<SessionState>;
  /** Asks who is signed in. */
  check: () => Promise<void>;
  /** Signs in; resolves to why it was refused. */
  signIn: (how: ConsoleSignIn) => Promise<string | undefined>;
  signOut: () => Promise<void>;
  /** Goes on when somebody signed in again elsewhere; otherwise everything stays as it is. */
  resume: () => Promise<void>;
  /** A request was refused: the session is over. */
  end: () => void;
}

/** What the server is asked. */
export type SessionCalls = Pick<
  ApiClient,
  'readConsoleSession' | 'signInToConsole' | 'signOutOfConsole'
>;

const UNREACHABLE = 'The server does not answer. Check that it runs and that you are online.';

/** Keeps who is signed in. */
export function createSession(calls: SessionCalls): Session {
  const state = createObservable<SessionState>({ is: 'unknown' });
  return {
    state,
    async check() {
      try {
        state.set({ is: 'in', session: await calls.readConsoleSession() });
      } catch (error) {
        state.set(isRefusal(error) ? { is: 'out' } : { is: 'unreachable', why: UNREACHABLE });
      }
    },
    async signIn(how) {
      try {
        state.set({ is: 'in', session: await calls.signInToConsole(how) });
        return undefined;
      } catch (error) {
        return whyNot(error, how);
      }
    },
    async resume() {
      const session = await calls.readConsoleSession().catch(() => undefined);
      if (session) state.set({ is: 'in', session });
    },
    async signOut() {
      try {
        await calls.signOutOfConsole();
      } catch (error) {
        if (!isRefusal(error)) throw new Error(UNREACHABLE, { cause: error });
      }
      state.set({ is: 'out' });
    },
    end() {
      const now = state.get();
      if (now.is === 'in') state.set({ is: 'ended', session: now.session });
    },
  };
}

/** Whether a session may do what needs a scope. The server refuses the rest anyway. */
export function may(session: Pick<ConsoleSession, 'scopes'>, scope: TokenScope): boolean {
  return session.scopes.includes(scope);
}

function isRefusal(error: unknown): error is ApiClientError {
  return error instanceof ApiClientError && error.status === 401;
}

function whyNot(error: unknown, how: ConsoleSignIn): string {
  if (isRefusal(error)) {
    return 'link' in how
      ? 'This link was used already, or is too old. Ask for a new one, or sign in with a token.'
      : 'This token is not valid. Check that it is whole, and neither expired nor revoked.';
  }
  const said = error instanceof ApiClientError && error.status !== undefined;
  return said ? error.detail : UNREACHABLE;
}
