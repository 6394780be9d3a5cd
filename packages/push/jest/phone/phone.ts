import { type PhoneState, newPhone } from './PhoneState.types.ts';
import { createFirebaseModules } from './firebaseModules.ts';
import { createNotifyKitModule } from './notifyKitModule.ts';

let state = newPhone();

/** The phone that the app runs on. */
export const phone = (): PhoneState => state;

/** Another phone, with nothing on it. */
export function unpackPhone(given: Partial<PhoneState> = {}): void {
  state = { ...newPhone(), ...given };
}

/** What the libraries find as their native halves. */
export const nativeModules = {
  NotifeeApiModule: createNotifyKitModule(phone),
  ...createFirebaseModules(phone),
};
