import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { LIMITS } from '@host/contracts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import {
  MAX_BYTES_PER_DAY,
  MAX_NEIGHBOURHOOD_SHARE,
} from '../../../operations/quotas/quotaLimits.ts';
import { Quotas } from '../../../operations/quotas/Quotas.ts';
import { SignInLimits } from '../../../people/sessions/SignInLimits.ts';
import { DeviceChallenges } from '../../../push/registration/challenges/DeviceChallenges.ts';
import { DeviceRates } from '../../../push/send/DeviceRates.ts';
import { MemoryTransport } from '../../../push/transports/MemoryTransport.ts';
import type { FcmAddress } from '../../../push/transports/Transport.types.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { type TestServer, createTestServer } from '../../../testing/createTestServer.ts';
import { type TestPlaceOnNetwork, postgres } from '../../../testing/testDatabase.ts';
import { NetworkLimits } from '../rateLimits.ts';
import { RequestBudgets } from './RequestBudgets.ts';
import { sharesOf } from './sharesOf.ts';

const url = inject('postgresUrl');
/** For a database that takes its time; after so many refusals the limit is reached. */
const PAUSE_MS = 20;
const MAX_PAUSES = 20;
const SOURCES = fileURLToPath(new URL('../../../', import.meta.url));
const NODES = 2;
const MINUTE_MS = 60_000;
const NEIGHBOURHOOD = MAX_BYTES_PER_DAY.accounts.whole * MAX_NEIGHBOURHOOD_SHARE;

/** Limits that nobody comes near, besides the one that a case is about. */
const OPEN = {
  perAddress: 1e6,
  perAddressAndAccount: 1e6,
  perAccount: 1e6,
  accountsPerAddress: 1e6,
  mailsPerAddress: 1e6,
  mailsPerAddressAndAccount: 1e6,
};

/** Asks a node; false when it refuses. */
type Ask = (node: number) => boolean | Promise<boolean>;

const isAdmitted = (work: () => unknown) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

describe.each(url === undefined ? [] : [url])(
  'two nodes admit as much as one of',
  (postgresUrl) => {
    let place: TestPlaceOnNetwork;
    let db: Database;
    beforeAll(async () => {
      place = await postgres(postgresUrl).createPlace();
      db = await place.open();
    });
    afterAll(async () => {
      await db.close();
      await place.remove();
    });

    const budgets = () => new RequestBudgets({ db, nodes: () => NODES });
    const onEach = <Each>(make: (shared: RequestBudgets) => Each) =>
      Array.from({ length: NODES }, () => make(budgets()));
    /** How many of twice as many requests as a limit has the nodes admit, asked in turns. */
    const admittedOf = async (max: number, ask: Ask): Promise<number> => {
      let admitted = 0;
      let pauses = 0;
      for (let n = 0; n < 2 * max; n++) {
        if (await ask(n % NODES)) admitted++;
        // A node may be asking for more just then.
        else if (pauses++ < MAX_PAUSES) await sleep(PAUSE_MS);
        // A request takes some time.
        await db.get('SELECT 1');
      }
      return admitted;
    };
    /** In the middle of an hour, whose windows do not end meanwhile. */
    const inOneWindow = async (run: () => Promise<void>) => {
      const now = Math.floor(Date.now() / (60 * MINUTE_MS)) * 60 * MINUTE_MS + 1000;
      vi.useFakeTimers({ toFake: ['Date'], now });
      try {
        await run();
      } finally {
        vi.useRealTimers();
      }
    };
    const expectShared = (admitted: number, max: number) => {
      const { part } = sharesOf(max, NODES);
      expect(admitted).toBeLessThanOrEqual(max + NODES * part);
      expect(admitted).toBeGreaterThanOrEqual(Math.floor((max * 7) / 8) - NODES);
    };

    const signIns = (name: keyof typeof OPEN, max: number) =>
      onEach((shared) => new SignInLimits({ ...OPEN, [name]: max }, shared));
    const admits = (attempt: Promise<void>) =>
      attempt.then(
        () => true,
        () => false,
      );
    /** Of some attempts each is of another address or account, unless the limit counts those. */
    let attempts = 0;
    const another = () => attempts++;
    const otherAddress = () =>
      `198.51.${Math.floor(another() / 250) % 250}.${(another() % 250) + 1}`;

    const cases: [name: string, max: number, make: () => Ask | Promise<Ask>][] = [
      ...(
        [
          ['api', 40],
          ['files', 400],
          ['senders', 40],
          ['handshakes', 40],
        ] as const
      ).map(([name, max]): (typeof cases)[number] => [
        `the requests of a network: ${name}`,
        max,
        () => {
          const limits = onEach((shared) => new NetworkLimits({ perAddress: 40 }, shared));
          return (node) => limits[node]!.count(name, '203.0.113.1') === undefined;
        },
      ]),
      [
        'the messages to a device in a minute',
        LIMITS.messagesPerDevicePerMinute,
        () => {
          const rates = onEach((shared) => new DeviceRates(shared));
          return (node) => rates[node]!.admit(1, false, Date.now());
        },
      ],
      [
        'attempts at accounts from an address',
        24,
        () => {
          const limits = signIns('perAddress', 24);
          return (node) =>
            admits(
              limits[node]!.admitAttempt({
                address: '203.0.113.2',
                email: `${another()}@a.example`,
              }),
            );
        },
      ],
      [
        'attempts at an account from an address',
        10,
        () => {
          const limits = signIns('perAddressAndAccount', 10);
          return (node) =>
            admits(
              limits[node]!.admitAttempt({ address: '203.0.113.3', email: 'ada@example.com' }),
            );
        },
      ],
      [
        'attempts at an account from everywhere',
        40,
        () => {
          const limits = signIns('perAccount', 40);
          return (node) =>
            admits(
              limits[node]!.admitAttempt({ address: otherAddress(), email: 'bob@example.com' }),
            );
        },
      ],
      [
        'new accounts from an address',
        30,
        () => {
          const limits = signIns('accountsPerAddress', 30);
          return (node) => isAdmitted(() => limits[node]!.admitAccount('203.0.113.4'));
        },
      ],
      [
        'mails that an address asks for',
        30,
        () => {
          const limits = signIns('mailsPerAddress', 30);
          return (node) =>
            isAdmitted(() =>
              limits[node]!.admitMail('203.0.113.5', 'reset', `${another()}@a.example`),
            );
        },
      ],
      [
        'mails of an address to one e-mail address',
        2,
        () => {
          const limits = signIns('mailsPerAddressAndAccount', 2);
          return (node) =>
            isAdmitted(() => limits[node]!.admitMail('203.0.113.6', 'verify', 'ada@example.com'));
        },
      ],
      [
        'proofs of devices that a network asks for',
        LIMITS.deviceProofsPerNetwork,
        () => {
          const challenges = onEach(challengesOf);
          return (node) => proves(challenges[node]!, `token ${another()}`);
        },
      ],
      [
        'proofs of a device that a network asks for',
        LIMITS.deviceProofsPerNetworkAndToken,
        () => {
          const challenges = onEach(challengesOf);
          return (node) => proves(challenges[node]!, 'one token', '203.0.113.8');
        },
      ],
      [
        'codes for a device that are tried',
        LIMITS.deviceProofTries,
        () => {
          const challenges = onEach(challengesOf);
          return async (node) =>
            challenges[node]!.redeem(db, 'token', 'guess', '203.0.113.9').then(
              () => false,
              ({ code }: { code: string }) => code === 'device-proof-wrong',
            );
        },
      ],
    ];
    const challengesOf = (shared: RequestBudgets) => {
      const transports = new Map([['fcm' as const, new MemoryTransport<FcmAddress>('fcm')]]);
      return new DeviceChallenges({ db, transports, budgets: shared });
    };
    const proves = (challenges: DeviceChallenges, token: string, network = '203.0.113.7') =>
      challenges.answer(token, { transport: 'fcm', token }, network).then(
        () => true,
        () => false,
      );

    it.each(cases)('%s', (_, max, make) =>
      inOneWindow(async () => expectShared(await admittedOf(max, await make()), max)),
    );

    it.each([
      ['a network', MAX_BYTES_PER_DAY.accounts.network, () => '203.0.113.20'],
      ['a neighbourhood', NEIGHBOURHOOD, () => `203.0.114.${another() % 250}`],
      [
        'everybody',
        MAX_BYTES_PER_DAY.accounts.whole,
        () => `10.${another() % 250}.${another() % 250}.1`,
      ],
    ])('the bytes of %s that are stored in a day', (_, max, address) =>
      inOneWindow(async () => {
        const networkFactor = max / MAX_BYTES_PER_DAY.accounts.network;
        const quotas = onEach(
          (shared) => new Quotas({ registry: new Registry(), budgets: shared, networkFactor }),
        );
        const bytes = max / 100;
        const admitted = await admittedOf(100, (node) =>
          isAdmitted(() =>
            quotas[node]!.admit('accounts', { address: address(), pool: 'strangers' }, bytes),
          ),
        );
        const { part } = sharesOf(max, NODES);
        expect(admitted * bytes).toBeLessThanOrEqual(max + NODES * (part + bytes));
        expect(admitted * bytes).toBeGreaterThanOrEqual((max * 7) / 8 - NODES * bytes);
      }),
    );

    it('the bytes of a day also when a node was alone before', () =>
      inOneWindow(async () => {
        let nodes = 1;
        const max = MAX_BYTES_PER_DAY.accounts.network;
        const quotas = Array.from({ length: NODES }, () => {
          const shared = new RequestBudgets({ db, nodes: () => nodes });
          return new Quotas({ registry: new Registry(), budgets: shared });
        });
        const from = { address: '203.0.113.21', pool: 'strangers' } as const;
        const bytes = max / 100;
        const admit = (node: number) =>
          isAdmitted(() => quotas[node]!.admit('accounts', from, bytes));
        const alone = Array.from({ length: 80 }, () => admit(0)).filter(Boolean).length;
        expect(alone).toBe(80);
        nodes = NODES;
        const { part } = sharesOf(max, NODES);
        const admitted = 80 + (await admittedOf(40, admit));
        expect(admitted * bytes).toBeLessThanOrEqual(max + NODES * (part + bytes));
      }));

    it('the bytes of a day while the database is away, and goes on when it is back', () =>
      inOneWindow(async () => {
        let isAway = true;
        const all: Database['all'] = (...asked) =>
          isAway ? Promise.reject(new Error('away')) : db.all(...asked);
        const shared = new RequestBudgets({ db: { ...db, all }, nodes: () => NODES });
        const quotas = new Quotas({ registry: new Registry(), budgets: shared });
        const max = MAX_BYTES_PER_DAY.accounts.network;
        const from = { address: '203.0.113.22', pool: 'strangers' } as const;
        const admit = () => isAdmitted(() => quotas.admit('accounts', from, max / 100));
        const away = await admittedOf(50, admit);
        expect(away).toBeGreaterThanOrEqual(49);
        expect(away).toBeLessThanOrEqual(60);
        isAway = false;
        vi.setSystemTime(Date.now() + MINUTE_MS);
        expect(away + (await admittedOf(50, admit))).toBeGreaterThan(80);
      }));

    it('the messages to a device in an hour', () =>
      inOneWindow(async () => {
        const max = LIMITS.messagesPerDevicePerHour;
        const rates = onEach((shared) => new DeviceRates(shared));
        let admitted = 0;
        for (let minute = 0; minute < 50; minute++) {
          for (let n = 0; n < LIMITS.messagesPerDevicePerMinute; n++) {
            if (rates[n % NODES]!.admit(2, false, Date.now())) admitted++;
            if (n % 5 === 0) await db.get('SELECT 1');
          }
          vi.setSystemTime(Date.now() + MINUTE_MS);
        }
        const { part } = sharesOf(max, NODES);
        expect(admitted).toBeLessThanOrEqual(max + NODES * part);
        expect(admitted).toBeGreaterThanOrEqual((max * 7) / 8 - NODES);
      }));

    describe('servers', () => {
      const MAX = 40;
      let servers: TestServer[];
      beforeAll(async () => {
        const config = { rateLimits: { perAddress: 1_000_000, perToken: MAX } };
        servers = [
          await createTestServer({ place, config }),
          await createTestServer({ place, config }),
        ];
        const know = ({ app }: TestServer) => app.requestBudgets!.nodes === NODES;
        while (!servers.every(know)) await sleep(50);
      });
      afterAll(() => Promise.all(servers.map((server) => server.close())));

      it('the requests of a token', () =>
        inOneWindow(async () => {
          const ask: Ask = async (node) =>
            (await servers[node]!.send('GET', '/v1/admin/tokens')).statusCode === 200;
          expectShared(await admittedOf(MAX, ask), MAX);
        }));

      it('the requests of a network to a route of its own limit', () =>
        inOneWindow(async () => {
          const ask: Ask = async (node) =>
            (await servers[node]!.send('GET', '/docs/json', { token: undefined })).statusCode ===
            200;
          expectShared(await admittedOf(30, ask), 30);
        }));
    });
  },
);

it('every counter of requests is shared by nodes, besides that of probes, which are for one node', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const alone: string[] = [];
  let counters = 0;
  for (const file of files) {
    const text = await readFile(join(SOURCES, file), 'utf8');
    for (const { index } of text.matchAll(/new RequestCounter\(/g)) {
      counters++;
      const [call] = /^[^;]*?\)[;,]/s.exec(text.slice(index))!;
      if (!call.includes('budgets')) alone.push(`${file}: ${call}`);
    }
  }
  expect(counters).toBeGreaterThan(5);
  expect(alone).toEqual([
    'http/rate-limits/rateLimits.ts: new RequestCounter(MAX_PROBES_PER_MINUTE),',
    'http/rate-limits/rateLimits.ts: new RequestCounter(MAX_PROMPT_PROBES_PER_MINUTE),',
  ]);
});
