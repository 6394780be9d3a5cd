import { render } from '@host/headless-host';
import { expect, test } from 'vitest';

import fixtures from '../fixtures.json' with { type: 'json' };

const build = { dir: 'build/ios', platform: 'ios' } as const;
const DRAFT = { name: 'Ada', email: 'ada@example.com', text: 'Please call me back.' };

test('a form that is not filled in is not sent, and says what is missing', async () => {
  const app = await render({ ...build, host: fixtures });
  await app.waitForText('Tell us what we can do for you.');
  await app.press('Send');
  await app.waitForText('Enter your name.');
  expect(app.calls()).not.toContainEqual(expect.objectContaining({ service: 'api' }));
  await app.close();
});

test('what was written before is there again, and is sent', async () => {
  const app = await render({ ...build, host: { ...fixtures, storage: { draft: DRAFT } } });
  await app.waitForText('Tell us what we can do for you.');
  await app.press('Send');
  await app.waitForText('We answer to ada@example.com.');
  const call = { service: 'api', method: 'POST', path: '/sample/messages', status: 200 };
  expect(app.calls()).toContainEqual(call);
  expect(app.errors()).toEqual([]);
  await app.close();
});
