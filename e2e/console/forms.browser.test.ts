import { generateKeyPairSync } from 'node:crypto';

import { SERVER_KEY } from '@host/server/testing';
import type { Locator } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';

import type { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import type { ConsoleServer } from './startConsole.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const PARKING = 'com.acme.parking';
const COLLECTION = `/mini-apps/${ORDERS}/collections/items`;
const VERSION = `/mini-apps/${ORDERS}/versions/1.1.0`;
const SETTINGS = `/mini-apps/${PROMOS}/settings`;
const NO_APP = 'An appId is a lower-case reverse domain, for example com.acme.orders';
const EMPTY = 'This must not be empty.';
const SHARE = 'A number from 0 to 100 with at most two decimals, such as 12.5.';
const COHORT = 'A cohort is lower-case letters, digits, - and _; at most 50 of them.';
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
/** Of a key that the mini-app has already. */
const KNOWN_KEY = Buffer.from(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!,
  'base64url',
).toString('base64');
/** What the addresses of some screens name. */
const made = { device: '', message: '' };

const conditionOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `'topic-${index}' in topics`).join(' || ');
const manyNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `name-${index}`).join(', ');

/** A field, a text that does not fit, and what is said at it. */
type Bad = [field: string, text: string, said: string | RegExp];

interface Form {
  path: string | (() => string);
  /** The button that opens it above the page. */
  opens: string;
  /** Labels, and what is entered there. */
  fields: Record<string, string>;
  does: string;
  bad?: readonly Bad[];
  /** Whether that is said while it is typed: the button does nothing as long as it stands there. */
  atOnce?: boolean;
  /** What is said when no answer comes. */
  whenLost?: string;
}

/** Forms above a page that change something. */
const FORMS: Form[] = [
  {
    path: '/access/tokens',
    opens: 'Issue a token…',
    fields: { Name: 'CI of Orders', Role: 'releaser', 'Only these mini-apps': ORDERS },
    does: 'Issue the token',
    bad: [
      ['Name', '', EMPTY],
      ['Name', 'x'.repeat(81), 'At most 80 characters.'],
      ['Role', 'admin', 'Admin is for the whole platform: not with apps or a publisher'],
      ['Only these mini-apps', 'orders', NO_APP],
      ['Publisher', 'Acme!', /^A publisher id is 2 to 63 lower-case letters/],
      ['Publisher', 'nobody', 'There is no publisher nobody'],
    ],
  },
  {
    path: '/access/tokens',
    opens: 'Replace Builds',
    fields: { 'The old secret works on for': '86400' },
    does: 'Replace it',
  },
  {
    path: '/access/server-keys',
    opens: 'Issue a key…',
    fields: { Name: 'Shop' },
    does: 'Issue the key',
    bad: [
      ['Name', '', EMPTY],
      ['In the name of these mini-apps only', 'orders', NO_APP],
    ],
  },
  {
    path: '/access/server-keys',
    opens: 'Replace Tills',
    fields: { 'The old secret works on for': '0', 'Ends after': '30' },
    does: 'Replace it',
  },
  {
    path: '/access/publisher-keys',
    opens: 'Register a key…',
    fields: { 'Mini-app': PARKING, Name: 'Builds', 'Public key': PUBLIC_KEY },
    does: 'Register the key',
    bad: [
      ['Mini-app', 'orders', NO_APP],
      ['Name', '', EMPTY],
      ['Public key', 'nonsense', 'A public key is the 32 bytes of an Ed25519 key in base64'],
      ['Public key', KNOWN_KEY, /^com\.acme\.parking has or had the key [0-9a-f]{16}\. /],
    ],
  },
  {
    path: `/mini-apps/${ORDERS}/data`,
    opens: 'New collection…',
    fields: { Name: 'returns' },
    does: 'Make it',
    bad: [
      ['Name', 'Not a name', /^A collection is 1 to 63 lower-case letters, digits, - and _/],
      ['Name', 'items', 'com.acme.orders has a collection items already.'],
    ],
  },
  {
    path: COLLECTION,
    opens: 'New document…',
    fields: { 'The document as JSON': '{ "id": "new", "title": "Tea" }' },
    does: 'Save',
    bad: [
      ['The document as JSON', '{ "id": ', /^This is no JSON: /],
      ['The document as JSON', '{ "title": "Tea" }', 'id: it has none.'],
      ['The document as JSON', '{ "id": "a b" }', /^id: the id of a document is 1 to 128 /],
    ],
  },
  {
    path: '/compose',
    opens: 'Save as a template…',
    fields: { Name: 'Sale', 'For the mini-app': ORDERS },
    does: 'Save the template',
    bad: [
      ['Name', '', 'A template has a name.'],
      ['Name', 'x'.repeat(81), 'At most 80 characters.'],
      ['Name', 'x'.repeat(101), 'At most 80 characters.'],
      ['For the mini-app', 'orders', NO_APP],
    ],
  },
  {
    path: () => `/devices/${made.device}`,
    opens: 'Send a test…',
    fields: { Title: 'Hello', Text: 'Once more' },
    does: 'Send the test',
    whenLost:
      'The server did not answer. It may have been sent; trying again does not send it twice.',
  },
  {
    path: VERSION,
    opens: 'Change 1.1.0…',
    fields: {
      'Share of all installs, in percent': '20',
      'Cohorts that get it whatever the share is': 'qa',
    },
    does: 'Release to 20 %',
    bad: [
      ['Share of all installs, in percent', '101', SHARE],
      ['Share of all installs, in percent', '', SHARE],
      ['Share of all installs, in percent', 'a tenth', SHARE],
      ['Share of all installs, in percent', '12.345', SHARE],
      ['Cohorts that get it whatever the share is', 'QA', COHORT],
      ['Cohorts that get it whatever the share is', 'qa, our staff!', COHORT],
      ['Cohorts that get it whatever the share is', manyNames(51), COHORT],
      ['At', '2020-01-01T09:00', 'This time has passed.'],
    ],
    atOnce: true,
  },
  {
    path: VERSION,
    opens: 'Submit for review…',
    fields: { 'Notes for the reviewer': 'Orders can be cancelled.' },
    does: 'Submit',
    bad: [['Notes for the reviewer', 'x'.repeat(4001), 'At most 4000 characters.']],
  },
  {
    path: `/mini-apps/${ORDERS}`,
    opens: 'Suspend…',
    fields: { Reason: 'It charges twice.' },
    does: 'Suspend',
    bad: [['Reason', 'x'.repeat(501), 'At most 500 characters.']],
  },
];

/** A form on a page itself. */
interface PanelForm extends Omit<Form, 'opens' | 'bad'> {
  name: string;
  /** The title of its part of the screen, or of the screen where it has none. */
  title: string;
  bad: readonly Bad[];
  /** What it asks for, where it changes nothing. */
  asks?: RegExp;
  /** What is there once it is done. */
  done: string;
}

/** Forms on a page itself. */
const PANELS: PanelForm[] = [
  {
    path: SETTINGS,
    name: 'The path',
    title: 'Path',
    fields: { 'First part of its addresses': 'deals' },
    does: 'Save',
    bad: [
      ['First part of its addresses', 'Not a path!', /^A path is 1 to 63 lower-case letters/],
      ['First part of its addresses', 'admin', 'The server needs this path itself'],
      ['First part of its addresses', 'orders', 'Another mini-app has the path orders.'],
    ],
    done: 'Its path is /deals/ now.',
  },
  {
    path: SETTINGS,
    name: 'The back end',
    title: 'Back end',
    fields: { 'Where its path leads': 'https://93.184.216.34/api' },
    does: 'Save',
    bad: [
      ['Where its path leads', 'orders.acme', /^Must be an http or https URL without user name/],
      ['Where its path leads', 'http://93.184.216.34', /so it has to use https\. Use an https /],
      ['Where its path leads', 'https://10.0.0.5', /^10\.0\.0\.5 does not lie in the public /],
    ],
    done: 'Its path leads to https://93.184.216.34/api.',
  },
  {
    path: `/reviews/${PROMOS}/2.3.0`,
    name: 'The decision of a review',
    title: 'Decision',
    fields: { Reasons: 'No receipt has a total.' },
    does: 'Reject',
    bad: [
      ['Reasons', '', 'A rejection needs reasons: the publisher is to know what to mend'],
      ['Reasons', 'x'.repeat(4001), 'At most 4000 characters.'],
    ],
    done: '2.3.0 is rejected.',
  },
  {
    path: '/people',
    name: 'The search of a person',
    title: 'People',
    fields: { 'E-mail address': 'nobody@example.com' },
    does: 'Find',
    bad: [
      ['E-mail address', 'nobody', 'An e-mail address looks like ann@example.com'],
      ['E-mail address', '', EMPTY],
    ],
    asks: /\/v1\/admin\/people\?/,
    whenLost: 'The server did not answer. What you entered is still here: try again.',
    done: 'Nobody is known by that.',
  },
  {
    path: '/people',
    name: 'The search of a person by openId',
    title: 'People',
    fields: { 'Look for them by': 'openId', openId: 'x'.repeat(43), 'Mini-app': ORDERS },
    does: 'Find',
    bad: [
      ['openId', 'nobody', 'An openId is 43 letters, digits, - and _'],
      ['Mini-app', '', NO_APP],
    ],
    asks: /\/v1\/admin\/people\?/,
    whenLost: 'The server did not answer. What you entered is still here: try again.',
    done: 'Nobody is known by that.',
  },
  {
    path: () => `/devices/${made.device}`,
    name: 'The question which version a device would get',
    title: 'Which version would it get?',
    fields: { 'Mini-app': PROMOS, 'Version of the host': '1.0.0' },
    does: 'Explain',
    bad: [
      ['Mini-app', 'promos', 'The id of a mini-app, such as com.acme.orders.'],
      ['Version of the host', '1.0', /^A version has the form <major>\.<minor>\.<patch>/],
      ['Install id, if known', 'a b', /^An installId is 1 to 128 letters/],
      ['Its cohorts, if any', 'QA', 'A cohort is up to 64 lower-case letters'],
    ],
    asks: /\/choice\?/,
    whenLost: 'The server did not answer. Try again.',
    done: 'It would get',
  },
  {
    path: () => `/messages/${made.message}`,
    name: 'The search of a device that got no message',
    title: 'Why did somebody not get it?',
    fields: { 'Id of the person': 'nobody' },
    does: 'Find the device',
    bad: [['Id of the person', ' ', EMPTY]],
    asks: /\/v1\/admin\/devices\?/,
    whenLost: 'The server did not answer. Try again.',
    done: 'No device is registered for that',
  },
];

const PUSH = { Title: 'Sale', 'Kept for, in hours': '1' };
const HOURS = 'A number of hours from 0 to 672.';

/** A push is composed for one of several kinds of audience; what is right is looked at in a second step. */
const PUSHES: { to: string; fields: Record<string, string>; bad: readonly Bad[] }[] = [
  {
    to: 'a topic',
    fields: { For: 'topic', Topic: 'news', ...PUSH },
    bad: [
      ['Topic', '', 'A topic is letters, digits and - _ . ~ %.'],
      ['Topic', 'two words', 'A topic is letters, digits and - _ . ~ %.'],
      ['Title', ' ', 'A notification has a title.'],
      ['Opens', 'the offer', /^This is no link of an app/],
      ['Kept for, in hours', 'a day', HOURS],
      ['Kept for, in hours', '-1', HOURS],
      ['Kept for, in hours', '673', HOURS],
      ['At', '2020-01-01T09:00', 'This time has passed.'],
      ['At', '2999-01-01T09:00', 'A year from now at the latest.'],
    ],
  },
  {
    to: 'a condition',
    fields: { For: 'condition', Condition: "'news' in topics", ...PUSH },
    bad: [
      ['Condition', '', /^A condition names topics in single quotes/],
      ['Condition', 'news and sport', /^A condition names topics in single quotes/],
      ['Condition', "('news' in topics", 'A parenthesis is missing: each ( has its ).'],
      ['Condition', "'news' in topics and 'tea' in topics", /^Join topics with && \(and\)/],
      ['Condition', conditionOf(6), 'At most 5 topics; these are 6.'],
    ],
  },
  {
    to: 'devices',
    fields: { For: 'device', Devices: 'first-token, second-token', ...PUSH },
    bad: [
      ['Devices', '', 'The token of a device, or several of them.'],
      ['Devices', ' ,\n, ', 'The token of a device, or several of them.'],
      ['Devices', manyNames(1001), 'At most 1000 devices at once.'],
    ],
  },
  {
    to: 'a person',
    fields: { For: 'person', Person: 'ann', ...PUSH },
    bad: [
      ['Person', '', 'The id of a person.'],
      ['Person', 'ann@example.com', 'This is an address, no id: find them under People.'],
    ],
  },
  {
    to: 'a device group',
    fields: { For: 'group', 'Device group': 'the-key', ...PUSH },
    bad: [['Device group', ' ', 'The key of a device group.']],
  },
  {
    to: 'a mini-app',
    fields: { For: 'mini-app', 'Mini-app': ORDERS, ...PUSH },
    bad: [
      ['Mini-app', '', 'The id of a mini-app, such as com.acme.orders.'],
      ['Mini-app', 'the orders', 'The id of a mini-app, such as com.acme.orders.'],
    ],
  },
];

const WHEN_LOST = 'The server did not answer. What you entered is still here';
/** Every request that changes something. */
const CHANGES = /\/console\/api\//;

async function fill({ server, client }: ConsoleServer) {
  await client.registerKey({ appId: PARKING, name: 'Before', publicKey: KNOWN_KEY });
  await client.issueToken({ name: 'Builds', role: 'viewer', expiresInSeconds: 3600 });
  await client.issueServerKey({ name: 'Tills', scopes: ['send'] });
  await client.submitVersion(PROMOS, '2.3.0', { notes: 'New prices' });
  const payload = { token: `known-${'t'.repeat(40)}`, platform: 'ios' };
  const registered = await server.send('POST', '/devices/register', { payload, token: undefined });
  made.device = registered.json<{ deviceId: string }>().deviceId;
  await client.sendPush({ to: payload.token, notification: { title: 'Sale' } }, SERVER_KEY);
  made.message = (await client.findMessages({ limit: 1 })).items[0]!.id;
}

describe.skipIf(CHROMIUM === undefined)('the forms of the console', () => {
  const used = useConsole(CHROMIUM, {
    fill: async (started) => {
      await fillServer(started);
      await fill(started);
    },
  });

  const enter = async (field: Locator, text: string) => {
    const isChoice = (await field.locator('option').count()) > 0;
    await (isChoice ? field.selectOption(text) : field.fill(text));
  };
  /** The fields and the button of a form that is somewhere on a page. */
  const partsOf = (scope: Locator, does: string) => ({
    field: (label: string) => scope.getByLabel(label, { exact: true }),
    act: () => scope.getByRole('button', { name: does, exact: true }).click(),
  });
  type Parts = ReturnType<typeof partsOf>;
  const enterAll = async ({ field }: Parts, fields: Form['fields']) => {
    for (const [label, text] of Object.entries(fields)) await enter(field(label), text);
  };
  const kept = async ({ field }: Parts, fields: Form['fields']) => {
    const texts: Form['fields'] = {};
    for (const label of Object.keys(fields)) texts[label] = await field(label).inputValue();
    return texts;
  };
  const pathOf = ({ path }: Pick<Form, 'path'>) => (typeof path === 'string' ? path : path());

  const openForm = async ({ opens, fields, does, ...form }: Form) => {
    const shown = await used.open(pathOf(form));
    await shown.button(opens).click();
    const parts = partsOf(shown.dialog, does);
    await enterAll(parts, fields);
    return { shown, ...parts };
  };
  const openPanel = async ({ title, fields, does, ...form }: PanelForm) => {
    const shown = await used.open(pathOf(form));
    await shown.heading(title).waitFor();
    const region = shown.page.getByRole('region', { name: title, exact: true });
    const parts = partsOf((await region.count()) > 0 ? region : shown.page.locator('#main'), does);
    await enterAll(parts, fields);
    return { shown, ...parts };
  };

  /** What stands at a field is said, read out with it, and what was entered stays there. */
  async function expectSaid(
    shown: ConsolePage,
    parts: Parts,
    form: Pick<Form, 'fields' | 'bad' | 'atOnce'>,
  ) {
    for (const [label, text, said] of form.bad!) {
      const field = parts.field(label);
      const before = await field.inputValue();
      await enter(field, text);
      if (!form.atOnce) await parts.act();
      const problem = async () => {
        const ids = (await field.getAttribute('aria-describedby')) ?? '';
        const at = ids.split(' ').find((id) => id.endsWith('-problem'));
        return at === undefined ? '' : shown.page.locator(`[id="${at}"]`).innerText();
      };
      await expect.poll(problem, { message: `${label}: ${text.slice(0, 40)}` }).toMatch(said);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await kept(parts, { ...form.fields, [label]: text })).toEqual({
        ...form.fields,
        [label]: text,
      });
      await enter(field, before);
    }
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  }

  it.each(FORMS.filter((form) => form.bad !== undefined))(
    '$opens says what is wrong at its field, and keeps it',
    async (form) => {
      const { shown, ...parts } = await openForm(form);
      await expectSaid(shown, parts, form);
    },
  );

  it.each(PANELS)('$name says what is wrong at its field, and keeps it', async (form) => {
    const { shown, ...parts } = await openPanel(form);
    await expectSaid(shown, parts, form);
  });

  it.each(PUSHES)('A push to $to says what is wrong at its field, and keeps it', async (push) => {
    const shown = await used.open('/compose');
    await shown.page.getByText(/^When, how urgent/).click();
    const main = shown.page.locator('#main');
    const parts = partsOf(main, 'Continue…');
    // What it asks for depends on whom it is for.
    await enterAll(parts, push.fields);
    await expectSaid(shown, parts, push);
    expect(await shown.dialog.count()).toBe(0);
    await parts.act();
    await shown.dialog.getByText('Sale').first().waitFor();
    expect(await kept(parts, push.fields)).toEqual(push.fields);
  });

  it.each(FORMS)('$opens loses nothing when the server does not answer', async (form) => {
    const { shown, ...parts } = await openForm(form);
    const { fields, whenLost = WHEN_LOST } = form;
    await used.context.route(CHANGES, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await parts.act();
    await shown.dialog.getByText(whenLost).waitFor();
    expect(await kept(parts, fields)).toEqual(fields);
    await used.context.unroute(CHANGES);
    await parts.act();
    // The form is gone once it is done.
    await expect.poll(() => parts.field(Object.keys(fields)[0]!).count()).toBe(0);
    expect(shown.problems).toEqual([]);
  });

  it.each(PANELS)('$name loses nothing when the server does not answer', async (form) => {
    const { shown, ...parts } = await openPanel(form);
    const { fields, asks, whenLost = WHEN_LOST, done } = form;
    const lost = asks ?? CHANGES;
    await used.context.route(lost, (route) =>
      asks === undefined && route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await parts.act();
    await shown.page.getByText(whenLost).waitFor();
    expect(await kept(parts, fields)).toEqual(fields);
    await used.context.unroute(lost);
    await parts.act();
    await shown.page.getByText(done).first().waitFor();
    expect(shown.problems).toEqual([]);
  });

  it('say that a test has no title, or is too long for a device, and keep its text', async () => {
    const { shown, field, act } = await openForm(
      FORMS.find(({ does }) => does === 'Send the test')!,
    );
    await field('Title').fill('');
    await shown.dialog.getByText('A notification has a title.').waitFor();
    expect(await field('Title').getAttribute('aria-invalid')).toBe('true');
    await field('Title').fill('Hello');
    const text = 'x'.repeat(5000);
    await field('Text').fill(text);
    await act();
    await shown.dialog.getByText('No device takes it: it is too long.').waitFor();
    expect(await field('Text').inputValue()).toBe(text);
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('leave the review of a publisher as it holds when a change is refused, and store one that is done', async () => {
    const shown = await used.open('/publishers');
    const choice = shown.page.getByLabel('Review of Acme');
    const stored = async () =>
      (await used.client.listPublishers()).items.find(({ id }) => id === 'acme')!.reviewRequired;
    await used.context.route('**/publishers/acme/review', (route) => route.abort());
    await choice.selectOption('required');
    await shown.said('The server did not answer. It may have been changed all the same').waitFor();
    await expect.poll(() => choice.inputValue()).toBe('platform');
    await used.context.unroute('**/publishers/acme/review');
    const problem = {
      type: 'about:blank',
      title: 'No',
      status: 403,
      code: 'scope-missing',
      detail: 'This needs the scope "admin".',
      requestId: 'refused',
    };
    await used.context.route('**/publishers/acme/review', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem }),
    );
    await choice.selectOption('required');
    await shown.said('This needs the scope "admin".').waitFor();
    await expect.poll(() => choice.inputValue()).toBe('platform');
    expect(await stored()).toBeUndefined();
    expect(await shown.violations()).toEqual([]);
    await used.context.unroute('**/publishers/acme/review');
    await choice.selectOption('required');
    await shown.said('The review of Acme is changed.').waitFor();
    await expect.poll(() => choice.inputValue()).toBe('yes');
    expect(await stored()).toBe(true);
    expect(shown.problems).toEqual([]);
  });

  it('do by Enter in a field what their button does', async () => {
    const shown = await used.open('/access/tokens');
    await shown.button('Issue a token…').focus();
    await shown.page.keyboard.press('Enter');
    await shown.dialog.getByLabel('Name', { exact: true }).fill('By keys alone');
    await shown.page.keyboard.press('Enter');
    await shown.dialog.getByText('This is shown once').waitFor();
    await shown.page.keyboard.press('Escape');
    await expect.poll(() => shown.row('By keys alone').count()).toBe(1);
  });
});
