import { type MutableObservable, createObservable } from '@host/contracts';

import type { ThemeOverrides } from './Theme.types.ts';

/** The host's changes for everything that is rendered with the kit. */
export const hostTheme: MutableObservable<ThemeOverrides | undefined> = createObservable<
  ThemeOverrides | undefined
>(undefined);

/**
 * Applies the host's colours, radii and fonts to all mini-apps, effective at once. `undefined` resets them.
 *
 * @example
 * setHostTheme({ light: { primary: '#00695c' }, dark: { primary: '#80cbc4' } });
 */
export function setHostTheme(theme: ThemeOverrides | undefined): void {
  hostTheme.set(theme);
}
