import { type WorkerFigures, compareWorkers, workersNote } from './lib/compareWorkers.ts';
import { CORES } from './lib/cores.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { startWorker } from './lib/startWorker.ts';
import { median, medianRatio } from './lib/statistics.ts';

const ROUNDS = 5;

/** The cost of preparing a Web Push message: encryption and headers, without the network. */
export async function webPush(log: Log): Promise<Section> {
  const worker = (contender: string) =>
    startWorker('webPushWork.ts', { CONTENDER: contender }, CORES.server);
  const workers = {
    ours: await worker('ours'),
    'ours, keys by Node': await worker('ours, keys by Node'),
    'web-push': await worker('web-push'),
  };
  const figures = await compareWorkers(workers, ROUNDS, log);
  const peer = figures['web-push'];
  for (const each of Object.values(workers)) await each.stop();

  const rate = ({ cpuMicroseconds }: WorkerFigures) =>
    `${Math.round(1e6 / cpuMicroseconds)}/s (${cpuMicroseconds.toFixed(0)} µs)`;
  const row = (what: string, ours: WorkerFigures): Row => ({
    what,
    measured: rate(ours),
    peer: rate(peer),
    ratio: medianRatio(peer.rounds, ours.rounds),
  });
  return {
    how:
      'Encryption (RFC 8291) and headers (RFC 8292) of one message for 2,000 subscriptions in turn, with a fresh key for each ' +
      'message, without sending it. The peer is `web-push` 3.6.7 (`generateRequestDetails`). A second is a second of processor ' +
      'time on one core. Keys are agreed on by the OpenSSL of Node, called from C where there is a compiler: Node’s own ' +
      `object tests each pair that it has just made. ${workersNote(ROUNDS)}`,
    rows: [
      {
        ...row('messages per CPU second, against web-push', figures.ours),
        goal: { atLeast: 4 },
      },
      row('the same without a compiler', figures['ours, keys by Node']),
    ],
    others: median(Object.values(figures).map(({ others }) => others)),
  };
}
