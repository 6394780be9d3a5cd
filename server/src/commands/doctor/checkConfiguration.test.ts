import { describe, expect, it } from 'vitest';

import { readConfig } from '../../config/readConfig.ts';
import { checkConfiguration } from './checkConfiguration.ts';

const FLEET = {
  NODE_ENV: 'production',
  BASE_URL: 'https://host.example',
  TRUST_PROXY: '10.0.0.5',
  ADMIN_TOKEN: 'a'.repeat(32),
  SERVER_KEY: 's'.repeat(32),
  PEOPLE_SECRET: 'p'.repeat(32),
  METRICS_PORT: '9464',
  DATABASE_URL: 'postgres://host@db.example/host',
  OBJECTS_URL: 's3://host-objects?region=eu-central-1',
  VAPID_PRIVATE_KEY: 'A'.repeat(42) + 'E',
};
const details = (env: Record<string, string | undefined>) =>
  checkConfiguration(readConfig(env)).map(({ status, detail }) => `${status}: ${detail}`);

describe('looking at the configuration of a fleet', () => {
  it('finds nothing where every value fits', () => {
    expect(details(FLEET)).toEqual(['ok: Every value fits.']);
  });

  it('finds nodes that would make a key for browsers each', () => {
    expect(details({ ...FLEET, VAPID_PRIVATE_KEY: undefined })).toEqual([
      expect.stringMatching(/^warning: Each node makes a VAPID key of its own/),
    ]);
    // One process keeps the key that it made.
    const alone = { ...FLEET, VAPID_PRIVATE_KEY: undefined, DATABASE_URL: undefined };
    expect(details(alone)).toEqual(['ok: Every value fits.']);
  });

  it.each([undefined, 'file:/srv/objects'])(
    'finds objects that one node has: %s',
    (OBJECTS_URL) => {
      expect(details({ ...FLEET, OBJECTS_URL })).toEqual([
        expect.stringMatching(/^warning: .*objects are in a folder of this one/),
      ]);
    },
  );

  it.each([
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.5, 10.1.0.0/23, 2001:db8::/64', ['10.1.0.0/23', '2001:db8::/64']],
    ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
    ['10.0.0.0/24, loopback, 2001:db8::5', []],
  ])('finds networks that are trusted as proxies are: %s', (TRUST_PROXY, wide) => {
    const found = details({ ...FLEET, TRUST_PROXY });
    expect(found).toHaveLength(Math.max(1, wide.length));
    for (const [index, network] of wide.entries()) {
      expect(found[index]).toContain(`warning: TRUST_PROXY trusts all of ${network}: `);
    }
  });

  it('finds a proxy that nobody is told of, and one that is not there', () => {
    expect(details({ ...FLEET, TRUST_PROXY: undefined })).toEqual([
      expect.stringMatching(/^warning: .*TRUST_PROXY trusts nobody: all callers count as one/),
    ]);
    expect(details({ TRUST_PROXY: '1' })).toEqual([
      expect.stringMatching(
        /^warning: TRUST_PROXY says how many proxies .* could claim any address/,
      ),
    ]);
    expect(details({ ...FLEET, TRUST_PROXY: '1' })).toEqual(['ok: Every value fits.']);
  });
});
