import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { ConsolePage } from './ConsolePage.ts';
import { ORDERS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const PATH = `/mini-apps/${ORDERS}/collections/items`;

describe.skipIf(CHROMIUM === undefined)('two people who change the same', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer });
  const second = async (path: string) => {
    const { token } = await used.client.issueToken({
      name: 'Bo',
      role: 'admin',
      expiresInSeconds: 3600,
    });
    // In a browser of their own, as two people are.
    const context = await used.context.browser()!.newContext();
    onTestFinished(() => context.close());
    return ConsolePage.signedIn(context, used.baseUrl, { token, path });
  };
  const read = async (id: string) =>
    (await used.client.readCollection(ORDERS, 'items')).find((each) => each.id === id);

  it('see both versions of a document, and keep theirs or take the other', async () => {
    const ann = await used.open(PATH);
    const bo = await second(PATH);
    for (const shown of [ann, bo]) await shown.button('Edit o-1').click();
    const textOf = (shown: typeof ann) => shown.dialog.getByLabel('The document as JSON');
    const save = (shown: typeof ann) => shown.dialog.getByRole('button', { name: 'Save' });
    await textOf(ann).fill('{"id": "o-1", "title": "Tea of Ann"}');
    await textOf(bo).fill('{"id": "o-1", "title": "Milk of Bo"}');
    await save(bo).click();
    await bo.said('o-1 is saved.').waitFor();

    // It is heard of without a click, and nothing that Ann wrote is gone.
    await ann.dialog.getByText('Somebody else changed o-1 meanwhile').waitFor();
    await ann.dialog.getByRole('region', { name: 'Theirs' }).getByText('Milk of Bo').waitFor();
    await ann.dialog.getByRole('region', { name: 'Yours' }).getByText('Tea of Ann').waitFor();
    expect(await save(ann).isDisabled()).toBe(true);
    expect(await ann.violations()).toEqual([]);
    await ann.dialog.getByRole('button', { name: 'Keep mine' }).click();
    await save(ann).click();
    await ann.said('o-1 is saved.').waitFor();
    expect(await read('o-1')).toEqual({ id: 'o-1', title: 'Tea of Ann' });

    await ann.button('Edit o-1').click();
    await textOf(ann).fill('{"id": "o-1", "title": "More of Ann"}');
    // Before the news arrives: the server is asked, and answers with a conflict.
    await ann.page.route('**/collections/items/documents', async (route) => {
      await used.client.putDocument(ORDERS, 'items', { id: 'o-1', title: 'Bread of Bo' });
      await route.continue();
    });
    await save(ann).click();
    await ann.dialog.getByRole('region', { name: 'Theirs' }).getByText('Bread of Bo').waitFor();
    await ann.dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(JSON.parse(await textOf(ann).inputValue())).toEqual({ id: 'o-1', title: 'Bread of Bo' });
    await ann.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await read('o-1')).toEqual({ id: 'o-1', title: 'Bread of Bo' });
    expect([...ann.problems, ...bo.problems]).toEqual([]);
  });

  it('do not replace a document with a new one, nor bring back a deleted one, unseen', async () => {
    const shown = await used.open(PATH);
    const text = shown.dialog.getByLabel('The document as JSON');
    await shown.button('New document…').click();
    await text.fill('{"id": "o-2", "title": "New"}');
    const before = await read('o-2');
    await shown.dialog.getByRole('button', { name: 'Save' }).click();
    await shown.dialog.getByText('There is a document o-2 already').waitFor();
    expect(await read('o-2')).toEqual(before);
    await text.fill('{"id": "o-9", "title": "New"}');
    await shown.dialog.getByRole('button', { name: 'Save' }).click();
    await shown.said('o-9 is saved.').waitFor();

    await shown.button('Edit o-9').click();
    await text.fill('{"id": "o-9", "title": "Newer"}');
    await used.client.deleteDocument(ORDERS, 'items', 'o-9');
    await shown.dialog.getByText('Somebody else deleted o-9 meanwhile').waitFor();
    await shown.dialog.getByRole('button', { name: 'Keep mine' }).click();
    await shown.dialog.getByRole('button', { name: 'Save' }).click();
    await shown.said('o-9 is saved.').nth(1).waitFor();
    expect(await read('o-9')).toEqual({ id: 'o-9', title: 'Newer' });
  });

  it('see both shares of a release, and nothing is sent before somebody chose', async () => {
    const path = `/mini-apps/${ORDERS}/versions/1.1.0`;
    const ann = await used.open(path);
    const bo = await second(path);
    for (const shown of [ann, bo]) await shown.button('Change 1.1.0…').click();
    const shareOf = (shown: typeof ann) =>
      shown.dialog.getByLabel('Share of all installs, in percent');
    await shareOf(ann).fill('50');
    await shareOf(bo).fill('25');
    await bo.button('Release to 25 %').click();
    await bo.said('1.1.0 is released to 25 %.').waitFor();

    await ann.dialog.getByText('Somebody else changed the release of 1.1.0').waitFor();
    await ann.dialog.getByRole('region', { name: 'Theirs' }).getByText('released, 25 %').waitFor();
    await ann.dialog.getByRole('region', { name: 'Yours' }).getByText('released, 50 %').waitFor();
    expect(await ann.button('Release to 50 %').isDisabled()).toBe(true);
    expect(await ann.violations()).toEqual([]);
    await ann.dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await shareOf(ann).inputValue()).toBe('25');

    await shareOf(ann).fill('75');
    let isFirst = true;
    await ann.page.route('**/versions/1.1.0/release', async (route) => {
      if (isFirst) await used.client.releaseVersion(ORDERS, '1.1.0', { percentage: 30 });
      isFirst = false;
      await route.continue();
    });
    await ann.button('Release to 75 %').click();
    await ann.dialog.getByRole('region', { name: 'Theirs' }).getByText('released, 30 %').waitFor();
    await ann.dialog.getByRole('button', { name: 'Keep mine' }).click();
    await ann.button('Release to 75 %').click();
    await ann.said('1.1.0 is released to 75 %.').waitFor();
    const { release } = await used.client.getVersion(ORDERS, '1.1.0');
    expect(release.percentage).toBe(75);
  });

  it('see both values of a setting, and what was typed stays', async () => {
    const path = `/mini-apps/${ORDERS}/settings`;
    const ann = await used.open(path);
    const panel = ann.page.getByRole('region', { name: 'Path', exact: true });
    const field = panel.getByLabel('First part of its addresses');
    const before = (await used.client.getMiniProgram(ORDERS)).path!;
    await field.fill('of-ann');
    await used.client.setPath(ORDERS, 'of-bo');
    await panel.getByText('Somebody else changed this meanwhile').waitFor();
    await panel.getByRole('region', { name: 'Theirs' }).getByText('of-bo').waitFor();
    await panel.getByRole('region', { name: 'Yours' }).getByText('of-ann').waitFor();
    expect(await field.inputValue()).toBe('of-ann');
    expect(await panel.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await ann.violations()).toEqual([]);
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    expect(await field.inputValue()).toBe('of-bo');

    await field.fill('of-ann-2');
    let isFirst = true;
    await ann.page.route('**/path', async (route) => {
      // Before the news arrives: the server is asked, and answers with a conflict.
      if (isFirst) await used.client.setPath(ORDERS, 'of-bo-2');
      isFirst = false;
      await route.continue();
    });
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('region', { name: 'Theirs' }).getByText('of-bo-2').waitFor();
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await ann.said('Its path is /of-ann-2/ now.').waitFor();
    expect((await used.client.getMiniProgram(ORDERS)).path).toBe('of-ann-2');
    await used.client.setPath(ORDERS, before);
    expect(ann.problems).toEqual([]);
  });

  it('see both texts of a template, and neither replaces, hides nor brings back the other’s unseen', async () => {
    const of = (title: string) => ({ content: { notification: { title } } });
    const titleOf = async (name: string) =>
      (await used.client.listPushTemplates()).items.find((each) => each.name === name)?.content
        .notification?.title;
    await used.client.savePushTemplate('Sale', of('First'));
    const ann = await used.open('/compose');
    const bo = await second('/compose');
    const title = (shown: typeof ann) => shown.page.getByLabel('Title', { exact: true });
    const side = (name: string) => ann.dialog.getByRole('region', { name });
    const save = (verb: string) => ann.dialog.getByRole('button', { name: `${verb} the template` });
    for (const shown of [ann, bo]) {
      await shown.page.getByLabel('Template').selectOption({ label: 'Sale' });
    }
    await title(ann).fill('Sale of Ann');
    await title(bo).fill('Sale of Bo');
    // Both began with the same text; Ann opens the dialog when Bo has saved.
    await bo.button('Save as a template…').click();
    await bo.dialog.getByRole('button', { name: 'Replace the template' }).click();
    await bo.said('The template Sale is saved.').waitFor();

    await ann.button('Save as a template…').click();
    await ann.dialog.getByText('Somebody else changed the template Sale meanwhile').waitFor();
    await side('Theirs').getByText('Sale of Bo').waitFor();
    await side('Yours').getByText('Sale of Ann').waitFor();
    expect(await save('Replace').isDisabled()).toBe(true);
    expect(await ann.violations()).toEqual([]);
    await ann.dialog.getByRole('button', { name: 'Keep mine' }).click();
    // Before the news arrives: the server is asked, and answers with a conflict.
    let isFirst = true;
    await ann.page.route('**/push-templates/Sale', async (route) => {
      if (isFirst) await used.client.savePushTemplate('Sale', of('More of Bo'));
      isFirst = false;
      await route.continue();
    });
    await save('Replace').click();
    await side('Theirs').getByText('More of Bo').waitFor();
    expect(await titleOf('Sale')).toBe('More of Bo');
    await ann.dialog.getByRole('button', { name: 'Keep mine' }).click();
    await save('Replace').click();
    await ann.said('The template Sale is saved.').waitFor();
    expect(await titleOf('Sale')).toBe('Sale of Ann');

    // Under a name that somebody else has taken.
    await used.client.savePushTemplate('Autumn', of('Autumn of Bo'));
    await ann.button('Save as a template…').click();
    await ann.dialog.getByLabel('Name', { exact: true }).fill('Autumn');
    await save('Save').click();
    await ann.dialog.getByText('There is a template Autumn already').waitFor();
    await side('Theirs').getByText('Autumn of Bo').waitFor();
    await ann.dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await title(ann).inputValue()).toBe('Autumn of Bo');
    expect(await titleOf('Autumn')).toBe('Autumn of Bo');

    // What somebody else deleted comes back when one says so alone.
    await title(ann).fill('Autumn of Ann');
    await used.client.deletePushTemplate('Autumn');
    await ann.button('Save as a template…').click();
    await ann.dialog.getByText('Somebody else deleted the template Autumn meanwhile').waitFor();
    await ann.dialog.getByRole('button', { name: 'Keep mine' }).click();
    expect(await titleOf('Autumn')).toBeUndefined();
    await save('Save').click();
    await ann.said('The template Autumn is saved.').waitFor();
    expect(await titleOf('Autumn')).toBe('Autumn of Ann');
    expect([...ann.problems, ...bo.problems]).toEqual([]);
  });
});
