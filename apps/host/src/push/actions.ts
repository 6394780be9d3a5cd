import type { CategoryAction } from '@host/contracts';

/** The buttons of this host's notifications, by category: a push names it in `click_action`. */
export const CATEGORIES = {
  order: [
    { id: 'show', title: 'Show the order' },
    { id: 'later', title: 'Remind me later' },
  ],
  offer: [
    { id: 'show', title: 'Show the offer' },
    { id: 'mute-offers', title: 'No more offers', destructive: true },
  ],
} as const satisfies Record<string, readonly CategoryAction[]>;

/** How long "later" is. */
export const LATER_MS = 60 * 60 * 1000;
