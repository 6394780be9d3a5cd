import { describe, expect, it } from 'vitest';

import { createMemoryPeople } from './createMemoryPeople.ts';

const ANN = { id: 'ann', name: 'Ann', emailVerified: false };
const APP = 'com.acme.orders';

describe('people in memory', () => {
  it('are found by the headers that they are given, and nobody by none', async () => {
    const people = createMemoryPeople();
    const session = people.add(ANN);
    const app = people.appHeader(ANN.id, APP);
    expect(await people.personOf(session)).toEqual(ANN);
    expect(await people.appCallerOf(app)).toEqual({
      appId: APP,
      personId: ANN.id,
      openId: people.openIdOf(ANN.id, APP),
    });
    expect(await people.personOf(undefined)).toBeUndefined();
    expect(await people.appCallerOf(undefined)).toBeUndefined();
  });

  it('are refused as the real ones are', async () => {
    const people = createMemoryPeople();
    const session = people.add(ANN);
    const app = people.appHeader(ANN.id, APP);
    const refusal = { code: 'unauthorized' };
    for (const header of ['Bearer unknown', 'Basic YTpi', '', app]) {
      await expect(people.personOf(header)).rejects.toMatchObject(refusal);
    }
    await expect(people.appCallerOf(session)).rejects.toMatchObject(refusal);
  });

  it('have another name in every mini-app', () => {
    const people = createMemoryPeople();
    expect(people.openIdOf('ann', APP)).toBe(people.openIdOf('ann', APP));
    expect(people.openIdOf('ann', APP)).not.toBe(people.openIdOf('ann', 'com.acme.chat'));
    expect(people.openIdOf('ann', APP)).not.toBe(people.openIdOf('bob', APP));
  });

  it('are gone when they are removed, and everybody who listens is told', async () => {
    const people = createMemoryPeople();
    const session = people.add(ANN);
    const app = people.appHeader(ANN.id, APP);
    const told: string[] = [];
    people.onPersonDeleted(async (id) => void told.push(id));
    const stop = people.onPersonDeleted(async () => void told.push('stopped'));
    stop();
    await people.remove(ANN.id);
    expect(told).toEqual(['ann']);
    await expect(people.personOf(session)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(people.appCallerOf(app)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
