import { expect, it } from 'vitest';

import type { Finding } from '../Finding.types.ts';
import { mergeFindings } from './mergeFindings.ts';

it('tells what was found everywhere once, and what was found in one place with the place', () => {
  const base = { check: 'run', severity: 'error', code: 'run-render', fix: '' } as const;
  const at = (message: string, platform: 'ios' | 'android', engine: 'v8' | 'hermes'): Finding => ({
    ...base,
    message,
    platform,
    engine,
  });
  expect(
    mergeFindings([
      at('everywhere', 'ios', 'v8'),
      at('everywhere', 'ios', 'hermes'),
      at('everywhere', 'android', 'v8'),
      at('everywhere', 'android', 'hermes'),
      at('on ios', 'ios', 'v8'),
      at('on ios', 'ios', 'hermes'),
      at('here', 'android', 'hermes'),
    ]),
  ).toEqual([
    { ...base, message: 'everywhere' },
    { ...base, message: 'on ios', platform: 'ios' },
    { ...base, message: 'here', platform: 'android', engine: 'hermes' },
  ]);
});
