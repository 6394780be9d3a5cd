import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { builtApp } from './host-runtime/builtApp.ts';
import { type TestBed, startTestBed } from './host-runtime/openHost.ts';

const CHROMIUM = inject('chromiumPath');
const HOSTILE = 'com.example.hostile';
const HELLO = 'com.example.hello';
const DOCUMENT = new URL('../docs/security.md', import.meta.url);

type Outcomes = Record<string, 'succeeds' | 'fails'>;

/** What docs/security.md says of every attempt: `| attempt | realm | frame |`. */
function documented(isolation: 'realm' | 'frame'): Outcomes {
  const rows = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , realm, frame]) =>
      [realm, frame].every((cell) => /^(succeeds|fails)$/.test(cell ?? '')),
    );
  const column = isolation === 'realm' ? 2 : 3;
  return Object.fromEntries(rows.map((cells) => [cells[1]!, cells[column]])) as Outcomes;
}

describe.skipIf(CHROMIUM === undefined).each(['realm', 'frame'] as const)(
  'a hostile mini-app in a %s',
  (isolation) => {
    let bed: TestBed;
    beforeAll(async () => {
      bed = await startTestBed(CHROMIUM!);
    });
    afterAll(() => bed?.close());

    it('gets exactly as far as docs/security.md says, attempt by attempt', async () => {
      bed.registry.release(await builtApp('hostile'), { isolation });
      bed.registry.release(await builtApp('hello'), { isolation: 'realm' });
      const context = await bed.browser.newContext();
      await context.addInitScript(`try {
        localStorage.setItem('host-secret', 'secret');
        document.cookie = 'host-cookie=1';
      } catch {}`);
      const page = await bed.open({ apps: [HOSTILE], user: 'Ada' }, context);
      const view = page.getByTestId(HOSTILE);
      const inside = isolation === 'frame' ? view.frameLocator('iframe') : view;
      const text = inside.getByTestId('outcomes');
      await inside.getByText('{').waitFor();
      const seen = JSON.parse((await text.textContent())!) as Outcomes;
      // What it believes to have planted is of no use when the other one is opened after it.
      await page.evaluate(`test.show(['${HELLO}'])`);
      await page.getByText(`${HELLO} 1.0.0`).waitFor();
      expect(await page.getByText('squatted').count()).toBe(0);
      expect(await page.evaluate('test.asked')).not.toContain(`${HOSTILE} user`);
      expect(await page.evaluate(`test.host.storageInfo('${HOSTILE}')`)).toMatchObject({
        usedBytes: 0,
      });
      expect(seen).toEqual(documented(isolation));
    });
  },
);
