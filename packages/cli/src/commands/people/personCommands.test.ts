import type { FoundPerson, PersonExport } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

const ANN = { email: 'ann@example.com', password: 'correct horse battery' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.client.createAccount({ ...ANN, name: 'Ann' });
});
afterAll(() => server.close());

const people = (...args: string[]) => miniapp(['people', ...args], { env: server.env });

describe('miniapp people', () => {
  it('finds a person, prints all that is kept of them, and deletes it once somebody said so', async () => {
    const found = await people('find', '--email', ANN.email);
    expect([found.code, found.stderr]).toEqual([0, '']);
    const id = found.stdout.trim();
    const { person } = (await people('find', '--email', ANN.email, '--json')).json() as {
      person: FoundPerson;
    };
    expect(person.id).toBe(id);

    const printed = JSON.parse((await people('export', id)).stdout) as PersonExport;
    expect(printed.personId).toBe(id);
    expect(JSON.stringify(printed)).toContain(ANN.email);

    const unasked = await people('delete', id);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    await server.client.signIn(ANN);
    expect((await people('delete', id, '--yes')).code).toBe(0);
    await expect(server.client.signIn(ANN)).rejects.toThrow(/password/);
    const gone = await people('export', id);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('miniapp people find')]);
  });

  it('says that it is not clear who is meant', async () => {
    for (const args of [
      [],
      ['--email', 'ann'],
      ['--open-id', 'a'.repeat(43)],
      ['--email', ANN.email, '--app', 'com.acme.orders'],
    ]) {
      const refused = await people('find', ...args);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--open-id')]);
    }
  });
});
