import type { CategoryAction } from '@host/contracts';

/**
 * The buttons of this host's notifications, by category: a push names it in `click_action`. What is written on them is among
 * the messages about push.
 */
export const CATEGORIES = {
  order: [{ id: 'show' }, { id: 'later' }],
  offer: [{ id: 'show' }, { id: 'mute-offers', destructive: true }],
} as const satisfies Record<string, readonly Omit<CategoryAction, 'title'>[]>;

/** How long "later" is. */
export const LATER_MS = 60 * 60 * 1000;
