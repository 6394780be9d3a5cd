import { render } from '@host/headless-host';
import { expect, test } from 'vitest';

import fixtures from '../fixtures.json' with { type: 'json' };

const build = { dir: 'build/ios', platform: 'ios' } as const;

test('each tab is shown', async () => {
  const app = await render({ ...build, host: fixtures });
  await app.waitForText('Welcome');
  await app.press('Profile');
  await app.waitForText('Ada');
  await app.press('Settings');
  await app.waitForText('Show tips');
  expect(app.errors()).toEqual([]);
  await app.close();
});

test('tips that were turned off stay off', async () => {
  const host = { ...fixtures, storage: { settings: { showsTips: false } } };
  const app = await render({ ...build, host });
  await app.waitForText('Welcome');
  expect(app.texts()).not.toContain('Tip');
  await app.close();
});
