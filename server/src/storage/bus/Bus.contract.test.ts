import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connect } from '@nats-io/transport-node';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';

import { testCertificate } from '../../testing/push-services/startHttp2Server.ts';
import { postgres } from '../../testing/testDatabase.ts';
import type { Bus, Told } from './Bus.types.ts';
import { LocalBus } from './LocalBus.ts';
import { NatsBus } from './NatsBus.ts';
import { NotifyBus } from './NotifyBus.ts';
import { startNats } from './testing/startNats.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** Opens the buses of two nodes, and closes them after the test. */
type OpenTwo = () => Promise<[Bus, Bus]>;

const inProcess: OpenTwo = async () => {
  const bus = new LocalBus();
  return [bus, new LocalBus(bus)];
};
const byNotify =
  (url: string): OpenTwo =>
  async () => {
    const place = await postgres(url).createPlace();
    const dbs = [await place.open(), await place.open()];
    endings.push(async () => {
      for (const db of dbs) await db.close();
      await place.remove();
    });
    return [new NotifyBus(dbs[0]!), new NotifyBus(dbs[1]!)];
  };
const byNats =
  (path: string, encrypt?: () => Promise<{ settings: string[]; ca: string }>): OpenTwo =>
  async () => {
    const { settings = [], ...trusted } = (await encrypt?.()) ?? {};
    const nats = await startNats(path, undefined, settings);
    endings.push(() => nats.stop());
    const options = { url: nats.url, prefix: 'host.test', secrets: ['ours'], ...trusted };
    const [one, other] = [new NatsBus(options), new NatsBus(options)];
    await expect.poll(() => one.isConnected && other.isConnected).toBe(true);
    return [one, other];
  };

/** Settings of a NATS that is encrypted, and the certificate to trust. */
async function encrypted(): Promise<{ settings: string[]; ca: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'));
  const { cert, private: key } = await testCertificate();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  endings.push(() => rm(folder, { recursive: true }));
  return { settings: ['--tls', '--tlscert', certFile, '--tlskey', keyFile], ca: cert };
}

const postgresUrl = inject('postgresUrl');
const natsPath = inject('natsServerPath');
const kinds: [string, OpenTwo][] = [
  ['in a process', inProcess],
  ...(postgresUrl === undefined ? [] : [['by NOTIFY', byNotify(postgresUrl)] as [string, OpenTwo]]),
  ...(natsPath === undefined
    ? []
    : ([
        ['by NATS', byNats(natsPath)],
        ['by NATS, encrypted', byNats(natsPath, encrypted)],
      ] as [string, OpenTwo][])),
];

describe.each(kinds)('a bus %s', (_, openTwo) => {
  const open = async () => {
    const [one, other] = await openTwo();
    endings.push(
      () => one.close(),
      () => other.close(),
    );
    return [one, other] as const;
  };

  it('tells the other node, in order, and not the one who says it', async () => {
    const [one, other] = await open();
    const [echo, heard]: [string[], string[]] = [[], []];
    one.subscribe('news', (told) => echo.push(told.text()!));
    other.subscribe('news', (told) => heard.push(told.text()!));
    const said = Array.from({ length: 50 }, (__, n) => `"${n}" \\ ünïcode 🙂`);
    for (const text of said) one.publish('news', () => text);
    await expect.poll(() => heard).toEqual(said);
    other.publish('news', () => 'answer');
    await expect.poll(() => echo).toEqual(['answer']);
  });

  it('tells only those who listen to it, as long as they do', async () => {
    const [one, other] = await open();
    const [news, weather]: [string[], string[]] = [[], []];
    const stop = other.subscribe('news', (told) => news.push(told.text()!));
    other.subscribe('weather', (told) => weather.push(told.text()!));
    one.publish('news', () => 'a');
    await expect.poll(() => news).toEqual(['a']);
    stop();
    one.publish('news', () => 'b');
    one.publish('weather', () => 'rain');
    await expect.poll(() => weather).toEqual(['rain']);
    expect(news).toEqual(['a']);
  });

  it('shows the first line apart from the rest', async () => {
    const [one, other] = await open();
    const heard: Told[] = [];
    other.subscribe('news', (told) => {
      told.keep();
      heard.push(told);
    });
    const said = ['ünïcode', 'first\nrest\n🙂', '', '\n', 'line\n'];
    for (const text of said) one.publish('news', () => text);
    await expect.poll(() => heard.length).toBe(said.length);
    expect(heard.map(({ unprovenLine }) => unprovenLine)).toEqual([
      'ünïcode',
      'first',
      '',
      '',
      'line',
    ]);
    expect(heard.map((told) => [told.isProven(), told.text()])).toEqual(
      said.map((text) => [true, text]),
    );
  });

  it('carries as many bytes as it says', async () => {
    const [one, other] = await open();
    let heard = '';
    other.subscribe('news', (told) => void (heard = told.text()!));
    let said = '';
    // The worst that can be: each of them is written as two.
    one.publish('news', (maxBytes) => (said = '"'.repeat(Math.min(maxBytes, 2_000_000))));
    await expect.poll(() => heard.length).toBe(said.length);
  });

  it('goes on when a listener fails', async () => {
    const [one, other] = await open();
    const heard: string[] = [];
    const warned = new Promise((resolve) => void process.once('warning', resolve));
    other.subscribe('news', () => {
      throw new Error('a listener failed');
    });
    other.subscribe('news', (told) => heard.push(told.text()!));
    one.publish('news', () => 'a');
    await expect.poll(() => heard).toEqual(['a']);
    expect(await warned).toMatchObject({ message: 'a listener failed' });
  });
});

describe.each(natsPath === undefined ? [] : [natsPath])('an encrypted NATS', (path) => {
  it('is not talked to if its certificate is not trusted, whatever Node is told of others', async () => {
    const { settings, ca } = await encrypted();
    const nats = await startNats(path, undefined, settings);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const options = { url: nats.url, prefix: 'host.test', secrets: ['ours'] };
    const [distrusting, trusting] = [new NatsBus(options), new NatsBus({ ...options, ca })];
    endings.push(
      () => nats.stop(),
      async () => vi.unstubAllEnvs(),
      () => trusting.close(),
      () => distrusting.close(),
    );
    await expect.poll(() => trusting.isConnected).toBe(true);
    expect(distrusting.isConnected).toBe(false);
  });
});

describe.each(natsPath === undefined ? [] : [natsPath])('a NATS that is away', (path) => {
  it('keeps nobody waiting, and is found when it comes', async () => {
    const first = await startNats(path);
    await first.stop();
    const options = { url: first.url, prefix: 'host.test', secrets: ['ours'] };
    const [one, other] = [new NatsBus(options), new NatsBus(options)];
    endings.push(
      () => one.close(),
      () => other.close(),
    );
    one.publish('news', () => 'lost');
    const heard: string[] = [];
    other.subscribe('news', (told) => heard.push(told.text()!));
    for (const word of ['first', 'second']) {
      const nats = await startNats(path, first.port);
      await expect.poll(() => one.isConnected && other.isConnected).toBe(true);
      // Its server may not know yet who listens.
      const publish = () => one.publish('news', () => word);
      await expect.poll(() => (publish(), heard.at(-1))).toBe(word);
      await nats.stop();
      await expect.poll(() => one.isConnected || other.isConnected).toBe(false);
      one.publish('news', () => 'lost');
    }
    expect([...new Set(heard)]).toEqual(['first', 'second']);
  });
});

const reached = natsPath === undefined ? [] : [natsPath];
describe.each([
  ...reached.map((path) => ['later', path] as const),
  // The client knows one transport for the whole process: that of the stranger then.
  ...reached.map((path) => ['by the same client at once', path] as const),
])('a NATS that others reach %s', (when, path) => {
  const prefix = 'host.test';
  const open = async (...secrets: string[][]) => {
    const nats = await startNats(path);
    endings.push(() => nats.stop());
    const buses = secrets.map((each) => new NatsBus({ url: nats.url, prefix, secrets: each }));
    endings.push(...buses.map((bus) => () => bus.close()));
    const areOpen = async () => {
      await expect.poll(() => buses.every((bus) => bus.isConnected)).toBe(true);
    };
    if (when === 'later') await areOpen();
    const stranger = await connect({ servers: new URL(nats.url).host });
    endings.push(() => stranger.close());
    await areOpen();
    return { buses, stranger };
  };

  it('lets nobody say anything who does not have the secret of the nodes', async () => {
    const { buses, stranger } = await open(['ours'], ['ours'], ['theirs']);
    const [one, other, foreign] = buses;
    const news: Told[] = [];
    const weather: Told[] = [];
    const keepIn = (list: Told[]) => (told: Told) => {
      told.keep();
      list.push(told);
    };
    other!.subscribe('news', keepIn(news));
    other!.subscribe('weather', keepIn(weather));
    const overheard: Uint8Array[] = [];
    stranger.subscribe(`${prefix}.news`, { callback: (_, { data }) => void overheard.push(data) });
    await stranger.flush();
    foreign!.publish('news', () => 'of another installation');
    one!.publish('news', () => 'true\nas well');
    await expect.poll(() => overheard.length).toBe(2);
    const signed = overheard.find((data) => Buffer.from(data).toString().endsWith('as well'))!;
    const changedAt = (index: number) => {
      const changed = Uint8Array.from(signed);
      changed[changed.length + index]! ^= 1;
      return changed;
    };
    const [line, digest, rest] = [
      changedAt(-'e\nas well'.length),
      changedAt(-'true\nas well'.length - 1),
      changedAt(-1),
    ];
    const longer = Buffer.concat([signed, Buffer.from('!')]);
    const forged = ['', 'plain', 'x'.repeat(100), line, digest];
    for (const said of [...forged, rest, longer]) stranger.publish(`${prefix}.news`, said);
    // What was signed for one subject says nothing about another.
    stranger.publish(`${prefix}.weather`, signed);
    await stranger.flush();
    one!.publish('weather', () => 'rain');
    await expect.poll(() => weather.at(-1)?.text()).toBe('rain');
    expect(weather.map((told) => told.isProven())).toEqual([false, true]);
    expect(news.flatMap((told) => told.text() ?? [])).toEqual(['true\nas well']);
    // Their first line is what a node said, and the rest is not.
    const proven = news.filter((told) => told.isProven());
    expect(proven.map(({ unprovenLine }) => unprovenLine)).toEqual(['true', 'true', 'true']);
  });

  it('keeps what is told as long as it is listened to, and longer where that is wanted', async () => {
    const { buses } = await open(['ours'], ['ours']);
    const [one, other] = buses;
    const heard: Told[] = [];
    const texts: (string | undefined)[] = [];
    other!.subscribe('news', (told) => {
      heard.push(told);
      texts.push(told.text());
      if (told.unprovenLine === 'kept') told.keep();
    });
    let isHeard = false;
    other!.subscribe('weather', () => void (isHeard = true));
    // Its server may not know yet who listens.
    await expect.poll(() => (one!.publish('weather', () => 'rain'), isHeard)).toBe(true);
    for (const text of ['kept\na', 'kept\nb', 'not\nc']) one!.publish('news', () => text);
    await expect.poll(() => texts).toEqual(['kept\na', 'kept\nb', 'not\nc']);
    expect(heard.map((told) => told.text())).toEqual(['kept\na', 'kept\nb', undefined]);
    expect(heard.map((told) => told.isProven())).toEqual([true, true, true]);
  });

  it('carries what nodes say while their secret is being rotated, once they know both', async () => {
    const { buses } = await open(['old'], ['new', 'old']);
    const [before, after] = buses;
    const heard: string[] = [];
    after!.subscribe('news', (told) => heard.push(told.text()!));
    // Its server may not know yet who listens.
    const publish = () => before!.publish('news', () => 'a');
    await expect.poll(() => (publish(), heard[0])).toBe('a');
  });
});
