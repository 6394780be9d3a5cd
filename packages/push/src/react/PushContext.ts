import { createContext, useContext, useSyncExternalStore } from 'react';

import { appPush, requirePush } from '../app/appPush.ts';
import type { Push } from '../core/Push.types.ts';

/** The push for a part of the tree; by default, the app's. */
export const PushContext = createContext<Push | undefined>(undefined);

/** The push for hooks. */
export function useCurrentPush(): Push {
  return useFoundPush() ?? requirePush();
}

/** The same, or the given one; undefined if there is none. */
export function useFoundPush(given?: Push): Push | undefined {
  const above = useContext(PushContext);
  const ofApp = useSyncExternalStore(appPush.subscribe, appPush.get, appPush.get);
  return given ?? above ?? ofApp;
}
