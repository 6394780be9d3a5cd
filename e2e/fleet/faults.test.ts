import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, inject, it } from 'vitest';

import { noteNotTested } from '../../scripts/services/noteNotTested.ts';
import { FAULTS } from './planFaults.ts';

const SEED = process.env['FLEET_SEED'] ?? '182';
const SECONDS = 45;

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const hasAll = inject('postgresUrl') !== undefined && inject('natsServerPath') !== undefined;
if (!isRoot) {
  const sentence = 'A fleet that is broken on purpose: only root on Linux can make a network.';
  if (process.env['CI']) throw new Error(sentence);
  await noteNotTested(sentence);
}

async function faults(...args: string[]) {
  const file = fileURLToPath(new URL('faults.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number];
  const [stdout, stderr] = await said;
  return { code, stdout, stderr };
}

describe.each(isRoot && hasAll ? [SEED] : [])('a fleet that breaks by seed %s', (seed) => {
  it(
    'loses nothing, shows nothing twice, counts right, and keeps nobody waiting',
    { timeout: 400_000 },
    async () => {
      const { code, stdout, stderr } = await faults('--seed', seed, '--seconds', String(SECONDS));
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/^seed \d+: \d+ sends accepted/m);
    },
  );
});

describe('the command that breaks a fleet', () => {
  it('says what it does, and which faults there are', async () => {
    const { code, stdout } = await faults('--help');
    expect(code).toBe(0);
    for (const name of Object.keys(FAULTS)) expect(stdout).toContain(`  ${name}`);
  });

  it('knows no others', async () => {
    const { code, stderr } = await faults('--only', 'flood');
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no fault flood.')]);
  });
});
