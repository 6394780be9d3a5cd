import { ADMIN_TOKEN, startSignInProvider } from '@host/server/testing';
import { afterAll, describe, expect, inject, it } from 'vitest';

import { ConsolePage } from './ConsolePage.ts';
import { SCRIPT, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';
import { freePort } from '../../scripts/build/freePort.mjs';

const CHROMIUM = inject('headlessPath');

describe.skipIf(CHROMIUM === undefined)(
  'signing in to the console with an identity provider',
  () => {
    let provider: Awaited<ReturnType<typeof startSignInProvider>> | undefined;
    const used = useConsole(CHROMIUM, {
      fill: fillServer,
      prepare: async () => {
        const listensOn = await freePort();
        provider = await startSignInProvider({
          redirectUri: `http://localhost:${listensOn}/console/oidc/callback`,
          groups: { ann: ['operators', 'everybody'], bob: ['everybody'], eve: ['operators'] },
          names: { eve: SCRIPT },
          rules: [{ group: 'operators', role: 'releaser' }],
        });
        return { listensOn, consoleOidc: provider.config };
      },
    });
    afterAll(() => provider?.close());

    const signInAs = async (name: string, path: string): Promise<ConsolePage> => {
      const shown = await ConsolePage.open(used.context, used.baseUrl, path);
      const link = shown.link(/^Sign in with 127\.0\.0\.1/);
      await link.waitFor();
      expect(await shown.violations()).toEqual([]);
      await link.click();
      await shown.page.locator('input[name=login]').fill(name);
      await shown.page.locator('input[name=password]').fill('whatever it is');
      await shown.page.locator('button[type=submit]').click();
      await shown.page.getByRole('button', { name: 'Continue' }).click();
      return shown;
    };

    it('brings back to the page, with the role of the group, until they sign out', async () => {
      const shown = await signInAs('ann', '/mini-apps?q=ord');
      await shown.row('com.acme.orders').waitFor();
      expect(shown.path()).toBe('/mini-apps?q=ord');
      await shown.page.getByText('ann Archer').first().waitFor();
      expect(await shown.link('Tokens').count()).toBe(0);
      const { items } = await used.client.listConsoleSessions({ q: 'archer' });
      expect(items).toMatchObject([{ actor: 'person:ann', name: 'ann Archer' }]);
      await used.client.endConsoleSession(items[0]!.id);
      await shown.page.reload();
      await shown.heading('Sign in').waitFor();
      expect(shown.problems).toEqual([]);
    });

    it('shows as text what the provider calls somebody, to them and to admins', async () => {
      const expectText = async ({ page }: ConsolePage) => {
        await page.getByText(SCRIPT).first().waitFor();
        expect(await page.locator('img[src="x"]').count()).toBe(0);
        expect(await page.title()).not.toBe('1');
      };
      const eve = await signInAs('eve', '/');
      await expectText(eve);
      const { items } = await used.client.listConsoleSessions({ q: 'onerror' });
      expect(items).toMatchObject([{ actor: 'person:eve', name: SCRIPT }]);
      // Somebody else, in a browser of their own.
      const other = await used.context.browser()!.newContext();
      const admin = await ConsolePage.signedIn(other, used.baseUrl, {
        token: ADMIN_TOKEN,
        path: '/access/sessions',
      });
      await expectText(admin);
      await admin.button(/^End the session of <img/).click();
      await admin.dialog.getByText(SCRIPT).first().waitFor();
      await expectText(admin);
      await admin.dialog.getByRole('button', { name: 'End the session' }).click();
      await admin.said(SCRIPT).waitFor();
      await expectText(admin);
      expect([...eve.problems, ...admin.problems]).toEqual([]);
      await other.close();
    });

    it('tells who has no role, and lets them in with a token', async () => {
      const shown = await signInAs('bob', '/');
      await shown.page.getByText('none of your groups has a role here').waitFor();
      expect(shown.page.url()).toBe(`${used.baseUrl}/console/`);
      await shown.signIn(ADMIN_TOKEN);
      expect(shown.problems).toEqual([]);
    });
  },
);
