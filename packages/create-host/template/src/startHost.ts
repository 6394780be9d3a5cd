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

/** The host runtime with the ports of this app. There is one, whose session all mini-apps share. */
export function hostOptions(): Promise<HostOptions> {
  made ??= deviceHostOptions({
    serverUrl: SERVER_URL,
    hostVersion: HOST_VERSION,
    locale: createObservable(speakDeviceLanguage()),
    // No one can sign in yet: put your own sign-in here, a SessionPort.
    session: createMemorySession(),
    consent: { ask: askInAlert },
    // To share a library with native code with mini-apps, `import * as svg from 'react-native-svg'` and add:
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
