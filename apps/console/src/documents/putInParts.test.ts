import type { DocumentsRequest } from '@host/contracts';
import { expect, it } from 'vitest';

import { putInParts } from './putInParts.ts';

it('puts part by part, says how far it is, and ends where the server did not answer', async () => {
  const sent: DocumentsRequest[] = [];
  const client = {
    putDocuments: async (_app: string, _collection: string, request: DocumentsRequest) => {
      if (sent.length === 2) throw new Error('No answer');
      sent.push(request);
      return { added: [], changed: [], unchanged: 0 };
    },
  };
  const puts = Array.from({ length: 250 }, (_, n) => ({
    row: n + 1,
    document: { id: `n${n}` },
    seen: n === 0 ? { id: 'n0', old: true } : undefined,
  }));
  const stored: number[] = [];
  const place = { appId: 'com.acme.orders', collection: 'items' };
  const { signal } = new AbortController();
  const onStored = (count: number) => stored.push(count);
  await expect(putInParts(client, place, puts, { onStored, signal })).rejects.toThrow('No answer');
  expect(stored).toEqual([100, 200]);
  expect(sent[0]!.seen).toEqual([{ id: 'n0', old: true }]);
  expect(sent[1]!.documents[0]).toEqual({ id: 'n100' });
});

it('stops between two parts when it is told to', async () => {
  const controller = new AbortController();
  let parts = 0;
  const client = {
    putDocuments: async () => {
      parts += 1;
      controller.abort();
      return { added: [], changed: [], unchanged: 0 };
    },
  };
  const puts = Array.from({ length: 150 }, (_, n) => ({
    row: n,
    document: { id: `n${n}` },
    seen: undefined,
  }));
  const place = { appId: 'com.acme.orders', collection: 'items' };
  const options = { onStored: () => undefined, signal: controller.signal };
  await expect(putInParts(client, place, puts, options)).rejects.toThrow(/abort/i);
  expect(parts).toBe(1);
});
