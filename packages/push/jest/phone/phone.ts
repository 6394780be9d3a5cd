import { type PhoneState, newPhone } from './PhoneState.types.ts';
import { createFirebaseModules } from './firebaseModules.ts';
import { createNotifyKitModule } from './notifyKitModule.ts';

let state = newPhone();

/** The phone that the app runs on. */
export const phone = (): PhoneState => state;

/** Replaces it by a new phone with the given state. */
export function unpackPhone(given: Partial<PhoneState> = {}): void {
  state = { ...newPhone(), ...given };
}

/** The native modules that the libraries find. */
export const nativeModules = {
  NotifeeApiModule: createNotifyKitModule(phone),
  ...createFirebaseModules(phone),
};
