import { type WorkerFigures, compareWorkers, workersNote } from './lib/compareWorkers.ts';
import { CORES } from './lib/cores.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { startUpstream } from './lib/startUpstream.ts';
import { type Worker, startWorker } from './lib/startWorker.ts';
import { median, medianRatio } from './lib/statistics.ts';

const ROUNDS = 5;
const PEERS = {
  'APNs, against @parse/node-apn 8': {
    ours: 'apns, ours',
    peer: 'apns, @parse/node-apn',
    below: 1,
  },
  'FCM HTTP v1, against firebase-admin 13': {
    ours: 'fcm, ours',
    peer: 'fcm, firebase-admin',
    below: 0.75,
  },
} as const;
const KINDS = {
  shared: 'one message to 500 devices',
  own: 'a message of its own to each device',
} as const;

/** The cost of a send through Apple's and Google's push services. */
export async function upstreams(log: Log): Promise<Section> {
  const upstream = await startUpstream();
  const rows: Row[] = [];
  const others: number[] = [];
  for (const [messages, kind] of Object.entries(KINDS)) {
    log(kind);
    const env = { ORIGIN: upstream.origin, CA: upstream.ca, MESSAGES: messages };
    const workers: Record<string, Worker> = {};
    for (const name of Object.values(PEERS).flatMap(({ ours, peer }) => [ours, peer])) {
      const workerEnv = { ...env, CONTENDER: name };
      workers[name] = await startWorker('upstreamWork.ts', workerEnv, CORES.server);
    }
    const figures = await compareWorkers(workers, ROUNDS, log, [upstream.pid]);
    for (const each of Object.values(workers)) await each.stop();
    for (const [what, { ours, peer, below }] of Object.entries(PEERS)) {
      rows.push(row(`CPU per send, ${kind}, ${what}`, figures[ours]!, figures[peer]!, below));
    }
    others.push(...Object.values(figures).map((each) => each.others));
  }
  upstream.stop();

  return {
    how:
      'Processor time of the sender for one device, over HTTP/2 and TLS to a server on the other core that answers everything ' +
      'with success: signing, mapping the message, headers, the connection. Lists of 500 devices, one list after the other: ' +
      "node-apn's `send`, firebase-admin's `sendEachForMulticast` and `sendEach`, which makes a connection for each list. " +
      workersNote(ROUNDS),
    rows,
    others: median(others),
  };
}

function row(what: string, ours: WorkerFigures, peer: WorkerFigures, below: number): Row {
  const text = ({ cpuMicroseconds, perSecond }: WorkerFigures) =>
    `${cpuMicroseconds.toFixed(0)} µs, ${Math.round(perSecond)}/s`;
  return {
    what,
    measured: text(ours),
    peer: text(peer),
    ratio: medianRatio(ours.rounds, peer.rounds),
    goal: { below },
  };
}
