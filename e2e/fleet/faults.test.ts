import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { noteNotTested } from '../../scripts/services/noteNotTested.ts';
import { FAULTS, type FaultName } from './planFaults.ts';

const allFaults = Object.keys(FAULTS) as FaultName[];
const SEED = process.env['FLEET_SEED'] ?? '182';
/** What happens to a fleet in one run; everything else happens in another, so that neither takes long. */
const APART = ['restore', 'put-back', 'fill-disk', 'sleep', 'due-many', 'storm'] as const;
const isApart = (name: FaultName) => APART.some((each) => each === name);
const RUNS = [
  [
    'with nodes and services that die, stand still, and fall silent',
    allFaults.filter((name) => !isApart(name)),
  ],
  ['with backups put back, a full disk, closed apps, and many at once', allFaults.filter(isApart)],
] as const;

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasAll = inject('postgresUrl') !== undefined && inject('natsServerPath') !== undefined;
if (!isRoot) {
  const sentence = 'A fleet that is broken on purpose: only root on Linux can make a network.';
  if (process.env['CI']) throw new Error(sentence);
  await noteNotTested(sentence);
}

function start(...args: string[]) {
  const file = fileURLToPath(new URL('faults.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function faults(...args: string[]) {
  const child = start(...args);
  // Also when a test gives up: what it broke would go on, beside the next one.
  onTestFinished(() => void child.kill('SIGTERM'));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await said;
  return { code, stdout, stderr };
}

describe.each(isRoot && hasAll ? RUNS : [])(`a fleet %s, by seed ${SEED}`, (_, names) => {
  it(
    'loses nothing, shows nothing twice, counts right, and keeps nobody waiting',
    { timeout: 600_000 },
    async () => {
      const only = names.join(',');
      const { code, stdout, stderr } = await faults('--seed', SEED, '--once', '--only', only);
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/^seed \d+: \d+ sends accepted/m);
      for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} \\(node-`, 'm'));
    },
  );
});

describe('the command that breaks a fleet', () => {
  it('says what it does, and which faults there are', async () => {
    const { code, stdout } = await faults('--help');
    expect(code).toBe(0);
    for (const name of Object.keys(FAULTS)) expect(stdout).toContain(`  ${name}`);
  });

  it.runIf(isRoot && hasAll)('ends with all that it started when it is told to', async () => {
    const child = start('--seed', SEED, '--only', 'hop');
    // Its pipes are open as long as any of its processes is there.
    const closed = once(child, 'close');
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('seed')) break;
    }
    child.kill('SIGTERM');
    child.stdout.resume();
    expect(await closed).toHaveLength(2);
  });

  it('knows no others', async () => {
    const { code, stderr } = await faults('--only', 'flood');
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no fault flood.')]);
  });
});
