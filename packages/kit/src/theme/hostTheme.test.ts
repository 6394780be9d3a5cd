import { afterEach, expect, it, vi } from 'vitest';

import { hostTheme, setHostTheme } from './hostTheme.ts';

afterEach(() => setHostTheme(undefined));

it('everything that is drawn with the kit learns of the theme of the host, until it goes', () => {
  const listener = vi.fn<() => void>();
  const stop = hostTheme.subscribe(listener);
  const brand = { colors: { primary: '#00695c' } };
  setHostTheme(brand);
  setHostTheme(brand);
  expect(hostTheme.get()).toBe(brand);
  expect(listener).toHaveBeenCalledOnce();
  stop();
  setHostTheme(undefined);
  expect(listener).toHaveBeenCalledOnce();
});
