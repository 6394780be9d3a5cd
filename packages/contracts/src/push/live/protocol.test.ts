import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { DEVICE_KEY_PREFIX, DEVICE_TOKEN_PREFIX, isGatewayToken } from './deviceTokens.ts';
import { readLiveClientMessage } from './LiveClientMessage.ts';
import { readLiveServerMessage } from './LiveServerMessage.ts';
import { LIVE_CLOSE, LIVE_KEY_SUBPROTOCOL, LIVE_PATH, LIVE_SUBPROTOCOL } from './protocol.ts';

const page = await readFile(
  new URL('../../../../../docs/push-protocol.md', import.meta.url),
  'utf8',
);

it('the protocol is the one that its page describes', () => {
  expect(page).toContain(`\`${LIVE_PATH}`);
  expect(page).toContain(`key   = "${DEVICE_KEY_PREFIX}"`);
  expect(page).toContain(`token = "${DEVICE_TOKEN_PREFIX}"`);
  expect(page).toContain(LIVE_SUBPROTOCOL);
  expect(page).toContain(`${LIVE_KEY_SUBPROTOCOL}<key>`);
  const ours = [...page.matchAll(/^\| (4\d{3}) /gm)].map(([, code]) => Number(code));
  expect(ours).toEqual(Object.values(LIVE_CLOSE));
});

it('every frame that the page shows is read by the side that it is for', () => {
  const frames = [...page.matchAll(/^```\n(\{"type"[^`]*)```$/gm)].map(([, text]) => text!);
  const read = frames.map((text) => readLiveServerMessage(text) ?? readLiveClientMessage(text));
  expect(read.map((each) => each?.type)).toEqual([
    'hello',
    'message',
    'heartbeat',
    'inbox',
    'ack',
    'opened',
    'ack',
  ]);
  expect(read.at(-1)).toHaveProperty('held', 'quiet-hours');
});

it('a token is the gateway’s own by what it begins with', () => {
  expect(isGatewayToken(`hgt_${'a'.repeat(43)}`)).toBe(true);
  expect(isGatewayToken(`hgk_${'a'.repeat(43)}`)).toBe(false);
  expect(isGatewayToken('fcm:hgt_')).toBe(false);
});
