import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { AppId, containerFile, containerName } from './AppId.ts';
import { LIMITS } from './limits.ts';

const accepts = (value: unknown) => z.safeParse(AppId, value).success;
const ofLength = (length: number) => 'com.acme.'.padEnd(length, 'x');
const appId = fc.stringMatching(
  /^[a-z][a-z0-9]{0,3}(-[a-z0-9]{1,2})?(\.[a-z][a-z0-9]{0,3}(-[a-z0-9]{1,2})?){1,4}$/,
);

describe('AppId', () => {
  it.each([
    'com.acme.orders',
    'a.b.c',
    'io.acme.shop.eu.orders2',
    'acme.orders',
    'com.acme-shop.my-orders-2',
    'com.xn--bcher-kva.shop',
  ])('accepts %s', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    '',
    'orders',
    'Com.acme.orders',
    'com.acme.Orders',
    'com.acme.-app',
    'com.acme.app-',
    'com.acme-.app',
    'com.acme.my_app',
    'com.acme.orders.',
    '.com.acme.orders',
    'com..acme.orders',
    'com.acme.2orders',
    'com.acme.or ders',
    ' com.acme.orders',
    'com.acme.orders\n',
    'com.acme.orders/..',
    'com/acme/orders',
    'com.acme.örders',
    '../../etc/passwd',
  ])('refuses %j', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('is as long as the limit allows and no longer', () => {
    expect(accepts(ofLength(LIMITS.appIdLength))).toBe(true);
    expect(accepts(ofLength(LIMITS.appIdLength + 1))).toBe(false);
  });

  it('accepts every lower-case reverse domain', () => {
    fc.assert(
      fc.property(appId, (text) => {
        expect(accepts(text)).toBe(true);
      }),
    );
  });
});

describe('the federation container', () => {
  it('is named after the appId with underscores', () => {
    expect(containerName('com.acme.orders')).toBe('com_acme_orders');
    expect(containerFile('com.acme.orders')).toBe('com_acme_orders.container.js');
  });

  it('never has the name of another mini-app: the name leads back to the appId', () => {
    const almost = fc.stringMatching(/^[a-z][a-z0-9_-]{0,3}(\.[a-z][a-z0-9_-]{0,3}){1,2}$/);
    fc.assert(
      fc.property(almost, (text) => {
        fc.pre(accepts(text));
        expect(containerName(text)).toMatch(/^[a-z]\w*$/);
        expect(containerName(text).replaceAll('__', '-').replaceAll('_', '.')).toBe(text);
      }),
    );
    expect(containerName('com.acme-shop.orders')).not.toBe(containerName('com.acme.shop.orders'));
  });
});
