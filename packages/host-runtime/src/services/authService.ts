import {
  type AuthState,
  HostError,
  type HostServices,
  createObservable,
} from '@host/miniapp-sdk/host';

import { askingAppOf } from './askingAppOf.ts';
import { identityOf } from './identityOf.ts';
import type { ServiceContext } from './ServiceContext.types.ts';
import { canShareEmail, userWithConsent } from './userWithConsent.ts';

/**
 * The signed-in person, as one mini-app may know them. Without the person's consent it only learns whether somebody is
 * signed in and whether it may ask. Reading never asks the person; `requestLogin` and `getToken` do.
 */
export function authService(context: ServiceContext): HostServices['auth'] {
  const { options, resolution, consents } = context;
  const { session } = options;
  const app = askingAppOf(resolution);
  const userId = () => session.current.get()?.userId;
  const asked = () => ({ ...app, userId: userId() });
  const state = createObservable(unknownTo(userId() === undefined ? 'signed-out' : 'not-asked'));
  let isWatched = false;
  let latest = 0;
  /** The times at which the person declined to sign in. */
  let refusedLogins: number[] = [];

  async function refresh(): Promise<void> {
    const turn = ++latest;
    const next = await currentState();
    // The session may have changed meanwhile.
    if (turn === latest && !isSame(state.get(), next)) state.set(next);
  }

  async function currentState(): Promise<AuthState> {
    if (userId() === undefined) return unknownTo('signed-out');
    const user = await identityOf(context, () => userWithConsent(context)).catch(() => undefined);
    if (user) return { user: Object.freeze(user), isAuthenticated: true, status: 'granted' };
    return unknownTo(await consents.of(asked(), 'user'));
  }

  function watch(): void {
    if (isWatched) return;
    isWatched = true;
    session.current.subscribe(() => void refresh());
    consents.changes.subscribe(() => void refresh());
  }

  async function login(isDeliberate: boolean): Promise<void> {
    const mayAsk =
      refusedLogins.length === 0 || (isDeliberate && consents.limits.mayAskAgain(refusedLogins));
    if (!mayAsk) throw new HostError('permission-denied', 'The person does not want to sign in.');
    try {
      await session.requestLogin();
      refusedLogins = [];
    } catch (error) {
      refusedLogins = consents.limits.withAnother(refusedLogins);
      throw error;
    }
  }

  async function requireConsent(isDeliberate: boolean): Promise<void> {
    if (await consents.ask(asked(), 'user', { isDeliberate })) return;
    throw new HostError(
      'permission-denied',
      'The person does not want to be known here. They can change that in the settings of the host.',
    );
  }

  return {
    get: state.get,
    subscribe(listener) {
      const stop = state.subscribe(listener);
      watch();
      void refresh();
      return stop;
    },
    async requestLogin() {
      const isDeliberate = consents.followsTap();
      watch();
      if (userId() === undefined) await login(isDeliberate);
      await requireConsent(isDeliberate);
      // If declined, the mini-app still knows the person, without their address.
      if (canShareEmail(context)) await consents.ask(asked(), 'email');
      await refresh();
    },
    async getToken() {
      if (userId() === undefined) throw new HostError('not-authenticated', 'Nobody is signed in.');
      await requireConsent(false);
      const token = await identityOf(context, (port) => port.tokenFor(app.appId));
      if (token !== undefined) return token;
      throw new HostError(
        'permission-denied',
        'The person does not want to be known here any more.',
      );
    },
  };
}

function unknownTo(status: AuthState['status']): AuthState {
  return { user: null, isAuthenticated: false, status };
}

function isSame(a: AuthState, b: AuthState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
