import { render } from '@host/headless-host';
import { expect, test } from 'vitest';

import fixtures from '../fixtures.json' with { type: 'json' };

const build = { dir: 'build/ios', platform: 'ios' } as const;

test('an item is shown, opened and kept as a favourite', async () => {
  const app = await render({ ...build, host: fixtures });
  await app.waitForText('Hello Ada');

  await app.press('Change something');
  await app.press('Add to favourites');
  await app.waitForText('Kept as a favourite');

  const call = { service: 'storage', operation: 'set', key: 'favourites' };
  expect(app.calls()).toContainEqual(call);
  expect(app.errors()).toEqual([]);
  await app.close();
});

test('who is not signed in is asked to', async () => {
  const app = await render({ ...build, host: { ...fixtures, user: null } });
  await app.waitForText('Sign in to go on');

  await app.press('Sign in');
  await app.waitForText('Change something');
  expect(app.texts()).toContain('Hello Ada');
  await app.close();
});

test('who is signed in already continues, and who said no can change their mind', async () => {
  const asked = await render({ ...build, host: { ...fixtures, consent: 'not-asked' } });
  await asked.waitForText('Continue to your items');
  await asked.press('Continue');
  await asked.waitForText('Hello Ada');
  expect(asked.errors()).toEqual([]);
  await asked.close();

  const declined = await render({
    ...build,
    host: { ...fixtures, consent: 'declined', loginAs: null },
  });
  await declined.waitForText('Your items are hidden');
  await declined.press('Share and continue');
  await declined.waitForText('You can change this in the settings at any time.');
  await declined.close();
});
