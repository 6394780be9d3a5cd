import { createObservable } from '@host/contracts';
import { type ConsentRequest, type Host, type HostOptions, createHost } from '@host/host-runtime';
import { deviceHostOptions } from '@host/host-runtime/device';
import { createMemorySession } from '@host/host-runtime/memory';
import { messagesNow } from '@host/kit/messages';
import { Alert } from 'react-native';

import { HOST_VERSION, SERVER_URL } from './config.ts';
import { speakDeviceLanguage } from './language.ts';
import { APP } from './appMessages.ts';

let made: Promise<HostOptions> | undefined;

/** What is the same on every phone, and what only this app knows. It exists once: its session is that of all mini-apps. */
export function hostOptions(): Promise<HostOptions> {
  made ??= deviceHostOptions({
    serverUrl: SERVER_URL,
    hostVersion: HOST_VERSION,
    locale: createObservable(speakDeviceLanguage()),
    // Nobody can sign in yet: put your own sign-in here, a SessionPort.
    session: createMemorySession(),
    consent: { ask: askInAlert },
    // A library with native code that mini-apps take from this app, with `import * as svg from 'react-native-svg'`:
    // shared: { 'react-native-svg': { version: '15.15.5', module: svg } },

    // Nothing is measured yet: put your own analytics here.
    analytics: { record: () => {} },
  });
  return made;
}

export async function startHost(): Promise<Host> {
  return createHost(await hostOptions());
}

function askInAlert({ appName, permission }: ConsentRequest): Promise<boolean> {
  const t = messagesNow(APP);
  return new Promise((resolve) => {
    Alert.alert(appName, t('mayItUse', { permission }), [
      { text: t('notNow'), style: 'cancel', onPress: () => resolve(false) },
      { text: t('allow'), onPress: () => resolve(true) },
    ]);
  });
}
