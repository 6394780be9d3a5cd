import { type Context, createContext } from 'react';

import type { Theme, ThemeOverrides } from './Theme.types.ts';

/** A provided theme and its changes, so that a nested provider can add to them. */
export interface ProvidedTheme {
  theme: Theme;
  changes: readonly ThemeOverrides[];
}

export const ThemeContext: Context<ProvidedTheme | undefined> = createContext<
  ProvidedTheme | undefined
>(undefined);
