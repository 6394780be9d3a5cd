import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, type FrameLocator, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildOnce } from '../../testing/buildOnce.ts';
import { edit } from '../../testing/edit.ts';
import { linkProject } from '../../testing/linkProject.ts';

const SCREEN = 'src/screens/ItemScreen.tsx';
const NOTE = `import { Text, TextInput, View } from 'react-native';

export function Note() {
  return (
    <View>
      <Text>Write a note</Text>
      <TextInput accessibilityLabel="Note" />
    </View>
  );
}
`;

let root: string;
let child: ChildProcessWithoutNullStreams;
let terminal = '';
let browser: Browser;
let page: Page;
let screen: FrameLocator;

const noChromium = inject('chromiumPath') === undefined;

beforeAll(async () => {
  if (noChromium) return;
  root = await linkProject();
  await writeFile(join(root, 'src/components/Note.tsx'), NOTE);
  await edit(root, SCREEN, 'import', `import { Note } from '../components/Note';\nimport`);
  await edit(root, SCREEN, '</Screen>', '<Note /></Screen>');
  const main = await buildOnce();
  child = spawn(process.execPath, [main, 'start', '--port', '0'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  child.stdout.setEncoding('utf8').on('data', (part: string) => (terminal += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (terminal += part));
  while (!terminal.includes('In the browser')) await once(child.stdout, 'data');
  const [url] = /http:\/\/localhost:\d+/.exec(terminal)!;
  const executablePath = inject('chromiumPath')!;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(url);
  screen = page.frameLocator('#screen');
  await screen.getByText('Change something').click();
  await screen.getByLabel('Note').fill('half a sentence');
  await screen.locator('body').evaluate(() => {
    (globalThis as { isTheSamePage?: boolean }).isTheSamePage = true;
  });
}, 240_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await browser?.close();
});

const typed = () => screen.getByLabel('Note').inputValue();
const isTheSamePage = () =>
  screen
    .locator('body')
    .evaluate(() => (globalThis as { isTheSamePage?: boolean }).isTheSamePage === true);
const note = (from: string, to: string) => edit(root, 'src/components/Note.tsx', from, to);

describe.skipIf(noChromium)('a file that is saved while `miniapp start` runs', () => {
  it('changes what is on the screen, and nothing that was typed or opened is lost', async () => {
    await note('Write a note', 'Write something');
    await screen.getByText('Write something').waitFor();
    expect(await typed()).toBe('half a sentence');
    await edit(root, SCREEN, '<Note />', '<Note /><Note />');
    await expect.poll(() => screen.getByText('Write something').count()).toBe(2);
    expect(await screen.getByLabel('Note').first().inputValue()).toBe('half a sentence');
    await edit(root, SCREEN, '<Note /><Note />', '<Note />');
    await expect.poll(() => screen.getByText('Write something').count()).toBe(1);
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('is taken over where the screens are put together, too: the one that was open stays open', async () => {
    await edit(root, 'src/App.tsx', "title: 'Details'", "title: 'All about it'");
    await screen.getByText('All about it').first().waitFor();
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('that has a mistake is shown with line and code, and what was typed is there once it is mended', async () => {
    await note('</View>', '</Viw>');
    await page.getByText('src/components/Note.tsx:8:').waitFor();
    await expect.poll(() => terminal).toMatch(/src\/components\/Note\.tsx:8:\d+\n/);
    expect(terminal).toMatch(/> +8 \| {5}<\/Viw>/);
    expect(terminal).not.toMatch(/\n\s+at .+node_modules/);
    await note('</Viw>', '</View>');
    await expect.poll(() => page.locator('#overlay').isHidden()).toBe(true);
    await note('Write something', 'Write on');
    await screen.getByText('Write on').waitFor();
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('is heard in the terminal: what it logs, prefixed', async () => {
    await note(
      'export function',
      `console.log('loaded %s', 'again', { times: 2 });\nexport function`,
    );
    await expect.poll(() => terminal).toContain('web log   loaded again { times: 2 }\n');
    await note('export function Note() {', `export function Note() {\n  console.warn('drawn');`);
    await expect.poll(() => terminal).toContain('web warn  drawn\n');
    await note(`\n  console.warn('drawn');`, '');
  });

  it('that logs without an end does not flood the terminal', async () => {
    const loop = `for (let i = 0; i < 5000; i += 1) console.log('flood', i);\n`;
    await note('export function', `${loop}export function`);
    await expect.poll(() => terminal).toContain('web … the rest is in the browser’s console');
    expect(terminal.split('flood').length).toBeLessThan(400);
    await note(loop, '');
    await note('Write on', 'Write in peace');
    await note('Write in peace', 'Write on');
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('that throws is shown with the place in the source, on the page and in the terminal', async () => {
    const before = '<Text>Write on</Text>';
    const after = `<Text onPress={() => { throw new TypeError('too hard'); }}>Press me</Text>`;
    await note(before, after);
    await screen.getByText('Press me').click();
    const overlay = page.locator('#overlay');
    await overlay.getByText('TypeError: too hard').waitFor();
    expect(await overlay.textContent()).toMatch(/at src\/components\/Note\.tsx:\d+:\d+/);
    await expect.poll(() => terminal).toMatch(/too hard\n\s+src\/components\/Note\.tsx:\d+:\d+\n/);
    await note(after, before);
    await screen.getByText('Write on').waitFor();
    await expect.poll(() => overlay.isHidden()).toBe(true);
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('that throws when it is loaded is shown the same way, and mended with nothing lost', async () => {
    const mistake = `throw new Error('not today');\n`;
    await note('export function', `${mistake}export function`);
    const overlay = page.locator('#overlay');
    await overlay.getByText('not today').waitFor();
    expect(await overlay.textContent()).toContain('at src/components/Note.tsx:');
    await note(mistake, '');
    await expect.poll(() => overlay.isHidden()).toBe(true);
    expect([await typed(), await isTheSamePage()]).toEqual(['half a sentence', true]);
  });

  it('that cannot be taken over starts the mini-app anew, and says why', async () => {
    await edit(root, 'src/App.tsx', 'export default', 'export const answer = 42;\nexport default');
    await expect.poll(isTheSamePage).toBe(false);
    const why = 'src/App.tsx exports more than components';
    await expect.poll(() => page.locator('#status').textContent()).toContain(why);
    await expect.poll(() => terminal).toContain(`web info  The mini-app starts anew: ${why}.`);
    await screen.getByText('Hello Ada').waitFor();
  });
});
