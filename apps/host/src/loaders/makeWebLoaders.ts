import { type BackHandlers, createWebLoaders } from '@host/host-runtime/web';
import type { Observable } from '@host/miniapp-sdk/host';

import { BASE_PATH } from '../links/linking.ts';
import type { Scheme } from '../theme/createAppearance.ts';
import type { FetchedLoaders } from './createLazyLoaders.ts';

/** Makes the loaders of a browser; a module of its own, so that it can come later than the first screen. */
export function makeWebLoaders(back: BackHandlers, scheme: Observable<Scheme>): FetchedLoaders {
  const { realm, frame } = createWebLoaders({
    // Frames have no access to this page, and are told how it looks.
    frame: { pageUrl: `${BASE_PATH}frame.html`, scriptUrl: FRAME_SCRIPT_URL, hostState: scheme },
    back,
  });
  if (!frame) throw new Error('There is no loader for frames.');
  return { realm, frame };
}
