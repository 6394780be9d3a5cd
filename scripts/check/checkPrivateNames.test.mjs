import { expect, it } from 'vitest';

import { findPrivateNames } from './checkPrivateNames.mjs';

// Concatenated, so that the check does not find them here.
const path = (...parts) => `/${parts.join('/')}/`;
const url = (host) => ['https:', '', host, 'zod'].join('/');

it.each([
  `cd ${path('work')}main`,
  `"cache": "${path('root')}.cache"`,
  `see ${path('home', 'ann')}notes.md`,
  url('registry.npmjs.org'),
  url('npm.registry.example.org'),
  ['resolution: {tarball', 'file.tgz}'].join(': '),
])('finds what is private in %s', (line) => {
  expect(findPrivateNames(`first line\n${line}`)).toEqual([expect.stringMatching(/^2: names a/)]);
});

it.each(['docs/work/plan.md', 'https://example.com/a/root/b', '@host/registry', '../home/a/b'])(
  'lets %s pass',
  (line) => {
    expect(findPrivateNames(line)).toEqual([]);
  },
);
