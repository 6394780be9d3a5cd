import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { DEEP_LINK_ROUTES, DeepLink } from './DeepLink.ts';
import { splitDeepLink } from './links/splitDeepLink.ts';

const accepts = (value: unknown) => z.safeParse(DeepLink, value).success;

describe('DeepLink', () => {
  it.each([
    'acme://order/42',
    'acme://miniapp/com.acme.orders?tab=open#top',
    'acme-app+beta.2://promo/summer',
    'a://b',
  ])('accepts %s', (link) => {
    expect(accepts(link)).toBe(true);
  });

  it.each([
    'javascript://order/%0aalert(1)',
    'data://text/html,x',
    'vbscript://x',
    'file:///etc/passwd',
    'blob://x',
    'intent://scan/#Intent;scheme=zxing;end',
    'about://blank',
    'JavaScript://x',
    'JAVASCRIPT://x',
    ' javascript://x',
    'java\nscript://x',
  ])('refuses %j, which a browser or a system acts on by itself', (link) => {
    expect(accepts(link)).toBe(false);
  });

  it.each([
    '',
    'acme',
    'acme:order/42',
    'acme:/order/42',
    'acme://',
    '://order/42',
    '1acme://order/42',
    'acme://order/4 2',
    'acme://order/42\n',
    'acme://order/\u0000',
    '/order/42',
    'order/42',
  ])('refuses %j, which is not <app_scheme>://<route>', (link) => {
    expect(accepts(link)).toBe(false);
    expect(splitDeepLink(link)).toBeUndefined();
  });

  it('refuses a route over 2000 characters', () => {
    expect(accepts(`acme://${'x'.repeat(2000)}`)).toBe(true);
    expect(accepts(`acme://${'x'.repeat(2001)}`)).toBe(false);
  });

  it.each([undefined, null, 1, {}])('refuses the value %j', (value) => {
    expect(accepts(value)).toBe(false);
  });

  it('is made of a scheme and a route', () => {
    expect(splitDeepLink('acme://miniapp/com.acme.orders?tab=open')).toEqual({
      scheme: 'acme',
      route: 'miniapp/com.acme.orders?tab=open',
    });
  });

  it('has the three routes of the interface', () => {
    expect(DEEP_LINK_ROUTES).toEqual(['order/:orderId', 'miniapp/:appId', 'promo/:promoId']);
  });
});
