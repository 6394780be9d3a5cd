import { type BackHandlers, createWebLoaders } from '@host/host-runtime/web';

import { BASE_PATH } from '../links/linking.ts';
import type { FetchedLoaders } from './createLazyLoaders.ts';

/** Makes the loaders of a browser; a module of its own, so that it can come later than the first screen. */
export function makeWebLoaders(back: BackHandlers): FetchedLoaders {
  const { realm, frame } = createWebLoaders({
    frame: { pageUrl: `${BASE_PATH}frame.html`, scriptUrl: FRAME_SCRIPT_URL },
    back,
  });
  if (!frame) throw new Error('There is no loader for frames.');
  return { realm, frame };
}
