import { describe, expect, it } from 'vitest';

import { ROUTES, type RouteName, hrefOf, matchRoute } from './routes.ts';

describe('the addresses of the console', () => {
  it('lead to the screen that they were made for', () => {
    const params = {
      appId: 'com.acme.orders',
      tab: 'data',
      version: '1.4.0',
      collection: 'items',
      id: '42',
      place: '5f70bf18a086007016e948b04aed3b82',
      deviceId: '7',
      personId: 'per_1',
      topic: 'private/news',
    };
    for (const name of Object.keys(ROUTES) as RouteName[]) {
      expect(matchRoute(hrefOf(name, params))?.name).toBe(name);
    }
  });

  it('keep what stands in them, whatever it is', () => {
    const href = hrefOf('miniApp', { appId: 'a/b?c#d e' }, { q: 'ü&x', none: undefined, no: '' });
    expect(href).toBe('/console/mini-apps/a%2Fb%3Fc%23d%20e?q=%C3%BC%26x');
    expect(matchRoute(href.split('?')[0]!)?.params).toEqual({ appId: 'a/b?c#d e' });
  });

  it('are found with and without a slash at the end', () => {
    expect(matchRoute('/console')).toEqual({ name: 'overview', params: {} });
    expect(matchRoute('/console/mini-apps/')?.name).toBe('miniApps');
  });

  it.each(['/console/nothing', '/console/mini-apps/a/b/c/d', '/console/mini-apps/%E0%A4%A'])(
    'of which there is none such as %s lead nowhere',
    (path) => {
      expect(matchRoute(path)).toBeUndefined();
    },
  );

  it('name a version rather than a tab of that name', () => {
    expect(matchRoute('/console/mini-apps/a/versions/1.0.0')).toEqual({
      name: 'version',
      params: { appId: 'a', version: '1.0.0' },
    });
  });
});
