import { render } from '@host/headless-host';
import { expect, test } from 'vitest';

test('the screen is shown', async () => {
  const app = await render({ dir: 'build/ios', platform: 'ios' });
  await app.waitForText('Ready when you are');
  expect(app.errors()).toEqual([]);
  await app.close();
});
