import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { Terminal, stop, untilSaid } from './Terminal.ts';

it('has stopped a command when what that started has ended, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terminal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const slow = `trap 'sleep 0.3; echo over; exit' TERM; echo up; while :; do sleep 0.1; done`;
  const started = new Terminal(folder, {}).start(`sh -c "${slow}" & wait`);
  await untilSaid(started, 'up');
  await stop(started);
  expect(started.said()).toMatch(/over\n$/);
  await expect(stop(started)).resolves.toBeUndefined();
});
