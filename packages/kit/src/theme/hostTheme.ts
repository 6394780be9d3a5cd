import { type MutableObservable, createObservable } from '@host/contracts';

import type { ThemeOverrides } from './Theme.types.ts';

/** What the host changed for everything that is drawn with the kit. */
export const hostTheme: MutableObservable<ThemeOverrides | undefined> = createObservable<
  ThemeOverrides | undefined
>(undefined);

/**
 * Gives all mini-apps the host's colours, radii and fonts, at once and from then on. `undefined` takes them back.
 *
 * @example
 * setHostTheme({ light: { primary: '#00695c' }, dark: { primary: '#80cbc4' } });
 */
export function setHostTheme(theme: ThemeOverrides | undefined): void {
  hostTheme.set(theme);
}
