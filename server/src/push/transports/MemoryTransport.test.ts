import { describe, expect, it } from 'vitest';

import { MemoryTransport } from './MemoryTransport.ts';
import type { FcmAddress, OutgoingMessage } from './Transport.types.ts';

const MESSAGE: OutgoingMessage = { id: 'm', priority: 'normal', remainingSeconds: 1 };
const DEVICE: FcmAddress = { transport: 'fcm', token: 'device' };

describe('a transport in memory', () => {
  it('takes everything and remembers it', async () => {
    const transport = new MemoryTransport<FcmAddress>('fcm');
    expect(await transport.send(MESSAGE, DEVICE)).toEqual({ kind: 'accepted' });
    expect(transport.sent).toEqual([{ message: MESSAGE, address: DEVICE }]);
  });

  it('answers what it is told to', async () => {
    const transport = new MemoryTransport<FcmAddress>('fcm');
    transport.answer = () => ({ kind: 'dead-token', code: 'UNREGISTERED' });
    expect(await transport.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'dead-token' });
  });

  it('sends nothing that was aborted, nor after it was closed', async () => {
    const transport = new MemoryTransport<FcmAddress>('fcm');
    expect(await transport.send(MESSAGE, DEVICE, AbortSignal.abort())).toEqual({ kind: 'aborted' });
    await transport.close();
    expect(await transport.send(MESSAGE, DEVICE)).toMatchObject({ kind: 'retry' });
    expect(transport.sent).toEqual([]);
  });
});
