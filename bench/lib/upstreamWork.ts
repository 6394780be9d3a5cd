import { generateKeyPairSync } from 'node:crypto';

import { redirectFirebaseTo } from '@host/server/testing/push-services/redirectFirebaseTo';
import { ApnsTransport, FcmTransport, type OutgoingMessage } from '@host/server/transports';
import apn from '@parse/node-apn';
import { initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';

import { runRounds } from './runRounds.ts';

// Sends to a fake of Apple or Google: one message to many devices, or a different message to each.
const DEVICES = 500;
const isShared = process.env['MESSAGES'] === 'shared';
const origin = process.env['ORIGIN']!;
const ca = process.env['CA']!;
const apnsKey = {
  keyId: 'ABC123DEFG',
  teamId: 'DEF123GHIJ',
  privateKey: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
};
const topic = 'com.acme.host';
const shown = { title: 'Order shipped', body: 'Your order 12345 is on the way' };
const data = { orderId: '12345', deepLink: 'host://order/12345' };
const deviceOf = (index: number) => index.toString(16).padStart(8, '0').repeat(8);
const registrationOf = (index: number) => `bk3RNwTe3H0:CI2k_HHwgIpoDKCIZvvDMExUdFQ3P1TY2Gh${index}`;
const messageOf = (index: number): OutgoingMessage => ({
  id: `message-${index}`,
  notification: shown,
  data,
  priority: 'high',
  remainingSeconds: 3600,
});

/** One message for all devices of a list, or one for each. */
function listOf<Message>(index: number, make: (index: number) => Message): Message[] {
  const shared = make(index * DEVICES);
  return Array.from({ length: DEVICES }, (_, i) =>
    isShared || i === 0 ? shared : make(index * DEVICES + i),
  );
}

const contenders: Record<string, () => void> = {
  'apns, ours'() {
    const origins = { production: origin, sandbox: origin };
    const transport = new ApnsTransport({ key: apnsKey, topic, origins, ca });
    sendLists(async (index) => {
      const sends = listOf(index, messageOf).map((message, i) =>
        transport.send(message, {
          transport: 'apns',
          token: deviceOf(index * DEVICES + i),
          registeredAt: 0,
          environment: 'production',
        }),
      );
      return (await Promise.all(sends)).filter(({ kind }) => kind === 'accepted').length;
    });
  },
  'apns, @parse/node-apn'() {
    const { hostname, port } = new URL(origin);
    const key = apnsKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const provider = new apn.Provider({
      token: { key, keyId: apnsKey.keyId, teamId: apnsKey.teamId },
      address: hostname,
      port: Number(port),
      rejectUnauthorized: false,
    });
    const noteOf = () =>
      Object.assign(new apn.Notification(), {
        alert: shown,
        payload: data,
        topic,
        pushType: 'alert',
        priority: 10,
        expiry: Math.floor(Date.now() / 1000) + 3600,
      });
    sendLists(async (index) => {
      const devices = Array.from({ length: DEVICES }, (_, i) => deviceOf(index * DEVICES + i));
      const results = isShared
        ? [await provider.send(noteOf(), devices)]
        : await Promise.all(devices.map((device) => provider.send(noteOf(), device)));
      return results.reduce((sum, { sent }) => sum + sent.length, 0);
    });
  },
  'fcm, ours'() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const account = {
      projectId: 'p',
      clientEmail: 'push@p.iam.gserviceaccount.com',
      privateKeyId: '0',
      privateKey,
      tokenUrl: `${origin}/token`,
    };
    const transport = new FcmTransport({ account, origin, ca });
    sendLists(async (index) => {
      const sends = listOf(index, messageOf).map((message, i) =>
        transport.send(message, {
          transport: 'fcm',
          token: registrationOf(index * DEVICES + i),
          // The peer's message is for this platform only, too.
          platform: 'android',
        }),
      );
      return (await Promise.all(sends)).filter(({ kind }) => kind === 'accepted').length;
    });
  },
  'fcm, firebase-admin'() {
    redirectFirebaseTo({ origin, ca });
    const credential = {
      getAccessToken: async () => ({ access_token: `ya29.${'a'.repeat(200)}`, expires_in: 3600 }),
    };
    const messaging = getMessaging(initializeApp({ projectId: 'p', credential }));
    const message = () => ({
      notification: { ...shown },
      data: { ...data },
      android: { priority: 'high', ttl: 3_600_000 } as const,
    });
    sendLists(async (index) => {
      const tokens = Array.from({ length: DEVICES }, (_, i) => registrationOf(index * DEVICES + i));
      const { successCount } = isShared
        ? await messaging.sendEachForMulticast({ tokens, ...message() })
        : await messaging.sendEach(tokens.map((token) => ({ token, ...message() })));
      return successCount;
    });
  },
};
contenders[process.env['CONTENDER']!]!();

/** Sends lists sequentially, with the peers' own batch calls. */
function sendLists(send: (index: number) => Promise<number>): void {
  // Apple's first connection allows only one message in flight until that was accepted.
  let isFirst = true;
  runRounds(async (index) => {
    const sent = await send(index);
    if (sent !== DEVICES && !isFirst) {
      throw new Error(`${process.env['CONTENDER']} sent ${sent} of ${DEVICES}.`);
    }
    isFirst = false;
    return sent;
  }, 1);
}
