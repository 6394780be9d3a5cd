import { type Context, createContext } from 'react';

import type { Theme, ThemeOverrides } from './Theme.types.ts';

/** A theme that was provided, and what it changed, so that a provider inside can add to it. */
export interface ProvidedTheme {
  theme: Theme;
  changes: readonly ThemeOverrides[];
}

export const ThemeContext: Context<ProvidedTheme | undefined> = createContext<
  ProvidedTheme | undefined
>(undefined);
