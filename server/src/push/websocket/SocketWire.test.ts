import type { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { SocketWire } from './SocketWire.ts';

describe('a wire to a device', () => {
  it('does not answer pings of one who does not read the answers', () => {
    const written: Uint8Array[] = [];
    const socket = { writableLength: 0, write: (bytes: Uint8Array) => written.push(bytes) };
    const wire = new SocketWire(socket as unknown as Socket);
    wire.pong(Buffer.from('a'));
    expect(written).toHaveLength(1);
    socket.writableLength = 1;
    wire.pong(Buffer.from('b'));
    expect(written).toHaveLength(1);
  });
});
