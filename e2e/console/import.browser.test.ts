import { readFile } from 'node:fs/promises';

import { describe, expect, inject, it } from 'vitest';

import { ORDERS, SCRIPT, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const PATH = `/mini-apps/${ORDERS}/collections/items`;

describe.skipIf(CHROMIUM === undefined)('importing documents in the console', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer });
  const file = (name: string, text: string) => ({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/json',
    buffer: Buffer.from(text),
  });
  const openImport = async (path = PATH) => {
    const shown = await used.open(path);
    await shown.button('Import…').click();
    return shown;
  };

  it('says row by row what a file would do and what is refused, and does it after a click', async () => {
    const before = await used.client.readCollection(ORDERS, 'items');
    const shown = await openImport();
    const input = shown.dialog.getByLabel('File');
    const nothing = shown.dialog.getByRole('button', { name: 'Import', exact: true });
    await input.setInputFiles(file('items.csv', 'name\nTea\n'));
    await shown.dialog.getByText('one of them is id').waitFor();
    await nothing.click({ force: true });
    await input.setInputFiles(file('large.csv', `id\n${'x'.repeat(3_000_000)}`));
    await shown.dialog.getByText('The file has 2.9 MB; 2.0 MB are the most.').waitFor();

    const rows = [
      'o-1,Tea,3',
      'o 3,Milk,1',
      `o-2,"${SCRIPT.replaceAll('"', '""')}",4`,
      'o-4,<b>Salt</b>,2',
    ];
    await input.setInputFiles(file('items.csv', `id,title,total\n${rows.join('\n')}\n`));
    await shown.dialog.getByText('1 new, 1 changed, 1 unchanged, 1 refused').waitFor();
    await shown.dialog.getByRole('row', { name: /^3 Refused: id: the id of a document/ }).waitFor();
    await shown.dialog.getByRole('row', { name: '2 o-1 Changes title, total' }).waitFor();
    await shown.dialog.getByRole('row', { name: '5 o-4 New' }).waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(await used.client.readCollection(ORDERS, 'items')).toEqual(before);

    await shown.dialog.getByRole('button', { name: 'Import 2 documents' }).click();
    await shown.said('1 document added, 1 changed.').waitFor();
    await shown.row('<b>Salt</b>').waitFor();
    expect(await used.client.readCollection(ORDERS, 'items')).toEqual([
      { id: 'o-1', title: 'Tea', total: 3 },
      before[1],
      { id: 'o-4', title: '<b>Salt</b>', total: 2 },
    ]);

    await shown.button('Import…').click();
    const pasted = shown.dialog.getByLabel('Documents');
    await pasted.fill('[{"id": "o-1",');
    await shown.dialog.getByText('This is no JSON').waitFor();
    await pasted.fill('[{"id": "o-1", "total": 3, "title": "Tea"}]');
    await shown.dialog.getByText('0 new, 0 changed, 1 unchanged, 0 refused').waitFor();
    await nothing.waitFor();
    expect(shown.problems).toEqual([]);
  });

  it('takes a pasted text whole or not at all, and says at its field that it is too long', async () => {
    const shown = await openImport();
    const pasted = shown.dialog.getByLabel('Documents');
    await pasted.fill('id,name\nn-1,Tea\n');
    await shown.dialog.getByText('1 new, 0 changed, 0 unchanged, 0 refused').waitFor();
    // As it is there after it was pasted: a browser takes its time to type that much.
    await shown.page.evaluate(`{
      const field = document.querySelector('dialog textarea');
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
      set.call(field, 'id,name\\n' + 'n-2,Milk\\n'.repeat(300000));
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await shown.dialog.getByText('The text has 2.6 MB; 2.0 MB are the most.').waitFor();
    expect(await pasted.getAttribute('aria-invalid')).toBe('true');
    expect(await pasted.inputValue()).toBe('id,name\nn-1,Tea\n');
    await shown.dialog.getByText('1 new, 0 changed, 0 unchanged, 0 refused').waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('takes back what was saved of a collection, as CSV or as JSON', async () => {
    const documents = [
      { id: 's-1', title: '=1+1', total: -3, tags: ['a', 'b'] },
      { id: 's-2', title: SCRIPT, late: true },
    ];
    await used.client.replaceCollection(ORDERS, 'saved', { documents });
    const shown = await used.open(`/mini-apps/${ORDERS}/collections/saved`);
    for (const format of ['CSV', 'JSON']) {
      const saved = shown.page.waitForEvent('download');
      await shown.button(`Save as ${format}`).click();
      const path = await (await saved).path();
      const name = (await saved).suggestedFilename();
      expect(name).toBe(`saved-of-${ORDERS}.${format.toLowerCase()}`);
      await used.client.putDocuments(ORDERS, 'saved', {
        documents: [{ id: 's-1', title: 'Changed' }],
      });
      await shown.row('Changed').waitFor();
      await shown.button('Import…').click();
      const text = await readFile(path, 'utf8');
      await shown.dialog.getByLabel('File').setInputFiles(file(name, text));
      await shown.dialog.getByText('0 new, 1 changed, 1 unchanged, 0 refused').waitFor();
      await shown.dialog.getByRole('button', { name: 'Import 1 document' }).click();
      // The preview shows the documents, too.
      await shown.dialog.waitFor({ state: 'detached' });
      await shown.row('=1+1').waitFor();
      expect(await used.client.readCollection(ORDERS, 'saved')).toEqual(documents);
    }
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('goes on where it stopped when a request fails, and shows how far it is', async () => {
    await used.client.replaceCollection(ORDERS, 'many', { documents: [{ id: 'n0', n: 0 }] });
    const shown = await openImport(`/mini-apps/${ORDERS}/collections/many`);
    const documents = Array.from({ length: 250 }, (_, n) => ({ id: `n${n}`, n }));
    const lines = documents.map(({ id, n }) => `${id},${n}\n`).join('');
    await shown.dialog.getByLabel('Documents').fill(`id,n\n${lines}`);
    await shown.dialog.getByText('249 new, 0 changed, 1 unchanged, 0 refused').waitFor();

    const sent: number[] = [];
    let isBroken = true;
    await shown.page.route('**/collections/many/documents', async (route) => {
      const body = route.request().postDataJSON() as { documents: object[] };
      sent.push(body.documents.length);
      if (!isBroken || sent.length === 1) return route.continue();
      await shown.dialog.getByRole('progressbar', { name: 'Importing' }).waitFor();
      await shown.dialog.getByText('100 of 249 documents stored').waitFor();
      return route.fulfill({ status: 400, body: '' });
    });
    await shown.dialog.getByRole('button', { name: 'Import 249 documents' }).click();
    await shown.dialog.getByText('100 of 249 documents are stored').waitFor();
    await shown.dialog.getByText('149 new, 0 changed, 101 unchanged, 0 refused').waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(await used.client.readCollection(ORDERS, 'many')).toHaveLength(101);
    isBroken = false;
    await shown.dialog.getByRole('button', { name: 'Import 149 documents' }).click();
    await shown.said('149 documents added, 0 changed.').waitFor();
    expect(await used.client.readCollection(ORDERS, 'many')).toEqual(documents);
    expect(sent).toEqual([100, 100, 100, 49]);
  });

  it('replaces nothing that somebody else changed after the preview', async () => {
    await used.client.replaceCollection(ORDERS, 'shared', { documents: [{ id: 'a', n: 1 }] });
    const shown = await openImport(`/mini-apps/${ORDERS}/collections/shared`);
    await shown.dialog.getByLabel('Documents').fill('id,n\na,2\nb,1\n');
    const theirs = { id: 'a', n: 7, note: 'theirs' };
    let isFirst = true;
    await shown.page.route('**/collections/shared/documents', async (route) => {
      // Between the click and the server, where no preview can know of it.
      if (isFirst) await used.client.putDocument(ORDERS, 'shared', theirs);
      isFirst = false;
      await route.continue();
    });
    await shown.dialog.getByRole('button', { name: 'Import 2 documents' }).click();
    await shown.dialog.getByText('Somebody else changed some of them meanwhile').waitFor();
    await shown.dialog.getByRole('row', { name: '2 a Changes n; removes note' }).waitFor();
    expect(await used.client.readCollection(ORDERS, 'shared')).toEqual([theirs]);
    await shown.dialog.getByRole('button', { name: 'Import 2 documents' }).click();
    await shown.said('1 document added, 1 changed.').waitFor();
  });
});
