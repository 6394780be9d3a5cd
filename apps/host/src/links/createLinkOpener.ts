import type { LinkTarget } from '@host/host-runtime';
import { HostError } from '@host/miniapp-sdk/host';

import type { Screens } from './routes.ts';

interface LinkOpenerOptions {
  /** Shows a mini-app on a screen of its own; false while there are no screens. */
  navigate: (params: Screens['MiniApp']) => boolean;
  /** Whether the person has just touched something. */
  followsTap: () => boolean;
}

/** Opens the mini-app that a link of another one leads to, where the person sees it: with its own name, and a way back. */
export function createLinkOpener({ navigate, followsTap }: LinkOpenerOptions) {
  return ({ appId, params, from }: LinkTarget): void => {
    // Otherwise two mini-apps could send somebody to and fro.
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
