import { createContext, useContext, useSyncExternalStore } from 'react';

import { appPush, demandPush } from '../app/appPush.ts';
import type { Push } from '../core/Push.types.ts';

/** The push that a part of the tree works with; without one it is the app's. */
export const PushContext = createContext<Push | undefined>(undefined);

/** The push that hooks work with. */
export function useCurrentPush(): Push {
  return useFoundPush() ?? demandPush();
}

/** The same, or the one that is given; undefined where there is none. */
export function useFoundPush(given?: Push): Push | undefined {
  const above = useContext(PushContext);
  const ofApp = useSyncExternalStore(appPush.subscribe, appPush.get, appPush.get);
  return given ?? above ?? ofApp;
}
