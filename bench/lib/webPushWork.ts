import { createECDH, randomBytes } from 'node:crypto';

import {
  type OutgoingMessage,
  WebPushTransport,
  loadNativeAgreement,
  vapidKeysFrom,
} from '@host/server/transports';
import webpush from 'web-push';

import { runRounds } from './runRounds.ts';

// Encrypts and signs for one subscription after the other, without sending.
const SUBSCRIPTIONS = 2000;
const ORIGIN = 'https://push.example';
const subject = 'mailto:push@acme.example';
const secret = randomBytes(32).toString('base64url');
const keys = vapidKeysFrom(secret)!;
const message: OutgoingMessage = {
  id: 'message',
  notification: { title: 'Order shipped', body: 'Your order 12345 is on the way' },
  data: { orderId: '12345', deepLink: 'host://order/12345' },
  priority: 'high',
  remainingSeconds: 3600,
};
const payload = Buffer.from(JSON.stringify(message));
const subscriptions = Array.from({ length: SUBSCRIPTIONS }, (_, i) => {
  const receiver = createECDH('prime256v1');
  receiver.generateKeys();
  return {
    transport: 'webpush',
    endpoint: `${ORIGIN}/send/${i}`,
    keys: {
      p256dh: receiver.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  } as const;
});

const native = loadNativeAgreement();
const inC = new WebPushTransport({ keys, subject, agreeOnKey: native });
const byNode = new WebPushTransport({ keys, subject });
// A different message each time, so that nothing can be reused from the last one.
const prepare = (transport: WebPushTransport, index: number) =>
  void transport.prepare({ ...message }, subscriptions[index % SUBSCRIPTIONS]!, ORIGIN);
const contenders: Record<string, (index: number) => void> = {
  ours(index) {
    if (!native) throw new Error('There is no C compiler that works, or Node has no headers.');
    prepare(inC, index);
  },
  'ours, keys by Node': (index) => prepare(byNode, index),
  'web-push'(index) {
    webpush.generateRequestDetails(subscriptions[index % SUBSCRIPTIONS]!, payload, {
      vapidDetails: { subject, publicKey: keys.publicKey, privateKey: secret },
      contentEncoding: 'aes128gcm',
      TTL: message.remainingSeconds,
      urgency: 'high',
    });
  },
};
const contender = contenders[process.env['CONTENDER']!]!;
runRounds((index) => {
  contender(index);
  return 1;
}, 1);
