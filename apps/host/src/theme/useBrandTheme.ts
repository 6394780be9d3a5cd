import { setHostTheme } from '@host/kit/host';
import { useLayoutEffect } from 'react';

import { useStore } from '../common/useStore.ts';
import { brandThemeIn } from './brand.ts';
import type { Appearance } from './createAppearance.ts';

/** Draws the host, and every mini-app in it, in the colours of the brand and in the scheme that the person chose. */
export function useBrandTheme({ scheme }: Appearance): void {
  const chosen = useStore(scheme);
  useLayoutEffect(() => {
    setHostTheme(brandThemeIn(chosen));
  }, [chosen]);
}
