import { setTimeout as sleep } from 'node:timers/promises';

import { sharingNote } from './lib/cores.ts';
import { DISTURBED_NOTE, leastDisturbed, watched } from './lib/leastDisturbed.ts';
import { Patience } from './lib/Patience.ts';
import { publishMiniApp } from './lib/publishMiniApp.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { seedGateway, tokenOfKey } from './lib/seedGateway.ts';
import { Sender } from './lib/Sender.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median, medianRatio, quantile } from './lib/statistics.ts';
import { ATTACKED_APP, attacksOf } from './strangers/attacks.ts';
import { type Answers, startAttack } from './strangers/startAttack.ts';

const DEVICES = 20_000;
const ROUNDS = 5;
const ROUND_SECONDS = 10;
/** Connections per attack. */
const CONNECTIONS = 25;
const ADDRESSES = 200;
const SENDS_PER_SECOND = 100;
/** Enough for the sends during a stall of the server; with fewer, the back end would queue behind itself. */
const SENDER_CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
/** The default limits, which other benchmarks lift. */
const SHIPPED_LIMITS = { RATE_LIMIT_PER_ADDRESS: '3000', RATE_LIMIT_PER_TOKEN: '1200' };

interface Round {
  p50: number;
  p99: number;
  others: number;
}

/** The latency of a back end's sends while unauthenticated clients flood the server. */
export async function strangers(log: Log): Promise<Section> {
  const main = await buildPlatform();
  const { dataDir, keys } = await seedGateway(main, { devices: DEVICES, topics: {} });
  const server = await startPlatform({ main, dataDir, cores: 'all', env: SHIPPED_LIMITS });
  await publishMiniApp(server.origin, { appId: ATTACKED_APP, version: '1.0.0' });
  const tokens = keys.map(tokenOfKey);
  const sender = new Sender(server.origin, SENDER_CONNECTIONS);
  const patience = new Patience();

  const measure = async (name: string, attacks: readonly string[]) => {
    const attack =
      attacks.length === 0
        ? undefined
        : await startAttack(server.origin, {
            attacks,
            connections: CONNECTIONS,
            addresses: ADDRESSES,
          });
    await sleep(WARM_UP_SECONDS * 1000);
    const round = await watched([server.pid, ...(attack ? [attack.pid] : [])], () =>
      sendSteadily(sender, tokens),
    );
    const answers = await attack?.stop();
    log(
      `${name.padEnd(40)} p50 ${ms(round.p50)}  p99 ${ms(round.p99)}  others ${Math.round(round.others * 100)} %`,
    );
    return { ...round, answers };
  };

  const all = attacksOf([]).map(({ name }) => name);
  await measure('warm-up', []);
  const [idle, attacked, alone]: [
    Round[],
    (Round & { answers: Answers | undefined })[],
    string[][],
  ] = [[], [], []];
  for (let round = 1; round <= ROUNDS; round++) {
    idle.push(await leastDisturbed(patience, () => measure('idle', [])));
    attacked.push(await leastDisturbed(patience, () => measure('all attacks', all)));
  }
  const quiet = median(idle.map(({ p99 }) => p99));
  for (const name of all) {
    const { p99, answers } = await leastDisturbed(patience, () => measure(name, [name]));
    alone.push([name, ms(p99), (p99 / quiet).toFixed(1), summarise(answers?.[name])]);
  }
  sender.close();
  await server.stop();

  const of = (rounds: readonly Round[], figure: 'p50' | 'p99') =>
    rounds.map((each) => each[figure]);
  const row = (figure: 'p50' | 'p99') => ({
    what: `${figure} of sends under all attacks at once, against idle`,
    measured: ms(median(of(attacked, figure))),
    peer: ms(median(of(idle, figure))),
    ratio: medianRatio(of(attacked, figure), of(idle, figure)),
  });
  const last = attacked.at(-1)!.answers ?? {};
  return {
    how:
      `A back end sends ${SENDS_PER_SECOND} messages a second to one of ${DEVICES.toLocaleString('en')} tokens in turn, whether or not the ones before are answered; a send counts from when it was due. ` +
      `The server is as it ships, its limits included. ${all.length} attacks run at once over ${CONNECTIONS} connections each from ${ADDRESSES} addresses, so that no limit on an address ends them, and each asks again as soon as it is answered. ` +
      `The peer is the same server without the attacks. Medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s, in turns; ${sharingNote()} and has the lowest priority, since strangers have machines of their own. ${DISTURBED_NOTE}`,
    rows: [{ ...row('p99'), goal: { below: 3 } }, row('p50')],
    others: median([...idle, ...attacked].map(({ others }) => others)),
    tables: [
      {
        title: 'Each attack alone',
        head: ['attack', 'p99 of sends', 'against idle', 'answers in a round'],
        rows: alone,
      },
      {
        title: 'What the attacks were answered when all ran at once',
        head: ['attack', 'answers in a round'],
        rows: all.map((name) => [name, summarise(last[name])]),
      },
    ],
  };
}

/** Sends at a constant rate (open loop): the latency of a send counts from when it was due. */
async function sendSteadily(
  sender: Sender,
  tokens: readonly string[],
): Promise<Omit<Round, 'others'>> {
  const [start, latencies] = [performance.now(), [] as number[]];
  const sending: Promise<void>[] = [];
  for (let n = 0; n < ROUND_SECONDS * SENDS_PER_SECOND; n++) {
    const due = start + (n * 1000) / SENDS_PER_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    const body = {
      to: tokens[n % tokens.length],
      notification: { title: 'Hello' },
      data: { n: String(n) },
    };
    sending.push(sender.send(body).then(() => void latencies.push(performance.now() - due)));
  }
  await Promise.all(sending);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function summarise(counts: Readonly<Record<string, number>> = {}): string {
  return Object.entries(counts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}
