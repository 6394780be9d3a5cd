import { expect, it } from 'vitest';

import { isConcerned } from './isConcerned.ts';

it.each([
  [['message', '7'], ['messages'], true],
  [['mini-apps'], ['messages'], false],
  [['mini-apps'], ['messages', 'mini-app'], true],
  [['devices', ''], ['devices'], true],
  [['tokens'], ['devices', 'crash', 'messages'], false],
  [['crashes', ''], ['crash'], true],
  [['mini-app', 'a'], ['crash'], false],
  [['message', '7'], ['devices', 'messages'], true],
  [['tokens'], ['action'], true],
  [['devices', 'token', ''], ['all'], true],
  [['findings'], ['all'], false],
  [['system'], ['all'], true],
  [['system'], ['system'], true],
  [['overview'], ['system'], true],
  [['overview'], ['upstream'], true],
  [['upstream', 'a'], ['upstream'], true],
  [['mini-app', 'a'], ['upstream', 'system'], false],
] as const)('%j is read again for %j: %j', (key, kinds, isRead) => {
  expect(isConcerned(key, new Set(kinds))).toBe(isRead);
});
