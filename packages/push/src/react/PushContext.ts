import { createContext, useContext, useSyncExternalStore } from 'react';

import { appPush, demandPush } from '../app/appPush.ts';
import type { Push } from '../core/createPush.ts';

/** The push that a part of the tree works with; without one it is the app's. */
export const PushContext = createContext<Push | undefined>(undefined);

/** The push that is given, or else the one that hooks below work with. */
export function useCurrentPush(given?: Push): Push {
  const above = useContext(PushContext);
  const ofApp = useSyncExternalStore(appPush.subscribe, appPush.get, appPush.get);
  return given ?? above ?? ofApp ?? demandPush();
}
