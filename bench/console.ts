import { join } from 'node:path';

import { type Filler, copyRow, fillerOfFile, fillerOfPostgres } from './console/fillHistory.ts';
import { startServices } from './fleet/Services.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { Patience } from './lib/Patience.ts';
import { publishMiniApp } from './lib/publishMiniApp.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { registerDevice } from './lib/seedGateway.ts';
import { ADMIN_TOKEN, SERVER_KEY, buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { quantile } from './lib/statistics.ts';

const listed = (name: string, usual: string) => (process.env[name] ?? usual).split(',');
const MESSAGES = listed('BENCH_CONSOLE_MESSAGES', '100000,1000000,10000000').map(Number);
const ENGINES = listed('BENCH_CONSOLE_ENGINES', 'embedded,PostgreSQL');
const DEVICES = Number(process.env['BENCH_CONSOLE_DEVICES'] ?? 1_000_000);
const MINI_APPS = 10_000;
const WARM_UP = 30;
const REQUESTS = 400;
const MAX_OVERVIEW_MS = 50;
const MAX_FILTER_MS = 100;
/** "Does not grow": what ten or a hundred times as many messages may add to the median. */
const MAX_GROWTH = 1.5;
const CRASHING = 'com.bench.app-0';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The requests that the console's screens send. */
const ASKED = {
  overview: '/v1/admin/overview',
  'mini-apps that match': '/v1/admin/mini-programs?q=app-77&limit=50',
  'messages of a topic': '/v1/admin/messages?topic=news&limit=50',
} as const;
type Asked = keyof typeof ASKED;

interface Measured {
  engine: string;
  messages: number;
  p50: Record<Asked, number>;
  p99: Record<Asked, number>;
}

/** The latency of the console's requests with many mini-apps, devices and messages. */
export async function consoleScreens(log: Log): Promise<Section> {
  const main = await buildPlatform();
  const found: Measured[] = [];
  for (const engine of ENGINES) {
    const services = engine === 'embedded' ? undefined : await startServices();
    try {
      found.push(...(await measureEngine(engine, { main, env: services?.env, log })));
    } finally {
      await services?.stop();
    }
  }
  return sectionOf(found);
}

async function measureEngine(
  engine: string,
  { main, env, log }: { main: string; env: Record<string, string> | undefined; log: Log },
): Promise<Measured[]> {
  const dataDir = await temporaryFolder();
  const start = () => startPlatform({ main, dataDir, ...(env && { env }), cores: 'all' });
  const fill = async (work: (filler: Filler) => Promise<void>) => {
    const filler = env
      ? await fillerOfPostgres(env['DATABASE_URL']!)
      : fillerOfFile(join(dataDir, 'host.db'));
    try {
      await work(filler);
    } finally {
      await filler.close();
    }
  };
  const seeded = await start();
  await publishMiniApp(seeded.origin, { appId: CRASHING, version: '1.0.0' });
  await reportCrash(seeded.origin);
  await registerDevice(seeded.origin, ['news']);
  await send(seeded.origin);
  await seeded.stop();
  await fill(async (filler) => {
    await fillApps(filler);
    await fillDevices(filler);
  });
  log(`${engine}: ${MINI_APPS} mini-apps and ${DEVICES} devices are there`);

  const found: Measured[] = [];
  let from = 2;
  for (const messages of MESSAGES) {
    const first = from;
    await fill((filler) => fillMessages(filler, first, messages));
    from = messages + 1;
    log(`${engine}: ${messages} messages are there`);
    const server = await start();
    try {
      await new Patience().waitForQuiet(0.1);
      const times = {} as Record<Asked, number[]>;
      for (const asked of Object.keys(ASKED) as Asked[]) {
        times[asked] = await ask(`${server.origin}${ASKED[asked]}`);
      }
      const share = (of: number) =>
        Object.fromEntries(
          Object.entries(times).map(([asked, each]) => [asked, quantile(each, of)]),
        ) as Record<Asked, number>;
      found.push({ engine, messages, p50: share(0.5), p99: share(0.99) });
      log(
        `${engine}: ${messages} messages, overview p99 ${found.at(-1)!.p99.overview.toFixed(1)} ms`,
      );
    } finally {
      await server.stop();
    }
  }
  return found;
}

async function send(origin: string): Promise<void> {
  const response = await fetch(`${origin}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '/topics/news', notification: { title: 'Hello', body: 'World' } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function reportCrash(origin: string): Promise<void> {
  const response = await fetch(`${origin}/v1/mini-programs/${CRASHING}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      version: '1.0.0',
      platform: 'ios',
      hostVersion: '1.0.0',
      installId: 'an-install',
      kind: 'crashed-on-start',
      message: 'undefined is not a function',
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** All of them crash today: the overview looks at each. */
async function fillApps(filler: Filler): Promise<void> {
  const appId = `'com.bench.app-' || CAST(n AS TEXT)`;
  const name = `'Mini-app ' || CAST(n AS TEXT)`;
  const range = { from: 1, to: MINI_APPS - 1 };
  const changed = { app_id: appId, name, listed_name: `LOWER(${name})` };
  await copyRow(filler, 'mini_programs', { ...range, changed });
  await copyRow(filler, 'versions', { ...range, changed: { app_id: appId } });
  await copyRow(filler, 'report_days', { ...range, changed: { app_id: appId } });
}

async function fillDevices(filler: Filler): Promise<void> {
  const token = `'bench-' || CAST(n AS TEXT)`;
  // The database assigns its id: the first is 1.
  const changed = { id: 'n', token, token_key: token };
  await copyRow(filler, 'devices', { from: 2, to: DEVICES, changed });
  const changedTopic = { device_id: 'n' };
  await copyRow(filler, 'topic_subscriptions', { from: 2, to: DEVICES, changed: changedTopic });
}

/** Messages of the last four weeks, one in ten of the topic, by ten senders; everything is counted. */
async function fillMessages(filler: Filler, from: number, to: number): Promise<void> {
  const since = Date.now() - 28 * DAY_MS;
  const createdAt = `${since} + (n * 7919) % ${28 * DAY_MS}`;
  const changed = {
    id: 'n',
    position: 'n',
    sender: `'sender-' || CAST(n % 10 AS TEXT)`,
    topic: `CASE WHEN n % 10 = 0 THEN 'news' ELSE 'topic-' || CAST(n % 1000 AS TEXT) END`,
    created_at: createdAt,
    send_at: createdAt,
  };
  await copyRow(filler, 'push_messages', { from, to, changed });
  await filler.run(`UPDATE push_clock SET last = ${to} WHERE name = 'position'`);
  await filler.run(
    `INSERT INTO push_clock (name, last) VALUES ('sends-counted', ${to})
      ON CONFLICT (name) DO UPDATE SET last = excluded.last`,
  );
  for (let day = 0; day < 30; day++) {
    const name = new Date(Date.now() - day * DAY_MS).toISOString().slice(0, 10);
    for (let sender = 0; sender < 10; sender++) {
      await filler.run(
        `INSERT INTO send_days (day, sender, accepted, sent) VALUES ('${name}', 'sender-${sender}', 1000, 900)
          ON CONFLICT (day, sender) DO NOTHING`,
      );
    }
  }
}

/** The latency of each request in milliseconds, sent sequentially to exclude queueing. */
async function ask(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const start = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    if (n >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

function growthRow(few: Measured, many: Measured): Row {
  const [before, after] = [few.p50.overview, many.p50.overview];
  return {
    what: `overview against ${few.messages.toLocaleString('en')} messages, median, ${many.engine}, ${many.messages.toLocaleString('en')}`,
    measured: ms(after),
    peer: ms(before),
    ratio: after / before,
    goal: { below: MAX_GROWTH },
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function sectionOf(found: readonly Measured[]): Section {
  return {
    how: `The requests of the console's screens, one after the other on loopback, ${REQUESTS} of each after ${WARM_UP} to warm up, with ${MINI_APPS.toLocaleString('en')} mini-apps that crashed today, ${DEVICES.toLocaleString('en')} devices and so many messages of four weeks. Rows are copies of one that the API wrote.`,
    rows: found.flatMap((measured) => {
      const { engine, messages, p99 } = measured;
      const few = found.find((each) => each.engine === engine)!;
      return [
        {
          what: `overview, p99, ${engine}, ${messages.toLocaleString('en')} messages`,
          measured: ms(p99.overview),
          peer: ms(MAX_OVERVIEW_MS),
          ratio: p99.overview / MAX_OVERVIEW_MS,
          goal: { below: 1 },
        },
        {
          what: `a list of ${MINI_APPS.toLocaleString('en')} filtered, p99, ${engine}, ${messages.toLocaleString('en')} messages`,
          measured: ms(p99['mini-apps that match']),
          peer: ms(MAX_FILTER_MS),
          ratio: p99['mini-apps that match'] / MAX_FILTER_MS,
          goal: { below: 1 },
        },
        ...(measured === few ? [] : [growthRow(few, measured)]),
      ];
    }),
    tables: [
      {
        title: 'Screens of the console, median and p99',
        head: ['engine', 'messages', ...Object.keys(ASKED)],
        rows: found.map(({ engine, messages, p50, p99 }) => [
          engine,
          messages.toLocaleString('en'),
          ...(Object.keys(ASKED) as Asked[]).map((asked) => `${ms(p50[asked])}, ${ms(p99[asked])}`),
        ]),
      },
    ],
  };
}
