import { describe, expect, inject, it } from 'vitest';

import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const SHOP = 'com.acme.shop';
/** Nobody listens there. */
const SILENT = 'http://127.0.0.1:9';

describe.skipIf(CHROMIUM === undefined)('releasing in the console', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer, upstreamOrigins: [SILENT] });

  it('raises a share in words before the click, and shows why the release paused by itself', async () => {
    const shown = await used.open(`/mini-apps/${ORDERS}`);
    await shown.button('Change 1.1.0…').click();
    await shown.dialog.getByText('10 % of all installs get 1.1.0, as now.').waitFor();
    const share = shown.dialog.getByLabel('Share of all installs, in percent');
    await share.fill('150');
    await shown.dialog.getByText('A number from 0 to 100').waitFor();
    expect(await shown.violations()).toEqual([]);
    await share.fill('25');
    await shown.dialog.getByText('25 % of all installs get 1.1.0 (now 10 %).').waitFor();
    await shown.dialog
      .getByText('About 3 of 12 installs get 1.1.0 when they open it next, 2 more than now.')
      .waitFor();
    await shown.dialog.getByRole('button', { name: 'Release to 25 %' }).click();
    await shown.said('1.1.0 is released to 25 %.').waitFor();
    await shown.row('1.1.0').getByText('Live for 25 %').waitFor();

    // Hosts in many networks: one alone does not stop a release.
    for (let install = 0; install < 25; install++) {
      await used.server.send('POST', `/v1/mini-programs/${ORDERS}/reports`, {
        token: undefined,
        remoteAddress: `203.0.${install}.7`,
        payload: {
          version: '1.1.0',
          platform: 'ios',
          hostVersion: '1.0.0',
          installId: `crashing-${install}`,
          kind: 'crashed-on-start',
          message: 'undefined is not a function',
        },
      });
    }
    await shown.goTo('/');
    await shown.page.getByText('Paused by itself').waitFor();
    await shown.link(`${ORDERS} 1.1.0`).first().click();
    await shown.page.getByText('The server paused this version by itself').waitFor();
    await shown.page.getByText('undefined is not a function').waitFor();
    expect(await shown.violations()).toEqual([]);

    // With the next version on its way, a roll-back offers what works, not what crashed.
    await used.server.publish(ORDERS, '1.2.0', { percentage: 10, web: true });
    await shown.goTo(`/mini-apps/${ORDERS}`);
    await shown.button('Roll back…').click();
    await shown.dialog.getByRole('button', { name: 'Roll back to 1.0.0' }).waitFor();
    await shown.dialog.getByLabel('Back to').selectOption('1.1.0 (paused by itself)');
    await shown.dialog.getByText('The server paused 1.1.0 by itself').waitFor();
    expect(await shown.violations()).toEqual([]);
  });

  it('rolls back with a reason in the middle of a rollout, and says what will happen', async () => {
    await used.server.publish(PROMOS, '2.4.0', {
      percentage: 50,
      web: true,
      registration: { name: 'Promos' },
    });
    const shown = await used.open(`/mini-apps/${PROMOS}`);
    await shown.button('Roll back…').click();
    await shown.dialog.getByText('Everybody gets 2.3.0 (now 50 %).').waitFor();
    await shown.dialog.getByText('2.4.0 goes to nobody.').waitFor();
    await shown.dialog.getByLabel('Reason').fill('Prices are wrong');
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Roll back to 2.3.0' }).click();
    await shown.said('Everybody gets Promos 2.3.0 again.').waitFor();
    await shown.row('2.4.0').getByText('Paused').waitFor();
    await shown.link('Audit').click();
    await expect.poll(() => shown.row('mini-program.rollback').count()).toBe(1);
  });

  it('pauses with a reason, releases again what was rolled back, and completes it', async () => {
    const shown = await used.open(`/mini-apps/${PROMOS}`);
    const share = shown.dialog.getByLabel('Share of all installs, in percent');
    await shown.button('Release 2.4.0…').click();
    await share.fill('50');
    await shown.dialog.getByRole('button', { name: 'Release to 50 %' }).click();
    await shown.row('2.4.0').getByText('Live for 50 %').waitFor();

    await shown.button('Pause 2.4.0…').click();
    await shown.dialog.getByText('2.4.0 goes to nobody.').waitFor();
    await shown.dialog.getByLabel('Reason').fill('Over the holidays');
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Pause' }).click();
    await shown.said('2.4.0 is paused.').waitFor();
    await shown.goTo(`/mini-apps/${PROMOS}/versions/2.4.0`);
    await shown.page.getByText('Over the holidays').waitFor();

    await shown.button('Release 2.4.0…').click();
    await share.fill('100');
    await shown.dialog.getByRole('button', { name: 'Release to 100 %' }).click();
    await shown.said('2.4.0 is released to 100 %.').waitFor();
    const { released } = await used.client.getMiniProgram(PROMOS);
    expect(released).toContainEqual({ version: '2.4.0', percentage: 100, cohorts: [] });
    expect(shown.problems).toEqual([]);
  });

  it('suspends with a reason that everybody sees, and resumes', async () => {
    const shown = await used.open(`/mini-apps/${PROMOS}`);
    await shown.button('Suspend…').click();
    await shown.dialog.getByLabel('Reason').fill('Under review');
    await shown.dialog.getByRole('button', { name: 'Suspend' }).click();
    await shown.page.getByText('Nobody can open this mini-app').waitFor();
    await shown.page.getByText('Under review').waitFor();
    await shown.button('Resume…').click();
    await shown.dialog.getByRole('button', { name: 'Resume' }).click();
    await shown.said('Promos runs again.').waitFor();
    expect((await used.client.getMiniProgram(PROMOS)).suspended).toBe(false);
  });

  it('keeps what was entered when a change is refused, with the message at its field', async () => {
    const shown = await used.open(`/mini-apps/${PROMOS}/settings`);
    const path = shown.page.getByLabel('First part of its addresses');
    await path.fill('Not a path!');
    await shown.page
      .getByRole('region', { name: 'Path' })
      .getByRole('button', { name: 'Save' })
      .click();
    await expect.poll(() => path.getAttribute('aria-invalid')).toBe('true');
    expect(await path.inputValue()).toBe('Not a path!');
    await path.fill('deals');
    await shown.page
      .getByRole('region', { name: 'Path' })
      .getByRole('button', { name: 'Save' })
      .click();
    await shown.said('Its path is /deals/ now.').waitFor();
    expect((await used.client.getMiniProgram(PROMOS)).path).toBe('deals');

    // Its back end is asked, and does not answer: the page says so where it is set.
    await used.client.setUpstream(PROMOS, SILENT);
    for (let time = 0; time < 3; time++) {
      await used.server.send('GET', '/deals/items', { token: undefined });
    }
    await shown.page.reload();
    await shown.page.getByText('does not answer', { exact: true }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.goTo('/');
    await shown.page.getByText('Back end fails').waitFor();
    await used.client.setUpstream(PROMOS, null);
  });

  it('releases to a cohort, schedules the next and takes it back, submits, rejects and withdraws by clicks', async () => {
    await used.server.publish(SHOP, '1.0.0', { percentage: 100, web: true });
    await used.server.publish(SHOP, '1.1.0', { web: true });
    const shown = await used.open(`/mini-apps/${SHOP}`);
    await shown.button('Release 1.1.0…').click();
    await shown.dialog.getByLabel('Share of all installs, in percent').fill('0');
    await shown.dialog.getByLabel('Cohorts that get it').fill('qa');
    await shown.dialog
      .getByText('Every install of the cohort “qa” gets 1.1.0, or a newer one.')
      .waitFor();
    await shown.dialog.getByText('No host opened it in the last seven days').waitFor();
    await shown.dialog.getByRole('button', { name: 'Release to 0 %' }).click();
    await shown.row('1.1.0').getByText('qa', { exact: true }).waitFor();
    const query = 'platform=ios&hostVersion=1.0.0&installId=a';
    const versionFor = async (more: string) => {
      const path = `/v1/mini-programs/${SHOP}/resolve?${query}${more}`;
      return (await used.server.send('GET', path)).json<{ version: string }>().version;
    };
    expect([await versionFor(''), await versionFor('&cohorts=qa')]).toEqual(['1.0.0', '1.1.0']);

    await shown.button('Change 1.1.0…').click();
    await shown.dialog.getByLabel('Share of all installs, in percent').fill('50');
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
    await shown.dialog.getByLabel('At', { exact: true }).fill(tomorrow);
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Schedule to 50 %' }).click();
    await shown.said('1.1.0 will be released at its time.').waitFor();
    await shown.goTo('/');
    await shown.heading('Releases that are to come').waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.goTo(`/mini-apps/${SHOP}/versions/1.1.0`);
    await shown.page.getByText('A release is scheduled').waitFor();
    await shown.button('Cancel the scheduled release of 1.1.0…').click();
    await shown.dialog.getByRole('button', { name: 'Do not release it' }).click();
    await shown.said('The release of 1.1.0 is not scheduled any more.').waitFor();
    expect(await used.client.getVersion(SHOP, '1.1.0')).not.toHaveProperty('scheduled');

    await shown.button('Submit for review…').click();
    await shown.dialog.getByLabel('Notes for the reviewer').fill('Gift cards');
    await shown.dialog.getByRole('button', { name: 'Submit' }).click();
    await shown.said('1.1.0 is submitted for review.').waitFor();
    await shown.goTo(`/reviews/${SHOP}/1.1.0`);
    await shown.page.getByText('Gift cards').waitFor();
    await shown.page.getByLabel('Reasons').fill('Which cards?');
    await shown.button('Reject').click();
    await shown.said('1.1.0 is rejected.').waitFor();
    await shown.goTo(`/mini-apps/${SHOP}/versions/1.1.0`);
    await shown.page.getByText('Which cards?').waitFor();
    await shown.button('Withdraw 1.1.0…').click();
    await shown.dialog.getByText('This cannot be undone').waitFor();
    await shown.dialog.getByLabel('Reason').fill('It charges twice');
    await shown.dialog.getByRole('button', { name: 'Withdraw' }).click();
    await shown.said('1.1.0 is withdrawn.').waitFor();
    await shown.page.getByText('It charges twice').first().waitFor();
    expect(await versionFor('&cohorts=qa')).toBe('1.0.0');
    expect(shown.problems).toEqual([]);
  });

  it('edits documents, and refuses what is no document at the field', async () => {
    const shown = await used.open(`/mini-apps/${ORDERS}/collections/items`);
    await shown.button('Edit o-1').click();
    const text = shown.dialog.getByLabel('The document as JSON');
    await text.fill('{"id": "o-1",');
    await shown.dialog.getByRole('button', { name: 'Save' }).click();
    await shown.dialog.getByText('This is no JSON').waitFor();
    await text.fill('{"id": "o-1", "title": "Tea"}');
    await shown.dialog.getByRole('button', { name: 'Save' }).click();
    await shown.said('o-1 is saved.').waitFor();
    await expect.poll(() => shown.row('o-1').getByText('Tea').count()).toBe(1);
  });

  it('shows a new secret once, and the token works until it is revoked', async () => {
    const shown = await used.open('/access/tokens');
    await shown.button('Issue a token…').click();
    await shown.dialog.getByRole('button', { name: 'Issue the token' }).click();
    await expect
      .poll(() => shown.dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    await shown.dialog.getByLabel('Name', { exact: true }).fill('CI of Orders');
    await shown.dialog.getByLabel('Role').selectOption('releaser');
    await shown.dialog.getByRole('button', { name: 'Issue the token' }).click();
    await shown.dialog.getByText('This is shown once').waitFor();
    expect(await shown.violations()).toEqual([]);
    const secret = await shown.dialog.locator('code').innerText();
    await shown.dialog.getByRole('button', { name: 'I have kept it' }).click();
    await shown.row('CI of Orders').getByText('releaser').waitFor();
    expect(await shown.page.content()).not.toContain(secret);
    await shown.button('Revoke CI of Orders').click();
    await shown.dialog.getByRole('button', { name: 'Revoke' }).click();
    await shown.row('CI of Orders').getByText('revoked').waitFor();
    const refused = await used.server.send('GET', '/v1/admin/overview', { token: secret });
    expect(refused.statusCode).toBe(401);
    await shown.page.getByText(/^Each of the \d+ actions/).click();
    await shown.row('Schedule a release').getByText('yes').first().waitFor();
    expect(await shown.violations()).toEqual([]);
  });

  it('replaces the secret of a token, and keeps who is signed in with the old one until that ends', async () => {
    const request = { name: 'Builds', role: 'admin' as const, expiresInSeconds: 86_400 };
    const { token: old } = await used.client.issueToken(request);
    const shown = await used.open('/access/tokens', old);
    await shown.button('Replace Builds').click();
    await shown.dialog.getByLabel('The old secret works on for').selectOption('7 days');
    await shown.dialog.getByText('Sessions of the console end with the secret').waitFor();
    await shown.dialog.getByRole('button', { name: 'Replace it' }).click();
    await shown.dialog.getByText('The one before works until').waitFor();
    const fresh = await shown.dialog.locator('code').innerText();
    await shown.dialog.getByRole('button', { name: 'I have kept it' }).click();
    await shown.row('Builds').getByText('the old one until').waitFor();
    expect(await shown.page.content()).not.toContain(fresh);
    for (const token of [old, fresh]) {
      expect((await used.server.send('GET', '/v1/admin/overview', { token })).statusCode).toBe(200);
    }
    await shown.button('Replace Builds').click();
    await shown.dialog.getByText('is refused from now on').waitFor();
    await shown.dialog.getByLabel('The old secret works on for').selectOption('0');
    await shown.dialog.getByRole('button', { name: 'Replace it' }).click();
    // They are signed in with the new one now: what is shown once is theirs alone.
    await shown.dialog.locator('code').waitFor();
    await shown.heading('Your session has ended').waitFor({ state: 'detached' });
    const newest = await shown.dialog.locator('code').innerText();
    for (const [token, status] of [
      [fresh, 401],
      [newest, 200],
    ] as const) {
      const answer = await used.server.send('GET', '/v1/admin/overview', { token });
      expect(answer.statusCode).toBe(status);
    }
    expect(shown.problems).toEqual([]);
  });

  it('loses neither what was entered nor a new secret by Escape', async () => {
    const shown = await used.open('/access/tokens');
    const { keyboard } = shown.page;
    const inDialog = (name: string) => shown.dialog.getByRole('button', { name });
    const issue = () => shown.button('Issue a token…').click();
    const enterName = () => shown.dialog.getByLabel('Name', { exact: true }).fill('For Escape');
    await issue();
    await shown.dialog.waitFor();
    await keyboard.press('Escape');
    await shown.dialog.waitFor({ state: 'detached' });

    await issue();
    await enterName();
    await keyboard.press('Escape');
    await shown.dialog.getByText('What you entered is not saved.').waitFor();
    expect(await shown.violations()).toEqual([]);
    await inDialog('Discard it').click();
    await shown.dialog.waitFor({ state: 'detached' });

    await issue();
    await enterName();
    await inDialog('Close').click();
    await inDialog('Go on editing').click();
    await inDialog('Issue the token').click();
    await shown.dialog.getByText('This is shown once').waitFor();
    // A browser closes a dialog at the second one, whatever the page says.
    for (let times = 0; times < 3; times++) await keyboard.press('Escape');
    const secret = await shown.dialog.locator('code').innerText();
    const known = await used.server.send('GET', '/v1/admin/overview', { token: secret });
    expect(known.statusCode).toBe(200);
    await inDialog('I have kept it').click();
    await shown.dialog.waitFor({ state: 'detached' });
    expect(shown.problems).toEqual([]);
  });

  it('replaces the secret of a server key, and says until when the old one works', async () => {
    const { key: old } = await used.client.issueServerKey({ name: 'Tills', scopes: ['send'] });
    const shown = await used.open('/access/server-keys');
    await shown.button('Replace Tills').click();
    await shown.dialog.getByLabel('The old secret works on for').selectOption('1 day');
    expect(await shown.violations()).toEqual([]);
    await shown.dialog.getByRole('button', { name: 'Replace it' }).click();
    await shown.dialog.getByText('The one before works until').waitFor();
    const fresh = await shown.dialog.locator('code').innerText();
    await shown.dialog.getByRole('button', { name: 'I have kept it' }).click();
    await shown.row('Tills').getByText('the old one until').waitFor();
    for (const key of [old, fresh]) {
      await used.client.sendPush({ to: '/topics/tills' }, key);
    }
    await shown.page.reload();
    await shown.row('Tills').getByText('last used').waitFor();
    expect(await shown.page.content()).not.toContain(fresh);
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });
});
