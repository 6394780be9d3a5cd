import type { Permission, Observable } from '@host/contracts';

import { HostError } from './HostError.ts';
import type { AuthState, HostServices } from './HostServices.types.ts';
import { NEUTRAL_AUTH, NEUTRAL_DEVICE, NEUTRAL_PUSH } from './neutralValues.ts';

type Refusal = () => HostError;
/** The services without a declared permission. */
type Refused = {
  [Service in keyof HostServices]?: {
    permission: Permission;
    /** The name in the SDK, as developers of mini-apps know it. */
    name: string;
    service: (refusal: Refusal, options: GuardOptions) => HostServices[Service];
  };
};

export interface GuardOptions {
  /** Whether the mini-app is under development: then using an undeclared permission throws instead of having no effect. */
  isDevelopment?: boolean;
}

const REFUSED: Refused = {
  auth: {
    permission: 'user',
    name: 'useHostAuth()',
    service: (refusal, options) => ({
      ...nothing(NEUTRAL_AUTH, refusal, options),
      requestLogin: rejecting(refusal),
      getToken: rejecting(refusal),
    }),
  },
  device: {
    permission: 'device',
    name: 'useHostDevice()',
    service: (refusal, options) => nothing(NEUTRAL_DEVICE, refusal, options),
  },
  storage: {
    permission: 'storage',
    name: 'storage',
    service: (refusal) => ({
      set: rejecting(refusal),
      get: rejecting(refusal),
      remove: rejecting(refusal),
      keys: rejecting(refusal),
      clear: rejecting(refusal),
      info: rejecting(refusal),
    }),
  },
  analytics: {
    permission: 'analytics',
    name: 'analytics',
    service: (refusal, options) => {
      const ignore = ignoring(refusal, options);
      return { screen: ignore, track: ignore };
    },
  },
  api: {
    permission: 'network',
    name: 'api',
    service: (refusal) => ({ request: rejecting(refusal) }),
  },
  push: {
    permission: 'push',
    name: 'push and useHostPush()',
    service: (refusal, options) => ({
      permission: nothing(NEUTRAL_PUSH, refusal, options),
      requestPermission: rejecting(refusal),
      subscribeToTopic: rejecting(refusal),
      unsubscribeFromTopic: rejecting(refusal),
      scheduleNotification: rejecting(refusal),
      cancelNotification: rejecting(refusal),
      createCategory: rejecting(refusal),
    }),
  },
};

/**
 * Services that refuse what a mini-app did not declare in its manifest. Asynchronous calls reject. Synchronous ones throw
 * during development only; in production they return neutral values instead of crashing, and the console says why.
 */
export function guardServices(
  services: HostServices,
  declared: readonly Permission[],
  options: GuardOptions = {},
): HostServices {
  const guarded = { ...services };
  for (const [key, { permission, name, service }] of Object.entries(REFUSED)) {
    if (declared.includes(permission)) continue;
    const line = `"permissions": ${JSON.stringify([...declared, permission]).replaceAll(',', ', ')}`;
    const text = `${name} needs the permission "${permission}". Write in manifest.json: ${line}`;
    const refusal = () => new HostError('permission-not-declared', text);
    Object.assign(guarded, { [key]: service(refusal, options) });
  }
  if (declared.includes('user') && !declared.includes('email')) {
    guarded.auth = withoutEmail(services.auth);
  }
  return guarded;
}

function rejecting(refusal: Refusal): () => Promise<never> {
  return () => Promise.reject(refusal());
}

function ignoring(refusal: Refusal, { isDevelopment = false }: GuardOptions): () => void {
  const warn = warning(refusal);
  return () => {
    if (isDevelopment) throw refusal();
    warn();
  };
}

function nothing<Value>(
  value: Value,
  refusal: Refusal,
  { isDevelopment = false }: GuardOptions,
): Observable<Value> {
  const warn = warning(refusal);
  return {
    get: () => {
      if (isDevelopment) throw refusal();
      return value;
    },
    subscribe: () => {
      if (isDevelopment) throw refusal();
      warn();
      return () => {};
    },
  };
}

/** Warns only once, since hooks run at every render. */
function warning(refusal: Refusal): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) console.warn(refusal().message);
    isSaid = true;
  };
}

function withoutEmail(auth: HostServices['auth']): HostServices['auth'] {
  // Observers compare by identity, so the same state has to be the same object.
  let last: { from: AuthState; state: AuthState } | undefined;
  return {
    ...auth,
    get() {
      const from = auth.get();
      if (from.user?.email === undefined) return from;
      if (last?.from !== from) {
        const { email: _, ...user } = from.user;
        last = { from, state: { ...from, user: Object.freeze(user) } };
      }
      return last.state;
    },
  };
}
