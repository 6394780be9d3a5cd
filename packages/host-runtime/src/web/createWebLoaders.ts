import type { SharedModules } from '../federation/SharedModules.types.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import type { Loaders } from '../ports/MiniAppLoader.types.ts';
import { createFrameLoader } from './createFrameLoader.tsx';
import { createRealmLoader } from './createRealmLoader.tsx';
import { sharedVersions } from '../federation/sharedVersions.ts';
import { interceptBack } from './interceptBack.ts';
import { sharedModules } from '../federation/sharedModules.ts';

/**
 * How mini-apps run in a browser. Call it before the host's navigation is mounted, or `interceptBack`: it looks at the
 * browser's Back first.
 *
 * @example
 * const loaders = createWebLoaders({ framePageUrl: '/app/frame.html', frameScriptUrl: '/app/frame.js' });
 */
export function createWebLoaders(options: {
  /** The address of the page for frames, made by `framePage`. Without it only mini-apps for the realm run. */
  framePageUrl?: string;
  /** The address of the frame's script, which calls `startFrame`; the host hands it over, so that it is cached. */
  frameScriptUrl?: string;
  /** Made by `interceptBack` before the host's navigation was mounted. */
  back?: BackHandlers;
  /** What mini-apps take from this host; by default what it is bundled with. */
  shared?: SharedModules;
}): Loaders {
  const { back = interceptBack() } = options;
  const { shared: modules = sharedModules(), framePageUrl, frameScriptUrl } = options;
  const realm = createRealmLoader({ shared: modules, back });
  const shared = sharedVersions(modules);
  if (framePageUrl === undefined) return { realm, shared };
  return {
    realm,
    shared,
    frame: createFrameLoader({
      pageUrl: framePageUrl,
      back,
      ...(frameScriptUrl !== undefined && { scriptUrl: frameScriptUrl }),
    }),
  };
}
