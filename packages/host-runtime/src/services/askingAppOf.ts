import type { Resolution } from '@host/contracts';

import type { AskingApp } from '../ports/ConsentPort.types.ts';

/** The mini-app as shown in a request for consent: that of the running version, whatever was released meanwhile. */
export function askingAppOf({ appId, name, icon, publisher }: Resolution): AskingApp {
  return { appId, appName: name, icon, publisher };
}
