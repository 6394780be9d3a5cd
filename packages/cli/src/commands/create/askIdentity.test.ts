import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startInTerminal } from '../../testing/startInTerminal.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';

it('in a terminal asks for the id, the name and what to start from, and says what does not fit', async () => {
  const folder = await temporaryFolder('create');
  const { text, press, ended } = await startInTerminal(folder, ['create', 'tickets']);
  await expect.poll(text).toContain('Its id, a reverse domain');
  // The cursor stands on its first letter.
  expect(text()).toContain('om.example.tickets');
  press(`Nonsense${ENTER}`);
  await expect.poll(text).toContain('an appId is a lower-case reverse domain');
  const said = text().length;
  press(`${'\u007f'.repeat('Nonsense'.length)}com.acme.tickets${ENTER}`);
  await expect.poll(() => text().slice(said)).toContain('Its name, as people see it');
  press(`Box office${ENTER}`);
  await expect.poll(text).toContain('What does it start from?');
  press(`${DOWN}${ENTER}`);
  expect(await ended).toBe(0);

  const manifest = await readFile(join(folder, 'tickets/manifest.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ appId: 'com.acme.tickets', name: 'Box office' });
  // The second of the list: the form.
  expect(await readdir(join(folder, 'tickets/src/screens'))).toContain('FormScreen.tsx');
});

it('makes nothing when the questions are cancelled', async () => {
  const folder = await temporaryFolder('create');
  const { text, press, ended } = await startInTerminal(folder, ['create', 'tickets']);
  await expect.poll(text).toContain('Its id, a reverse domain');
  press('\u0003');
  expect(await ended).toBe(130);
  expect(text()).toContain('Nothing was made.');
  expect(await readdir(folder)).toEqual([]);
});
