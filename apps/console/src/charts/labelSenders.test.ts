import { expect, it } from 'vitest';

import { labelSenders } from './labelSenders.ts';

it('senders are called by their names, with ids only where two have the same', () => {
  const rows = [
    { sender: 'k1', senderName: 'Shop' },
    { sender: 'k2', senderName: 'CI' },
    { sender: 'k3', senderName: 'CI' },
    { sender: 'root' },
    { sender: 'k1', senderName: 'Shop' },
  ];
  expect(labelSenders(rows).map(({ label }) => label)).toEqual([
    'Shop',
    'CI (k2)',
    'CI (k3)',
    'root',
    'Shop',
  ]);
});
