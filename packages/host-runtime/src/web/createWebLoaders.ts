import type { SharedModules } from '../federation/SharedModules.types.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import type { Loaders } from '../ports/MiniAppLoader.types.ts';
import { type FrameParts, createFrameLoader } from './createFrameLoader.tsx';
import { createRealmLoader } from './createRealmLoader.tsx';
import { sharedVersions } from '../federation/sharedVersions.ts';
import { interceptBack } from './interceptBack.ts';
import { sharedModules } from '../federation/sharedModules.ts';

/**
 * Creates the loaders for a browser. Call it, or `interceptBack`, before the host's navigation is mounted, so that it handles
 * the browser's Back first.
 *
 * @example
 * const loaders = createWebLoaders({ frame: { pageUrl: '/app/frame.html', scriptUrl: '/app/frame.js' } });
 */
export function createWebLoaders(
  options: {
    /** Without it, only mini-apps for the realm run. */
    frame?: FrameParts;
    /** Made by `interceptBack` before the host's navigation was mounted. */
    back?: BackHandlers;
    /** The modules that this host shares; by default those that it is bundled with. */
    shared?: SharedModules;
  } = {},
): Loaders {
  const { back = interceptBack(), shared: modules = sharedModules(), frame } = options;
  return {
    realm: createRealmLoader({ shared: modules, back }),
    shared: sharedVersions(modules),
    ...(frame && { frame: createFrameLoader({ ...frame, back }) }),
  };
}
