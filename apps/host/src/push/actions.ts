import type { CategoryAction } from '@host/contracts';

/**
 * The action buttons of this host's notifications, by category, which a push names in `click_action`. Their labels are in
 * the push messages.
 */
export const CATEGORIES = {
  order: [{ id: 'show' }, { id: 'later' }],
  offer: [{ id: 'show' }, { id: 'mute-offers', destructive: true }],
} as const satisfies Record<string, readonly Omit<CategoryAction, 'title'>[]>;

/** How long "later" is. */
export const LATER_MS = 60 * 60 * 1000;
