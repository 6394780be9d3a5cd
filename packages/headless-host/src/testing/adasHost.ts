import type { MiniAppSource } from '../artifact/Artifact.types.ts';

/** A host in which Ada is signed in and has two orders. */
export const ADAS_HOST = {
  user: { openId: 'u1', name: 'Ada' },
  api: {
    'GET /orders/items': [
      { id: '1', title: 'First' },
      { id: '2', title: 'Second' },
    ],
  },
} satisfies MiniAppSource['host'];
