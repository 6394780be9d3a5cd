import { expect, it } from 'vitest';

import { parseRules, readConsoleOidc } from './readConsoleOidc.ts';
import { EnvironmentReader } from './EnvironmentReader.ts';

const COMPLETE = {
  CONSOLE_OIDC_ISSUER: 'https://login.example',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_ROLES: 'admin=ops',
};

it('reads roles of groups, whatever groups are called', () => {
  const text =
    'admin=Platform Ops; releaser@com.acme.orders+com.acme.promos=cn=orders,dc=acme; publisher@acme=acme team;';
  expect(parseRules(text)).toEqual([
    { role: 'admin', group: 'Platform Ops' },
    {
      role: 'releaser',
      apps: ['com.acme.orders', 'com.acme.promos'],
      group: 'cn=orders,dc=acme',
    },
    { role: 'publisher', publisher: 'acme', group: 'acme team' },
  ]);
});

it.each([
  '',
  ';',
  'ops',
  'king=ops',
  'admin@com.acme.orders=ops',
  'reviewer@acme=x',
  'viewer@A B=x',
])('says what is wrong with %j', (text) => expect(parseRules(text)).toEqual(expect.any(String)));

it('needs an issuer, a client and roles together, and no secret', () => {
  const env = new EnvironmentReader(COMPLETE);
  expect(readConsoleOidc(env)).toEqual({
    issuer: 'https://login.example',
    clientId: 'console',
    clientSecret: undefined,
    scope: 'openid profile',
    groupsClaim: 'groups',
    rules: [{ role: 'admin', group: 'ops' }],
  });
  expect(env.problems).toEqual([]);
  for (const left of Object.keys(COMPLETE)) {
    const partly = new EnvironmentReader({ ...COMPLETE, [left]: '' });
    expect(readConsoleOidc(partly), left).toBeUndefined();
    expect(partly.problems.length, left).toBeGreaterThan(0);
  }
});
