import { createMemoryStore } from '@host/host-runtime/memory';
import { expect, it } from 'vitest';

import { createRulesStore } from './createRulesStore.ts';

it('what the person chose is there after a restart', async () => {
  const store = createMemoryStore();
  const before = createRulesStore(store);
  await before.start();
  await before.setChannel('news', false);
  await before.setChannel('promotions', false);
  await before.setChannel('news', true);
  await before.setApp('com.acme.tea', false);
  await before.setQuietHours({ isOn: true, from: '21:00' });

  const after = createRulesStore(store);
  await after.start();
  expect(after.get()).toEqual({
    mutedChannels: ['promotions'],
    mutedApps: ['com.acme.tea'],
    quietHours: { isOn: true, from: '21:00', to: '07:00' },
  });
  await after.forgetApps();
  expect(after.get()).toMatchObject({ mutedApps: [], mutedChannels: ['promotions'] });
});
