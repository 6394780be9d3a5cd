import {
  ACCESSIBLE,
  getGenericPassword,
  resetGenericPassword,
  setGenericPassword,
} from 'react-native-keychain';

import { createStoredVault } from '../session/createStoredVault.ts';
import type { SessionVault } from '../session/Session.types.ts';

const SERVICE = 'host-session';

/** Keeps the session in the system's keychain, since the refresh token gives access to the account. */
export function createKeychainVault(): SessionVault {
  return createStoredVault({
    async get() {
      const kept = await getGenericPassword({ service: SERVICE });
      return kept === false ? undefined : kept.password;
    },
    async set(key, text) {
      await setGenericPassword(key, text, {
        service: SERVICE,
        accessible: ACCESSIBLE.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY,
      });
    },
    async delete() {
      await resetGenericPassword({ service: SERVICE });
    },
  });
}
