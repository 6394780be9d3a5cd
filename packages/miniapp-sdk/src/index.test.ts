import { describe, expect, it } from 'vitest';

import { capabilities } from './canIUse.ts';
import * as sdk from './index.ts';

describe('outside a host', () => {
  it.each([
    () => sdk.storage.get('a'),
    () => sdk.api.get('/orders/items'),
    () => sdk.analytics.screen('home'),
    () => sdk.push.subscribeToTopic('news'),
    () => sdk.useHostAuth(),
    () => sdk.useHostDevice(),
    () => sdk.useHostPush(),
    () => sdk.useLocale(),
    () => sdk.useMessages({ en: { hello: 'Hello' } }),
    () => sdk.useLifecycle(),
    () => sdk.openLink('miniapp/com.acme.promos'),
  ])('every use fails and says what to do: %s', async (use) => {
    await expect((async () => use())()).rejects.toMatchObject({
      code: 'outside-host',
      message: expect.stringContaining('miniapp start') as string,
    });
  });
});

describe('canIUse', () => {
  it('knows what the SDK offers and nothing else', () => {
    expect(sdk.canIUse('storage.info')).toBe(true);
    expect(sdk.canIUse('useHostAuth')).toBe(true);
    expect(sdk.canIUse('storage.teleport')).toBe(false);
    expect(sdk.canIUse('constructor')).toBe(false);
  });
});

it('canIUse answers yes to exactly what the package exports and a host provides', () => {
  const { canIUse, HostError: _, ...provided } = sdk;
  const names = Object.entries(provided).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [name]
      : [name, ...Object.keys(value).map((member) => `${name}.${member}`)],
  );
  expect(names.filter((name) => !canIUse(name))).toEqual([]);
  expect(capabilities.toSorted()).toEqual(names.toSorted());
});

describe('a HostError', () => {
  it('says whether trying again may help', () => {
    expect(new sdk.HostError('timeout', 'too slow').retryable).toBe(true);
    expect(new sdk.HostError('http-error', 'busy', 503).retryable).toBe(true);
    expect(new sdk.HostError('http-error', 'wrong', 422).retryable).toBe(false);
    expect(new sdk.HostError('permission-denied', 'no').retryable).toBe(false);
  });
});
