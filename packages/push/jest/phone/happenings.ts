import { AppRegistry, AppState, DeviceEventEmitter, Platform } from 'react-native';
import { EventType } from 'react-native-notify-kit';

import { phone } from './phone.ts';

const KIT_EVENT = 'app.notifee.notification-event';
let stateListeners: ((state: string) => void)[] = [];

/** The AppState of the Jest preset emits no events by itself. */
export function putInFront(): void {
  stateListeners = [];
  Object.assign(AppState, {
    currentState: 'active',
    addEventListener(_: string, listener: (state: string) => void) {
      stateListeners.push(listener);
      const remove = () => {
        stateListeners = stateListeners.filter((each) => each !== listener);
      };
      return { remove };
    },
  });
}

/** The app goes to the background, or comes back to the foreground. */
export function goTo(state: 'active' | 'background'): void {
  Object.assign(AppState, { currentState: state });
  stateListeners.forEach((tell) => tell(state));
}

/** Firebase's native module emits an event. */
export function tellOfFirebase(event: string, payload: object): void {
  DeviceEventEmitter.emit(`rnfb_messaging_${event}`, payload);
}

/** A message arrives while the app is in the background or closed: iOS emits an event, Android starts a headless task. */
export function arriveBehind(message: object): void {
  if (Platform.OS === 'ios') tellOfFirebase('message_received_background', message);
  else AppRegistry.startHeadlessTask(1, 'ReactNativeFirebaseMessagingHeadlessTask', message);
}

/** The person taps a displayed notification, or one of its buttons. */
export function tap(id: string, actionId = 'default'): void {
  const event = {
    type: actionId === 'default' ? EventType.PRESS : EventType.ACTION_PRESS,
    detail: { notification: phone().displayed.get(id), pressAction: { id: actionId } },
  };
  if (AppState.currentState === 'active') DeviceEventEmitter.emit(KIT_EVENT, event);
  else if (Platform.OS === 'ios') DeviceEventEmitter.emit(`${KIT_EVENT}-background`, event);
  else AppRegistry.startHeadlessTask(2, KIT_EVENT, event);
}
