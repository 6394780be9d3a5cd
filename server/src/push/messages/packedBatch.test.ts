import { expect, it } from 'vitest';

import type { CommittedBatch } from './Message.types.ts';
import { packBatch, unpackBatch } from './packedBatch.ts';

it('a batch comes out as it was packed, also after a copy for another thread', () => {
  const common = { payload: '{"priority":"high"}', sendAt: 1000, expiresAt: 2000 };
  const batch: CommittedBatch = {
    from: 5,
    to: 9,
    messages: [
      {
        id: 5,
        position: 5,
        audience: { kind: 'topic', topic: 'news' },
        collapseKey: 'k',
        packageName: 'com.acme.host',
        ...common,
      },
      {
        id: 7,
        position: 7,
        audience: { kind: 'devices', deviceIds: [1, 2] },
        collapseKey: undefined,
        packageName: undefined,
        ...common,
      },
      {
        id: 3,
        position: 9,
        audience: { kind: 'condition', condition: `'a' in topics` },
        collapseKey: undefined,
        packageName: undefined,
        ...common,
      },
    ],
  };
  expect(unpackBatch(structuredClone(packBatch(batch)))).toEqual(batch);
});
