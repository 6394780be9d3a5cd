import { findContrastProblems, resolveTheme } from '@host/kit/theme';
import { expect, it } from 'vitest';

import { BRAND_THEME } from './brand.ts';

it.each([true, false])('the colours of the brand can be read (dark: %s)', (isDark) => {
  expect(findContrastProblems(resolveTheme({ isDark }, BRAND_THEME))).toEqual([]);
});
