import { GATHER_MS, MAX_GATHERED } from '@host/push/core';

import type { Contender } from './fan-out/Contender.types.ts';
import {
  startFloor,
  startMosquitto,
  startNats,
  startNchan,
  startOurs,
  startRedis,
  startWs,
} from './fan-out/contenders.ts';
import { type Client, type Delivered, startClient } from './fan-out/startClient.ts';
import { MESSAGE_BYTES } from './fan-out/words.ts';
import { compileC } from './lib/compileC.ts';
import { pinningNote } from './lib/cores.ts';
import { DISTURBED_NOTE, leastDisturbed, watched } from './lib/leastDisturbed.ts';
import { Patience } from './lib/Patience.ts';
import { packageVersions, providePeers } from './lib/peers.ts';
import { cpuMs } from './lib/processFigures.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { buildPlatform } from './lib/startPlatform.ts';
import { median, medianRatio } from './lib/statistics.ts';

export const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 10_000);
const ROUNDS = 5;
/** Long enough for about twenty sequential messages, so that one more or less does not matter. */
const ROUND_SECONDS = 2;
/** Until the JIT has compiled the hot paths. */
export const WARM_UP_SECONDS = 8;
export const IN_FLIGHT = [1, 32] as const;
/** The acknowledgement batching of `@host/push`. */
export const PACE = { messages: MAX_GATHERED, milliseconds: GATHER_MS };
const EAGER = { messages: 1, milliseconds: GATHER_MS };

const PACKAGES = ['redis-server', 'ngx_nchan_module.so', 'nats-server', 'mosquitto'] as const;
const PEERS = {
  'C, send() in a loop': startFloor,
  'Redis pub/sub': startRedis,
  '`ws` 8, send() in a loop': startWs,
  nchan: startNchan,
  'NATS, WebSocket': startNats,
  'Mosquitto, QoS 0': startMosquitto,
};
type PeerName = keyof typeof PEERS;
const OURS = {
  ours: { pace: PACE, env: {} },
  'ours, public APIs alone': { pace: PACE, env: { NATIVE_FAN_OUT: 'false' } },
  'ours, every message acknowledged': { pace: EAGER, env: {} },
};
type Name = keyof typeof OURS | PeerName;

/** The largest costs according to perf profiles, in descending order. */
const IN_THE_WAY = [
  [
    'without the loop in C: the stream of Node around each write(2), an object for the request, a call into C++, a tick afterwards; with so much code between two of them the same write(2) takes up to twice as long on arm64, from one launch to the next',
    '`socket.write` is the only public way to a socket; `fs.writeSync` on its descriptor, tried beside it on arm64, came to 0.40 to 0.67 of the C program in five launches',
    'the loop in C, which cannot do TLS: that has to end before the server',
  ],
  [
    'acknowledgements, heartbeats, the write to disk, and what became of the message',
    'the C program has none of these',
    'nothing: that is the product',
  ],
  [
    'looking whether the device has room, and noting that it was sent the message',
    'memory of ten thousand connections does not stay in the cache, though many are looked at before they are written to',
    'flat arrays by connection in the place of objects',
  ],
] as const;

export interface Figures extends Delivered {
  perSecond: number;
  cpuMicroseconds: number;
  others: number;
}

/** One message to a topic with many connected devices. */
export async function fanOut(log: Log): Promise<Section> {
  await providePeers(PACKAGES, log);
  const main = await buildPlatform();
  const program = await compileC('fan-out/client.c');
  const contenders = new Map<Name, { contender: Contender; client: Client }>();
  const connect = async (name: Name, contender: Contender) => {
    contenders.set(name, { contender, client: await startClient(program, contender) });
    log(`${name}: ${CONNECTIONS} connections`);
  };
  const connectOurs = async (name: keyof typeof OURS) => {
    const { pace, env } = OURS[name];
    await connect(name, await startOurs(main, CONNECTIONS, pace, { env }));
  };
  // The order matters: contenders that are compared most closely are measured next to each other.
  await connectOurs('ours');
  for (const name of Object.keys(PEERS) as PeerName[]) {
    await connect(name, await PEERS[name](CONNECTIONS));
    if (name === 'C, send() in a loop') await connectOurs('ours, public APIs alone');
  }
  await connectOurs('ours, every message acknowledged');

  const figures = new Map<string, Figures[]>();
  const patience = new Patience();
  for (const { client } of contenders.values()) {
    for (const inFlight of IN_FLIGHT) await client.round(inFlight, WARM_UP_SECONDS);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, { contender, client }] of contenders) {
      const inTurn = await leastDisturbed(patience, () => measureAll(contender, client));
      for (const [index, result] of inTurn.rounds.entries()) {
        const key = `${name} ${IN_FLIGHT[index]}`;
        figures.set(key, [...(figures.get(key) ?? []), result]);
        log(
          `round ${round}/${ROUNDS}  ${`${name}, ${IN_FLIGHT[index]} in flight`.padEnd(46)} ${Math.round(result.perSecond)}/s  ` +
            `${result.cpuMicroseconds.toFixed(2)} µs CPU each  others ${Math.round(result.others * 100)} %`,
        );
      }
    }
  }
  for (const { client, contender } of contenders.values()) {
    await client.stop();
    await contender.server.stop();
  }
  const roundsOf = (name: Name, inFlight: number) => figures.get(`${name} ${inFlight}`)!;
  return sectionOf(await packageVersions(PACKAGES), [...contenders.keys()], roundsOf);
}

export async function measureAll(contender: Contender, client: Client) {
  const rounds: Figures[] = [];
  for (const inFlight of IN_FLIGHT) rounds.push(await measure(contender, client, inFlight));
  return { rounds, others: Math.max(...rounds.map(({ others }) => others)) };
}

async function measure(contender: Contender, client: Client, inFlight: number): Promise<Figures> {
  const { pid } = contender.server;
  const before = await cpuMs(pid);
  const round = await watched([pid, client.pid], () => client.round(inFlight, ROUND_SECONDS));
  const cpu = (await cpuMs(pid)) - before;
  return {
    ...round,
    perSecond: round.deliveries / round.seconds,
    cpuMicroseconds: (cpu * 1000) / round.deliveries,
  };
}

function summary(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[];
  const medians = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(medians) as Figures;
}

function sectionOf(
  versions: string,
  names: readonly Name[],
  roundsOf: (name: Name, inFlight: number) => readonly Figures[],
): Section {
  const figuresOf = (name: Name, inFlight: number) => summary(roundsOf(name, inFlight));
  const rate = ({ perSecond }: Figures) => `${Math.round(perSecond / 1000)}k/s`;
  const against = (peer: Name, inFlight: number, atLeast: number, name: Name = 'ours'): Row => {
    const [ours, theirs] = [figuresOf(name, inFlight), figuresOf(peer, inFlight)];
    const how = name === 'ours' ? '' : name.slice('ours'.length);
    return {
      what: `deliveries/s, ${inFlight} in flight${how}, against ${peer}`,
      measured: rate(ours),
      peer: rate(theirs),
      ratio: medianRatio(
        roundsOf(name, inFlight).map(({ perSecond }) => perSecond),
        roundsOf(peer, inFlight).map(({ perSecond }) => perSecond),
      ),
      goal: { atLeast },
    };
  };
  const peers = (Object.keys(PEERS) as PeerName[]).slice(1);
  const best = peers.toSorted(
    (one, other) => figuresOf(other, 32).perSecond - figuresOf(one, 32).perSecond,
  )[0]!;
  const all = IN_FLIGHT.flatMap((inFlight) =>
    names.map((name) => ({ name, inFlight, figures: figuresOf(name, inFlight) })),
  );
  return {
    how:
      `A topic message to ${CONNECTIONS.toLocaleString('en')} connected devices, each of which receives ${MESSAGE_BYTES} bytes of JSON. Ours is the ` +
      'real server with its sockets in C, and once without that: `POST /fcm/send` to a topic, on disk before it is answered, to devices that speak docs/push-protocol.md and ' +
      `acknowledge as \`@host/push\` does: at once, and then again after ${PACE.milliseconds} ms or ${PACE.messages} messages; the same with every message acknowledged ` +
      'at once is in the table. The devices’ rows are copies of one that was registered through the API. The peers (' +
      `${versions} of Debian, \`ws\` of npm) keep nothing and get no acknowledgements. One C program opens all connections and counts, for every server the same; a delivery ` +
      `counts when it was read. Medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s after a warm-up, all in turns, all connections open throughout; a ratio is the median of the rounds’ own; ${pinningNote()}, ` +
      `all threads of a server on that one core. ${DISTURBED_NOTE}`,
    rows: [
      against('C, send() in a loop', 1, 0.95),
      against('C, send() in a loop', 1, 0.7, 'ours, public APIs alone'),
      ...peers.map((peer) => against(peer, 1, peer === 'Redis pub/sub' ? 0.95 : 1)),
      against(best, 32, 2),
    ],
    others: median(all.map(({ figures }) => figures.others)),
    tables: [
      {
        title: 'What stands between one in flight and the C program',
        head: ['what a delivery costs', 'why', 'what would help'],
        rows: IN_THE_WAY,
      },
      {
        title: 'Everybody',
        head: ['server', 'in flight', 'deliveries/s', 'CPU each', 'p50', 'p99'],
        rows: all.map(({ name, inFlight, figures }) => [
          name,
          String(inFlight),
          rate(figures),
          `${figures.cpuMicroseconds.toFixed(2)} µs`,
          `${figures.p50.toFixed(0)} ms`,
          `${figures.p99.toFixed(0)} ms`,
        ]),
      },
    ],
  };
}
