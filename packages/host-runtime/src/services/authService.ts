import type { HostUser } from '@host/contracts';
import {
  type AuthState,
  HostError,
  type HostServices,
  createObservable,
} from '@host/miniapp-sdk/host';

import type { ServiceContext } from './ServiceContext.types.ts';

const NOBODY: AuthState = { user: null, isAuthenticated: false };

/**
 * Who is signed in, as one mini-app may know them. Without the person's consent nobody is, for that mini-app: it is asked
 * for when the mini-app first looks.
 */
export function authService({
  options,
  resolution,
  consents,
}: ServiceContext): HostServices['auth'] {
  const { session } = options;
  const { appId, name: appName } = resolution;
  const state = createObservable<AuthState>(NOBODY);
  let isWatched = false;
  let latest = 0;

  const userId = () => session.current.get()?.userId;

  async function refresh(mayAsk: boolean): Promise<void> {
    const turn = ++latest;
    const next = await stateOf(mayAsk).catch(() => NOBODY);
    // Somebody may have signed out meanwhile.
    if (turn === latest && !isSame(state.get(), next)) state.set(next);
  }

  async function stateOf(mayAsk: boolean): Promise<AuthState> {
    const id = userId();
    if (id === undefined) return NOBODY;
    const asked = { appId, appName, userId: id };
    const agrees = mayAsk
      ? await consents.ask(asked, 'user')
      : (await consents.of(asked, 'user')) === 'granted';
    if (!agrees) return NOBODY;
    const user: HostUser = await session.userFor(appId);
    return { user: Object.freeze(user), isAuthenticated: true };
  }

  function watch(): void {
    if (isWatched) return;
    isWatched = true;
    session.current.subscribe(() => void refresh(false));
    consents.changes.subscribe(() => void refresh(false));
  }

  async function demandConsent(): Promise<void> {
    if (await consents.ask({ appId, appName, userId: userId() }, 'user')) return;
    throw new HostError('permission-denied', 'The person does not want to be known here.');
  }

  return {
    get: state.get,
    subscribe(listener) {
      const stop = state.subscribe(listener);
      watch();
      void refresh(true);
      return stop;
    },
    async requestLogin() {
      watch();
      if (userId() === undefined) await session.requestLogin();
      await demandConsent();
      await refresh(false);
    },
    async getToken() {
      if (userId() === undefined) throw new HostError('not-authenticated', 'Nobody is signed in.');
      await demandConsent();
      return session.tokenFor(appId);
    },
  };
}

function isSame(a: AuthState, b: AuthState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
