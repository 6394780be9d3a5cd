import type { PhoneState } from './PhoneState.types.ts';

/** The native modules of @react-native-firebase: one app that was configured natively, and its messaging. */
export function createFirebaseModules(phone: () => PhoneState) {
  const options = { apiKey: 'key', appId: 'app', projectId: 'project', messagingSenderId: '1' };
  const app = { appConfig: { name: '[DEFAULT]' }, options };
  return {
    NativeRNFBTurboApp: {
      getConstants: () => ({ NATIVE_FIREBASE_APPS: [app], FIREBASE_RAW_JSON: '{}' }),
      addListener: () => undefined,
      removeListeners: () => undefined,
      eventsNotifyReady: () => undefined,
      eventsAddListener: () => undefined,
      eventsRemoveListener: () => undefined,
    },
    NativeRNFBTurboUtils: { getConstants: () => ({}) },
    NativeRNFBTurboMessaging: {
      getConstants: () => ({ isAutoInitEnabled: true }),
      getToken: async () => phone().token,
      async getInitialNotification() {
        const initial = phone().initialMessage;
        phone().initialMessage = null;
        return initial;
      },
      signalBackgroundMessageHandlerSet: () => undefined,
      completeNotificationProcessing: () => undefined,
    },
  };
}
