import type { MiniProgram, TokenRecord, UploadReceipt } from '@host/contracts';

export const TOKEN: TokenRecord = {
  id: 'x',
  name: 'CI',
  scopes: ['read'],
  createdAt: '2026-01-10T09:00:00.000Z',
  expiresAt: '2026-04-10T09:00:00.000Z',
};

export const MINI_PROGRAM: MiniProgram = {
  appId: 'com.acme.orders',
  name: 'Orders',
  latestVersion: '1.0.0',
  released: [],
  suspended: false,
  isolation: 'frame',
  trust: { state: 'none' },
  versions: 1,
  createdAt: '2026-01-10T09:00:00.000Z',
  updatedAt: '2026-01-10T09:00:00.000Z',
};

export const RECEIPT: UploadReceipt = { key: 'k', size: 5, sha256: 'a'.repeat(64), files: 1 };
