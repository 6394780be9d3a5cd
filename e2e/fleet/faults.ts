import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { findPostgres } from '../../scripts/services/findPostgres.ts';
import { provideProgram } from '../../scripts/services/provideProgram.ts';
import { FAULTS, type FaultName } from './planFaults.ts';
import { runFaults } from './runFaults.ts';
import type { Size } from './Scene.ts';

/** A scale that CI has time for, and a large one. */
const SIZES: Record<'small' | 'large', Size> = {
  small: { nodes: 3, due: 600, crowd: 200, connectsPerSecond: 60 },
  large: { nodes: 4, due: 10_000, crowd: 10_000, connectsPerSecond: 500 },
};

const HELP = `pnpm faults [--seed N] [--minutes M | --seconds S | --once] [--only fault,…] [--large] [--log file]

Runs three nodes on PostgreSQL with a standby and NATS, under load, through faults that a seed decides, and holds what
senders and devices saw against what has to hold: everything that was accepted arrives on every device that it is for,
once, in time, and is counted once. Needs root on Linux: it works in a network of its own.

  --seed N        which faults happen, in which order; another one each time where it is left out
  --minutes M     how long (5)
  --seconds S     the same in seconds
  --once          each fault once instead
  --only a,b      these faults alone
  --large         four nodes, ${SIZES.large.due} messages that are due at once instead of ${SIZES.small.due}, and storms of ${SIZES.large.crowd} devices
                  instead of ${SIZES.small.crowd}: as many as the files that a process may open
  --log file      keeps what the clients saw, and what the nodes said beside it

${Object.entries(FAULTS)
  .map(([name, text]) => `  ${name.padEnd(14)}  ${text}`)
  .join('\n')}
`;

const IN_NAMESPACE = 'FLEET_NAMESPACE';
const MAX_SEED = 1_000_000;
const MAX_PROBLEMS_SAID = 30;
// Also a PID namespace: however this process ends, its descendants end, too.
const OWN_NAMESPACES = ['--net', '--pid', '--mount-proc', '--fork', '--kill-child'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    once: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    log: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(values.seed);
  const seconds = Number(values.seconds ?? Number(values.minutes) * 60);
  const only = values.only?.split(',') as FaultName[] | undefined;
  const unknown = only?.find((name) => !Object.hasOwn(FAULTS, name));
  if (!Number.isInteger(seed) || !(seconds > 0) || unknown !== undefined) {
    process.stderr.write(unknown === undefined ? HELP : `There is no fault ${unknown}.\n\n${HELP}`);
    return 2;
  }
  // Installed here, since the namespace has no network.
  const programs = await providePrograms();
  if (programs === undefined) {
    process.stderr.write(
      'PostgreSQL 15, nats-server, iproute2 and iptables have to be installed.\n',
    );
    return 2;
  }
  if (process.env[IN_NAMESPACE] === undefined) return inNamespace(['--seed', String(seed)]);
  say(values.once ? `seed ${seed}, once` : `seed ${seed}, ${seconds} s`);
  const problems = await runFaults({
    seed,
    seconds,
    isOnce: values.once,
    size: SIZES[values.large ? 'large' : 'small'],
    only,
    ...programs,
    logFile: values.log,
    say,
  });
  for (const problem of problems.slice(0, MAX_PROBLEMS_SAID)) say(problem);
  if (problems.length > 0) say(`Run it again with --seed ${seed}.`);
  return problems.length === 0 ? 0 : 1;
}

async function providePrograms() {
  const [nats, ...others] = [
    await provideProgram('nats-server', placesOf('nats-server')),
    await provideProgram('iproute2', placesOf('ip')),
    await provideProgram('iptables', placesOf('iptables')),
  ];
  const postgresBin = await findPostgres();
  const hasOthers = others.every((each) => 'path' in each);
  if (!hasOthers || postgresBin === undefined || !('path' in nats)) return undefined;
  return { postgresBin, natsServer: nats.path };
}

const placesOf = (program: string) =>
  ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].map((folder) => `${folder}/${program}`);

/** Runs this program again in its own network namespace, in which dropping packets affects nobody else. */
async function inNamespace(seed: string[]): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    process.stderr.write('Only root on Linux can make a network to break.\n');
    return 2;
  }
  const file = fileURLToPath(import.meta.url);
  const node = [process.execPath, '--import', 'tsx', file, ...process.argv.slice(2), ...seed];
  const child = spawn(
    'unshare',
    [...OWN_NAMESPACES, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...node],
    { stdio: 'inherit', env: { ...process.env, [IN_NAMESPACE]: '1' } },
  );
  // `unshare` waits for its child and ignores other signals; killing it ends everything in its namespaces.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => child.kill('SIGKILL'));
  }
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

process.exitCode = await main();
process.exit();
