import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { builtApp } from '../../host-runtime/builtApp.ts';
import { type TestBed, startTestBed } from '../../host-runtime/openHost.ts';
import { type Outcome, documented } from './documented.ts';
import { startListeners } from './startListeners.ts';

const CHROMIUM = inject('chromiumPath');
const HOSTILE = 'com.example.hostile';
const HELLO = 'com.example.hello';
/** These are heard by somebody outside; the mini-app itself cannot say. */
const TELLING = /^tell by /;
/** It is enough that the browser connects: the name of a host can say something, too. */
const CONNECTING = /^connect /;

const outcomeOf = (isDone: boolean): Outcome => (isDone ? 'succeeds' : 'fails');

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
      const expected = documented(isolation);
      const outside = await startListeners(Object.keys(expected));
      const context = await bed.browser.newContext();
      await context.addInitScript(`try {
        localStorage.setItem('host-secret', 'secret');
        document.cookie = 'host-cookie=1';
      } catch {}`);
      const params = { listeners: outside.addresses };
      const page = await bed.open({ apps: [HOSTILE], user: 'Ada', params }, context);
      const view = page.getByTestId(HOSTILE);
      const inside = isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
      const text = inside.getByTestId('outcomes');
      await inside.getByText('{').waitFor();
      const tried = JSON.parse((await text.textContent())!) as Record<string, Outcome>;
      const own = `GET /cdn/mini-apps/${HOSTILE}/1.0.0/web/own-picture.png`;
      expect(bed.registry.requests).toContain(own);
      // What it believes to have planted is of no use when the other one is opened after it.
      await page.evaluate(`test.show(['${HELLO}'])`);
      await page.getByText(`${HELLO} 1.0.0`).waitFor();
      expect(await page.getByText('squatted').count()).toBe(0);
      expect(await page.evaluate('test.asked')).not.toContain(`${HOSTILE} user`);
      expect(await page.evaluate(`test.host.storageInfo('${HOSTILE}')`)).toMatchObject({
        usedBytes: 0,
      });
      const seen = Object.entries(tried).map(([name, outcome]) => {
        if (TELLING.test(name)) return [name, outcomeOf(outside.heard.has(name))];
        if (CONNECTING.test(name)) return [name, outcomeOf(outside.connected.has(name))];
        return [name, outcome];
      });
      outside.close();
      expect(Object.fromEntries(seen)).toEqual(expected);
    });
  },
);
