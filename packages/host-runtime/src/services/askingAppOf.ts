import type { Resolution } from '@host/contracts';

import type { AskingApp } from '../ports/ConsentPort.types.ts';

/** What a person is shown of the mini-app that asks them: of the version that runs, whatever is released meanwhile. */
export function askingAppOf({ appId, name, icon, publisher }: Resolution): AskingApp {
  return { appId, appName: name, icon, publisher };
}
