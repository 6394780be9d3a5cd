import type { Attention } from '@host/contracts';
import { expect, it } from 'vitest';

import { describeAttention } from './describeAttention.ts';

const of = { appId: 'com.acme.orders', version: '1.4.0' };
const at = '2026-01-10T09:00:00.000Z';
const WHEN = '2026-01-10 09:00 UTC';

const ROWS: [Attention, string[]][] = [
  [
    { kind: 'paused', ...of, because: '3 of 20 crashed', at },
    ['paused by itself', 'com.acme.orders@1.4.0', '3 of 20 crashed', WHEN],
  ],
  [
    { kind: 'failing', ...of, failedStarts: 2, crashed: 5, loaded: 40 },
    ['fails often', 'com.acme.orders@1.4.0', '2 failed starts, 5 crashes, 40 openings', 'today'],
  ],
  [{ kind: 'suspended', appId: of.appId }, ['suspended', 'com.acme.orders', '', '']],
  [{ kind: 'submitted', ...of, at }, ['waits for review', 'com.acme.orders@1.4.0', '', WHEN]],
  [
    { kind: 'upstream-failing', appId: of.appId, error: 'ECONNREFUSED', at },
    ['back end fails', 'com.acme.orders', 'ECONNREFUSED', WHEN],
  ],
  [
    { kind: 'push-service-failing', name: 'fcm', error: 'UNAVAILABLE', at },
    ['push service fails', 'fcm', 'UNAVAILABLE', WHEN],
  ],
  [{ kind: 'push-service-failing', name: 'fcm' }, ['push service fails', 'fcm', '', '']],
  [
    { kind: 'schedule-failed', ...of, because: 'it is paused', at },
    ['was not released', 'com.acme.orders@1.4.0', 'it is paused', WHEN],
  ],
  [
    { kind: 'token-expires', id: 't1', name: 'CI', expiresAt: at },
    ['token ends soon', 'CI', 't1', WHEN],
  ],
  [
    { kind: 'server-key-expires', id: 'k1', name: 'Shop', expiresAt: at },
    ['server key ends soon', 'Shop', 'k1', WHEN],
  ],
  [
    { kind: 'certificate-expires', host: 'push.example', expiresAt: at },
    ['certificate ends soon', 'push.example', '', WHEN],
  ],
];

it.each(ROWS)('%j is said in words', (item, row) => {
  expect(describeAttention(item)).toEqual(row);
});
