import { createContext, useContext, useSyncExternalStore } from 'react';

import { appPush, demandPush } from '../app/appPush.ts';
import type { Push } from '../core/createPush.ts';

/** The push that a part of the tree works with; without one it is the app's. */
export const PushContext = createContext<Push | undefined>(undefined);

/** The push that hooks below work with. */
export function useCurrentPush(): Push {
  const given = useContext(PushContext);
  const ofApp = useSyncExternalStore(appPush.subscribe, appPush.get, appPush.get);
  return given ?? ofApp ?? demandPush();
}
