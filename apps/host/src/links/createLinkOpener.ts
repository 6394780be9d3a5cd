import type { LinkTarget } from '@host/host-runtime';
import { HostError } from '@host/miniapp-sdk/host';

import type { Screens } from './routes.ts';

interface LinkOpenerOptions {
  /** Pushes a screen with the mini-app; false while navigation is not ready. */
  navigate: (params: Screens['MiniApp']) => boolean;
  /** Whether there was a user gesture just now. */
  followsTap: () => boolean;
}

/** Opens the mini-app that another one links to, visibly: on a screen with its own name and a back button. */
export function createLinkOpener({ navigate, followsTap }: LinkOpenerOptions) {
  return ({ appId, params, from }: LinkTarget): void => {
    // Without a user gesture two mini-apps could bounce somebody back and forth.
    if (from !== undefined && !followsTap()) {
      throw new HostError(
        'permission-denied',
        `A link to ${appId} is opened right after the person touched something, and not by itself.`,
      );
    }
    if (navigate({ appId, params })) return;
    throw new HostError('unavailable', `${appId} cannot be opened yet.`);
  };
}
