import { compareWorkers, workersNote } from './lib/compareWorkers.ts';
import { CORES } from './lib/cores.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { startWorker } from './lib/startWorker.ts';
import { median, medianRatio } from './lib/statistics.ts';

const ROUNDS = 5;

/** What it costs to make a Web Push message ready: encryption and headers, without the network. */
export async function webPush(log: Log): Promise<Section> {
  const worker = (contender: string) =>
    startWorker('webPushWork.ts', { CONTENDER: contender }, CORES.server);
  const workers = { ours: await worker('ours'), 'web-push': await worker('web-push') };
  const { ours, 'web-push': peer } = await compareWorkers(workers, ROUNDS, log);
  for (const each of Object.values(workers)) await each.stop();

  const rate = (cpuMicroseconds: number) => `${Math.round(1e6 / cpuMicroseconds)}/s`;
  return {
    how:
      'Encryption (RFC 8291) and headers (RFC 8292) of one message for 2,000 subscriptions in turn, with a fresh key for each ' +
      'message, without sending it. The peer is `web-push` 3.6.7 (`generateRequestDetails`). A second is a second of processor ' +
      `time on one core. ${workersNote(ROUNDS)}`,
    rows: [
      {
        what: 'messages per CPU second, against web-push',
        measured: `${rate(ours.cpuMicroseconds)} (${ours.cpuMicroseconds.toFixed(0)} µs)`,
        peer: `${rate(peer.cpuMicroseconds)} (${peer.cpuMicroseconds.toFixed(0)} µs)`,
        ratio: medianRatio(peer.rounds, ours.rounds),
        goal: { atLeast: 4 },
      },
    ],
    others: median([ours.others, peer.others]),
  };
}
