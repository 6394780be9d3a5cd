import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { renderUnicodeCompact } from 'uqr';
import { expect, it } from 'vitest';

import { linkProject } from '../../testing/linkProject.ts';
import { startInTerminal } from '../../testing/startInTerminal.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const PATIENT = { timeout: 60_000 };

/** A browser that only writes down which address it was asked to open. */
async function noteBrowser() {
  const folder = await temporaryFolder('browser');
  const program = join(folder, 'browser');
  const note = join(folder, 'opened');
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > '${note}'\n`);
  await chmod(program, 0o755);
  return { program, opened: () => readFile(note, 'utf8').catch(() => '') };
}

const start = async (args: string[], env?: NodeJS.ProcessEnv) =>
  startInTerminal(await linkProject(), ['start', '--port', '0', ...args], env);

it('in a terminal keys open the browser, reload, build for the next platform, clear the screen and quit', async () => {
  const { program, opened } = await noteBrowser();
  const { text, press, ended } = await start([], { BROWSER: program });
  await expect.poll(text, PATIENT).toContain('quit');
  expect(text()).toContain('miniapp start --host shows a code to scan');
  const [address = ''] = /http:\/\/localhost:\d+\//.exec(text())!;
  press('o');
  await expect.poll(opened, PATIENT).toBe(address);

  await expect.poll(text, PATIENT).toMatch(/web built in/);
  const events = await fetch(`${address}events`);
  const heard: string[] = [];
  void (async () => {
    for await (const part of events.body!.pipeThrough(new TextDecoderStream())) heard.push(part);
  })().catch(() => undefined);
  await expect.poll(() => heard.join('')).toContain('"type":"built"');
  expect(heard.join('')).not.toContain('"type":"changed"');
  press('r');
  await expect.poll(() => heard.join('')).toContain('"type":"changed"');

  press('p');
  await expect.poll(text, PATIENT).toMatch(/Building for .*android/);
  await expect.poll(text, PATIENT).toMatch(/android built in/);
  press('p');
  await expect.poll(text, PATIENT).toMatch(/Building for .*web/);
  press('c');
  await expect.poll(text).toContain('\u001b[2J');
  press('q');
  expect(await ended).toBe(0);
}, 180_000);

it('for a network there is a code that a phone can scan, of the link that opens it in a host', async () => {
  const { text, press, ended } = await start(['--host', '127.0.0.2', '--scheme', 'acme']);
  await expect.poll(text, PATIENT).toContain('Scan it to open');
  const [address = ''] = /http:\/\/127\.0\.0\.2:\d+/.exec(text())!;
  const code = renderUnicodeCompact(`acme://develop?url=${encodeURIComponent(address)}`);
  // A terminal may be set to return at the end of each line.
  expect(text().replaceAll('\r', '')).toContain(code.replaceAll(/^/gm, '  '));
  // Ctrl-C is a key like the others here, and ends it as well.
  press('\u0003');
  expect(await ended).toBe(0);
}, 120_000);
