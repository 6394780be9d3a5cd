import { describe, expect, it } from 'vitest';

import {
  type LiveMessage,
  type LiveServerMessage,
  readLiveServerMessage,
  readReceivedPush,
} from './LiveServerMessage.ts';

const said = (message: LiveServerMessage) => JSON.stringify(message);

const message: LiveMessage = {
  type: 'message',
  cursor: 4712,
  id: '4712',
  from: '/topics/news',
  sentAt: '2026-01-10T09:00:00.000Z',
  priority: 'high',
  notification: { title: 'Order' },
  data: { deepLink: 'acme://order/42' },
};

describe('what the gateway says', () => {
  it.each<LiveServerMessage>([
    { type: 'hello', cursor: 0, heartbeat: 30 },
    { type: 'heartbeat', cursor: 4720 },
  ])('is read as it was said: $type', (each) => {
    expect(readLiveServerMessage(said(each))).toEqual(each);
  });

  it('may have members that are not known yet', () => {
    const text = JSON.stringify({ type: 'heartbeat', cursor: 1, more: true });
    expect(readLiveServerMessage(text)).toEqual({ type: 'heartbeat', cursor: 1 });
  });

  it('is a push with everything that came in it', () => {
    const read = readLiveServerMessage(said(message));
    expect(read).toMatchObject({ type: 'message', cursor: 4712 });
    const { type: _, cursor: __, ...push } = message;
    expect(read).toHaveProperty('push', expect.objectContaining(push));
  });

  it('tells that an inbox changed, whether or not it counts', () => {
    expect(readLiveServerMessage('{"type":"inbox"}')).toEqual({ type: 'inbox' });
    const counted = said({ type: 'inbox', unreadCount: 3 });
    expect(readLiveServerMessage(counted)).toEqual({ type: 'inbox' });
  });

  it.each([
    undefined,
    new ArrayBuffer(2),
    '',
    'null',
    '[]',
    '{"type":"dance","cursor":1}',
    '{"type":"hello","cursor":1}',
    '{"type":"hello","cursor":1,"heartbeat":"30"}',
    '{"type":"heartbeat"}',
    '{"type":"heartbeat","cursor":-1}',
    '{"type":"heartbeat","cursor":1.5}',
    '{"type":"heartbeat","cursor":"1"}',
    '{"type":"heartbeat","cursor":9007199254740993}',
    '{"type":"message","cursor":1}',
    '{"type":"message","cursor":1,"id":""}',
    '{"type":"message","cursor":1,"id":1}',
    '{"type":"message","id":"1"}',
  ])('is passed over as %j', (text) => {
    expect(readLiveServerMessage(text)).toBeUndefined();
  });
});

describe('a push', () => {
  it('needs an id and nothing else', () => {
    expect(readReceivedPush({ id: '1' })).toEqual({ id: '1' });
    expect(readReceivedPush({ id: '1', data: 1 })).toEqual({ id: '1', data: 1 });
  });

  it.each([undefined, null, '1', [], {}, { id: '' }, { id: 1 }])('is not %j', (value) => {
    expect(readReceivedPush(value)).toBeUndefined();
  });
});
