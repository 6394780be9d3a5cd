import { randomBytes } from 'node:crypto';

import { afterEach, describe, expect, it } from 'vitest';

import { readConfig } from '../../config/readConfig.ts';
import { startFakeApns } from '../../testing/push-services/startFakeApns.ts';
import { ApnsTransport } from './apns/ApnsTransport.ts';
import { openTransports } from './openTransports.ts';
import type { Transport } from './Transport.types.ts';
import { vapidKeysFrom } from './webpush/vapidKeys.ts';

const opened: { close(): Promise<void> }[] = [];
const keys = vapidKeysFrom(randomBytes(32).toString('base64url'))!;

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

describe('the transports of a server', () => {
  it('are Web Push alone without credentials of anybody', () => {
    expect([...open(readConfig({}).push).keys()]).toEqual(['webpush']);
  });

  it('reach Apple with what the environment says', async () => {
    const apns = await startFakeApns();
    opened.push(apns);
    const { push } = readConfig({
      APNS_KEY: apns.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      APNS_KEY_ID: apns.key.keyId,
      APNS_TEAM_ID: apns.key.teamId,
      APNS_TOPIC: apns.topic,
      APNS_URL: apns.origin,
    });
    expect([...open(push).keys()]).toEqual(['webpush', 'apns']);
    const transport = new ApnsTransport({ ...push.apns!, ca: apns.ca });
    opened.unshift(transport);
    const outcome = await transport.send(
      { id: 'm', priority: 'high', remainingSeconds: 60, notification: { title: 'x' } },
      { transport: 'apns', token: 'ab'.repeat(32), registeredAt: 0 },
    );
    expect(outcome).toMatchObject({ kind: 'accepted' });
  });
});

function open(services: Parameters<typeof openTransports>[0]): Map<string, Transport> {
  const transports = openTransports(services, keys);
  opened.unshift(...transports.values());
  return transports;
}
