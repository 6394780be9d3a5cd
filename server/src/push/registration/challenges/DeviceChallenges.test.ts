import { randomBytes, randomUUID } from 'node:crypto';

import { LIMITS, type PushMessageRecord } from '@host/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { webPushSubscription } from '../../../http/docs/examples.ts';
import { dumpDatabase } from '../../../testing/dumpDatabase.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { type FakeApns, startFakeApns } from '../../../testing/push-services/startFakeApns.ts';
import { type FakeFcm, startFakeFcm } from '../../../testing/push-services/startFakeFcm.ts';
import { sweep } from '../../Housekeeping.ts';
import { type PushServer, startPushServer } from '../../testing/pushServer.ts';
import { signUp } from '../../testing/signUp.ts';
import { ApnsTransport } from '../../transports/apns/ApnsTransport.ts';
import { FcmTransport } from '../../transports/fcm/FcmTransport.ts';
import { MemoryTransport } from '../../transports/MemoryTransport.ts';
import type { WebPushAddress } from '../../transports/Transport.types.ts';

describe.each(testEngines())('a device that lost its key ($name)', (engine) => {
  let push: PushServer;
  let google: FakeFcm;
  let apple: FakeApns;
  const browsers = new MemoryTransport<WebPushAddress>('webpush');
  beforeAll(async () => {
    [google, apple] = [await startFakeFcm(), await startFakeApns()];
    const { key, topic, origin, ca } = apple;
    const pushTransports = [
      new FcmTransport({ account: google.account, origin: google.origin, ca: google.ca }),
      new ApnsTransport({ key, topic, ca, origins: { production: origin, sandbox: origin } }),
      browsers,
    ];
    push = await startPushServer({ engine, pushTransports });
  });
  afterAll(async () => {
    await push.close();
    await google.close();
    await apple.close();
  });
  beforeEach(() => {
    google.messages.splice(0);
    apple.pushes.splice(0);
    browsers.sent.splice(0);
  });

  const register = (body: object, token?: string, remoteAddress = '198.51.100.1') =>
    push.server.post('/devices/register', body, { token, remoteAddress });
  const topicsOf = (token: string) => push.server.send('GET', '/v1/push/topics', { token });
  const fcmToken = () => `fcm:${randomUUID()}`;
  const lastCode = () => String(google.messages.at(-1)!.message.data!['host.proof']);

  /** What each service was sent last, as its device would find it. */
  const SERVICES: [name: string, platform: string, tokenOf: () => string, code: () => unknown][] = [
    ['FCM', 'android', fcmToken, lastCode],
    ['FCM on ios', 'ios', fcmToken, lastCode],
    [
      'Apple',
      'ios',
      () => randomBytes(32).toString('hex'),
      () => apple.pushes.at(-1)!.payload['host.proof'],
    ],
    [
      'a browser',
      'web',
      () =>
        JSON.stringify({
          ...webPushSubscription,
          endpoint: `https://push.example/${randomUUID()}`,
        }),
      () => browsers.sent.at(-1)!.message.data!['host.proof'],
    ],
  ];

  it.each(SERVICES)(
    'has it again by a code that %s brings to its token',
    async (_, platform, tokenOf, codeOf) => {
      const token = tokenOf();
      const lost = await push.phone({ token, topics: ['news'] });
      const fresh = await push.device();
      const body = { token, platform, previousToken: fresh.token, previousKey: fresh.key };
      expectProblem(await register(body), 'device-proof-required');
      const proven = await register({ ...body, proof: codeOf() });
      expect(proven.statusCode, proven.body).toBe(200);
      expect(proven.json()).toMatchObject({ topics: ['news'] });
      expect((await topicsOf(fresh.key)).json()).toEqual({ topics: ['news'] });
      // Whoever had it before does not any more.
      expectProblem(await topicsOf(lost.key), 'device-not-found');
    },
  );

  it('belongs to whoever has it in their hand, and the key of the last one is void', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const sold = await push.phone({ token: fcmToken(), session: ada.session });
    const body = { token: sold.token, platform: 'android' };
    expectProblem(await register(body, bob.session), 'device-proof-required');
    expect((await topicsOf(sold.key)).statusCode).toBe(200);
    const proof = lastCode();
    expect((await register({ ...body, proof }, bob.session)).statusCode).toBe(200);
    expectProblem(await topicsOf(sold.key), 'device-not-found');
  });

  it('is sent the code as data alone, which is no message and nobody’s notification', async () => {
    const { token } = await push.phone({ token: fcmToken() });
    const messages = async () =>
      (await push.server.send('GET', '/v1/push/messages')).json<{ items: PushMessageRecord[] }>();
    const before = (await messages()).items.length;
    await register({ token, platform: 'ios' });
    expect(google.messages).toHaveLength(1);
    const { notification, android, data } = google.messages[0]!.message;
    expect(notification).toBeUndefined();
    expect(android).toMatchObject({ priority: 'HIGH', ttl: `${LIMITS.deviceProofSeconds}s` });
    expect(data).toMatchObject({ 'host.proof': expect.stringMatching(/^[\w-]{43}$/) });
    expect((await messages()).items).toHaveLength(before);
  });

  describe('is given a code', () => {
    /** A phone, the body with which somebody without its key registers it, and the code that it was sent. */
    const challenged = async () => {
      const { token } = await push.phone({ token: fcmToken() });
      const body = { token, platform: 'ios' };
      expectProblem(await register(body), 'device-proof-required');
      return { token, body, proof: lastCode() };
    };

    it('that is good once', async () => {
      const { body, proof } = await challenged();
      expect((await register({ ...body, proof })).statusCode).toBe(200);
      const again = { ...body, platform: 'web', proof };
      expectProblem(await register(again), 'device-proof-wrong');
    });

    it('that is good for its token alone', async () => {
      const [{ proof }, other] = [await challenged(), await challenged()];
      expectProblem(await register({ ...other.body, proof }), 'device-proof-wrong');
    });

    it('that ends after some minutes, and is forgotten', async () => {
      const { body, proof } = await challenged();
      await push.server.db.run('UPDATE device_challenges SET expires_at = ?', Date.now());
      expectProblem(await register({ ...body, proof }), 'device-proof-wrong');
      await sweep(push.server.db, Date.now());
      expect(await push.server.db.all('SELECT * FROM device_challenges')).toEqual([]);
    });

    it('that is not in the database', async () => {
      const { proof } = await challenged();
      expect(JSON.stringify(await dumpDatabase(push.server.db))).not.toContain(proof);
    });

    it('that stays good when a stranger asks for others and tries to guess', async () => {
      const { body, proof } = await challenged();
      const stranger = '203.0.113.9';
      for (let n = 0; n < LIMITS.deviceProofsPerNetworkAndToken; n++) {
        expectProblem(await register(body, undefined, stranger), 'device-proof-required');
      }
      expectProblem(await register(body, undefined, stranger), 'rate-limited');
      for (let n = 0; n < LIMITS.deviceProofTries; n++) {
        const guess = { ...body, proof: `guess-${n}` };
        expectProblem(await register(guess, undefined, stranger), 'device-proof-wrong');
      }
      const last = await register({ ...body, proof: 'guess' }, undefined, stranger);
      expectProblem(last, 'rate-limited');
      expect(last.headers['retry-after']).toBeDefined();
      expect((await register({ ...body, proof })).statusCode).toBe(200);
    });

    it('only so often, from however many networks it is asked for', async () => {
      const { body } = await challenged();
      const from = (n: number) => register(body, undefined, `192.0.2.${n}`);
      for (let n = 1; n < LIMITS.deviceProofsPerToken; n++) {
        expectProblem(await from(n), 'device-proof-required');
      }
      expectProblem(await from(0), 'rate-limited');
    });

    it('only so often, also when many networks ask for it at once', async () => {
      const { body } = await challenged();
      const answers = await Promise.all(
        Array.from({ length: 2 * LIMITS.deviceProofsPerToken }, (_, n) =>
          register(body, undefined, `198.51.100.${n}`),
        ),
      );
      const sent = answers.filter(({ statusCode }) => statusCode !== 429);
      expect(sent).toHaveLength(LIMITS.deviceProofsPerToken - 1);
    });

    it('only so often from one network, whatever the token', async () => {
      const tokens = await Promise.all(
        Array.from({ length: LIMITS.deviceProofsPerNetwork + 1 }, async () => {
          const token = fcmToken();
          await register({ token, platform: 'android' });
          return token;
        }),
      );
      const answers: number[] = [];
      for (const token of tokens) {
        const { statusCode } = await register({ token, platform: 'ios' }, undefined, '192.0.2.200');
        answers.push(statusCode);
      }
      expect(answers.filter((status) => status === 429)).toEqual([429]);
    });
  });

  it('needs its key where its token is of this gateway, or no service here reaches it', async () => {
    const device = await push.device();
    expectProblem(await register({ token: device.token, platform: 'ios' }), 'device-key-wrong');
    expect(google.messages).toEqual([]);
  });

  it('is not taken by one who registers it in the moment in which its owner does', async () => {
    const [ada, mallory] = [await signUp(push), await signUp(push)];
    for (let round = 0; round < 10; round++) {
      const token = fcmToken();
      const own = await push.device();
      const link = { token, platform: 'android', previousToken: own.token, previousKey: own.key };
      const [hers, theirs] = await Promise.all([
        register({ token, platform: 'android' }, ada.session),
        register(link, mallory.session),
      ]);
      const statuses = [hers.statusCode, theirs.statusCode];
      // Whoever came first has it; the other is asked for a proof.
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      const rows = await push.server.db.all('SELECT person_id FROM devices WHERE token = ?', token);
      const winner = hers.statusCode === 409 ? mallory.id : ada.id;
      expect(rows).toEqual([{ person_id: winner }]);
    }
  });
});
