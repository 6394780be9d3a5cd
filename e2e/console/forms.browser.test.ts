import { describe, expect, inject, it } from 'vitest';

import { ORDERS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const COLLECTION = `/mini-apps/${ORDERS}/collections/items`;
const VERSION = `/mini-apps/${ORDERS}/versions/1.1.0`;

interface Form {
  path: string;
  opens: string;
  /** Labels, and what is entered there. */
  fields: Record<string, string>;
  does: string;
  /** A field, a text that does not fit, and what is said at it. */
  bad?: [field: string, text: string, said: RegExp];
}

/** Forms above a page that change something. */
const FORMS: Form[] = [
  {
    path: '/access/tokens',
    opens: 'Issue a token…',
    fields: { Name: 'CI of Orders', 'Only these mini-apps': ORDERS },
    does: 'Issue the token',
    bad: ['Only these mini-apps', 'orders', /reverse-domain|dots|com\./i],
  },
  {
    path: '/access/server-keys',
    opens: 'Issue a key…',
    fields: { Name: 'Shop' },
    does: 'Issue the key',
    bad: ['Name', '', /./],
  },
  {
    path: '/access/publisher-keys',
    opens: 'Register a key…',
    fields: {
      'Mini-app': ORDERS,
      Name: 'Builds',
      'Public key': '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    },
    does: 'Register the key',
    bad: ['Public key', 'nonsense', /./],
  },
  {
    path: `/mini-apps/${ORDERS}/data`,
    opens: 'New collection…',
    fields: { Name: 'returns' },
    does: 'Make it',
    bad: ['Name', 'Not a name', /./],
  },
  {
    path: COLLECTION,
    opens: 'New document…',
    fields: { 'The document as JSON': '{ "id": "new", "title": "Tea" }' },
    does: 'Save',
    bad: ['The document as JSON', '{ "id": ', /This is no JSON/],
  },
  {
    path: VERSION,
    opens: 'Submit for review…',
    fields: { 'Notes for the reviewer': 'Orders can be cancelled.' },
    does: 'Submit',
  },
  {
    path: `/mini-apps/${ORDERS}`,
    opens: 'Suspend…',
    fields: { Reason: 'It charges twice.' },
    does: 'Suspend',
  },
];

describe.skipIf(CHROMIUM === undefined)('the forms of the console', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer });

  const openForm = async ({ path, opens, fields, does }: Form) => {
    const shown = await used.open(path);
    await shown.button(opens).click();
    const field = (label: string) => shown.dialog.getByLabel(label, { exact: true });
    const act = () => shown.dialog.getByRole('button', { name: does, exact: true }).click();
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
    return { shown, field, act };
  };

  it.each(FORMS.filter((form) => form.bad !== undefined))(
    '$opens says what is wrong at its field, and keeps it',
    async (form) => {
      const [label, text, said] = form.bad!;
      const { shown, field, act } = await openForm(form);
      await field(label).fill(text);
      await act();
      await expect.poll(() => field(label).getAttribute('aria-invalid')).toBe('true');
      const id = (await field(label).getAttribute('aria-describedby'))!.split(' ').at(-1)!;
      expect(await shown.page.locator(`[id="${id}"]`).innerText()).toMatch(said);
      expect(await field(label).inputValue()).toBe(text);
      expect(await shown.violations()).toEqual([]);
      expect(shown.problems).toEqual([]);
    },
  );

  it.each(FORMS)('$opens loses nothing when the server does not answer', async (form) => {
    const { shown, field, act } = await openForm(form);
    const changes = /\/v1\/admin\//;
    await used.context.route(changes, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await act();
    await shown.dialog
      .getByText('The server did not answer. What you entered is still here')
      .waitFor();
    for (const [label, text] of Object.entries(form.fields)) {
      expect(await field(label).inputValue()).toBe(text);
    }
    await used.context.unroute(changes);
    await act();
    // The form is gone once it is done.
    await expect.poll(() => field(Object.keys(form.fields)[0]!).count()).toBe(0);
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
