import { describe, expect, it } from 'vitest';

import { createLinks } from './createLinks.ts';

const LINK = 'host://develop?url=http%3A%2F%2F10.0.0.7%3A9000';

function setUp(platform: 'ios' | 'android', initialUrl?: string) {
  const told: unknown[] = [];
  const links = createLinks({
    platform,
    initialUrl,
    emit: (event, args) => told.push([event, args]),
  });
  const name = platform === 'ios' ? 'LinkingManager' : 'IntentAndroid';
  const module = links.modules[name] as {
    getInitialURL(): Promise<string | null>;
    addListener(event: string): void;
    removeListeners(count: number): void;
  };
  return { links, module, told };
}

describe.each(['ios', 'android'] as const)('the links of a host on %s', (platform) => {
  it('are told to it when they arrive while it listens', () => {
    const { links, module, told } = setUp(platform);
    module.addListener('url');
    links.arrive(LINK);
    expect(told).toEqual([['url', { url: LINK }]]);
  });

  it('do not replace the one that it was opened with', async () => {
    const { links, module } = setUp(platform, 'host://orders');
    links.arrive(LINK);
    expect(await module.getInitialURL()).toBe('host://orders');
    expect(await setUp(platform).module.getInitialURL()).toBeNull();
  });
});

it('a link that arrives on ios while nobody listens is lost', () => {
  const { links, module, told } = setUp('ios');
  links.arrive(LINK);
  module.addListener('url');
  module.removeListeners(1);
  links.arrive(LINK);
  expect(told).toEqual([]);
});
