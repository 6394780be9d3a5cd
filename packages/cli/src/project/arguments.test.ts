import { describe, expect, it } from 'vitest';

import { writeSources } from '../testing/writeSources.ts';
import { chooseApp, chooseVersion } from './chooseApp.ts';
import { readBudget } from './readBudget.ts';
import { readPercentage } from './readPercentage.ts';

describe('a share of all installs', () => {
  it.each([
    ['10%', 10],
    ['10', 10],
    ['2.5 %', 2.5],
    ['0', 0],
    ['100%', 100],
  ])('%s is %s', (text, share) => expect(readPercentage(text)).toBe(share));

  it.each(['101%', '-1', 'half', '1.234', ''])('cannot be %j', (text) => {
    expect(() => readPercentage(text)).toThrow('is no share of all installs');
  });
});

describe('a budget', () => {
  it.each([
    ['500kB', 500_000],
    ['1.5 MB', 1_500_000],
    ['1MiB', 1_048_576],
    ['800000', 800_000],
  ])('%s is %s bytes', (text, bytes) => expect(readBudget(text)).toBe(bytes));

  it.each(['0', 'big', '5GB'])('cannot be %j', (text) => {
    expect(() => readBudget(text)).toThrow('is no size');
  });
});

describe('which mini-app is meant', () => {
  const manifest = JSON.stringify({
    appId: 'com.acme.here',
    name: 'Here',
    version: '1.0.0',
    description: 'Here',
    icon: 'https://cdn.example/icons/com.acme.here.svg',
    permissions: [],
    minHostVersion: '1.0.0',
  });

  it('is the one that is named, or the one in this folder', async () => {
    const cwd = await writeSources({ 'manifest.json': manifest });
    const choose = (named?: string, flag?: string) => chooseApp({ cwd }, named, flag);
    expect(await choose()).toEqual({ appId: 'com.acme.here' });
    expect(await choose('1.2.0')).toEqual({ appId: 'com.acme.here', version: '1.2.0' });
    expect(await choose('com.acme.x')).toEqual({ appId: 'com.acme.x' });
    expect(await choose('com.acme.x@1.2.0')).toEqual({ appId: 'com.acme.x', version: '1.2.0' });
    expect(await choose('1.2.0', 'com.acme.y')).toEqual({ appId: 'com.acme.y', version: '1.2.0' });
  });

  it('has to be said where no folder tells', async () => {
    const cwd = await writeSources({ 'readme.txt': '' });
    await expect(chooseApp({ cwd }, undefined)).rejects.toMatchObject({ exitCode: 2 });
    await expect(chooseVersion({ cwd }, '1.2.0')).rejects.toMatchObject({
      fix: expect.stringContaining('com.acme.orders@1.2.0') as string,
    });
    await expect(chooseVersion({ cwd }, 'com.acme.x')).rejects.toThrow('No version is given.');
    await expect(chooseApp({ cwd }, 'Orders')).rejects.toThrow('is no mini-app’s id');
    await expect(chooseApp({ cwd }, 'com.acme.x@one')).rejects.toThrow('is no version');
  });
});
