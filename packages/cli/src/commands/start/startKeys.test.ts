import { spawn } from 'node:child_process';

import { expect, it } from 'vitest';

import { buildOnce } from '../../testing/buildOnce.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

/** Starts the mini-app of a project in a terminal, which `script` of the system makes. */
async function startInTerminal(...args: string[]) {
  const main = await buildOnce();
  const cwd = await linkProject();
  const command = [process.execPath, main, 'start', '--port', '0', ...args].join(' ');
  const home = await temporaryFolder('config');
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'xterm', BROWSER: 'true' },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { text: () => text, press: (key: string) => child.stdin.write(key), ended };
}

it('in a terminal keys build for another platform, clear the screen and quit', async () => {
  const { text, press, ended } = await startInTerminal();
  await expect.poll(text, { timeout: 60_000 }).toContain('quit');
  expect(text()).toContain('miniapp start --host shows a code to scan');
  press('p');
  await expect.poll(text, { timeout: 60_000 }).toMatch(/android built in/);
  press('c');
  await expect.poll(text).toContain('\u001b[2J');
  press('o');
  press('q');
  expect(await ended).toBe(0);
}, 120_000);

it('for a network there is a code that a phone can scan', async () => {
  const { text, press, ended } = await startInTerminal('--host', '127.0.0.2');
  await expect.poll(text, { timeout: 60_000 }).toContain('Scan it to open');
  expect(text()).toMatch(/[▀▄█]{6}/);
  // Ctrl-C is a key like the others here, and ends it as well.
  press('\u0003');
  expect(await ended).toBe(0);
}, 120_000);
