import { describe, expect, it } from 'vitest';

import { dependencyViolations } from './dependencyViolations.ts';
import { fakePackage } from './fakePackage.ts';
import { parseLayers } from './parseLayers.ts';
import type { WorkspacePackage } from './WorkspacePackage.ts';

const LAYERS = parseLayers(`
L6  apps/host   mini-apps/*   e2e
L5  cli
L4  headless-host
L3  host-runtime   server
L2  miniapp-sdk   push   bundler
L1  kit   api-client
L0  contracts
`);

/** A package with these dependencies, among packages that have none. */
function violationsOf(folder: string, dependencies: Partial<WorkspacePackage['dependencies']>) {
  const others = ['cli', 'headless-host', 'host-runtime', 'miniapp-sdk', 'push', 'bundler', 'kit']
    .concat('api-client', 'contracts')
    .map((name) => fakePackage(`packages/${name}`))
    .concat(fakePackage('server'), fakePackage('apps/host'))
    .filter((each) => each.folder !== folder);
  const changed = fakePackage(folder, dependencies);
  return dependencyViolations(LAYERS, [changed, ...others]);
}

describe('the layer rule', () => {
  it('lets imports point down, over several layers too', () => {
    const dependencies = ['@host/push', '@host/contracts', 'react'];
    expect(violationsOf('packages/host-runtime', { dependencies })).toEqual([]);
  });

  it.each(['dependencies', 'devDependencies', 'peerDependencies'] as const)(
    'finds an import that points up in %s',
    (kind) => {
      expect(violationsOf('packages/contracts', { [kind]: ['@host/push'] })).toEqual([
        `packages/contracts has @host/push in its ${kind}, but imports point down only: contracts is in L0, push in L2.`,
      ]);
    },
  );

  it('finds an import inside one layer', () => {
    expect(violationsOf('packages/push', { dependencies: ['@host/bundler'] })).toEqual([
      'packages/push has @host/bundler in its dependencies, but imports point down only: push is in L2, bundler in L2.',
    ]);
  });

  it('lets kit import only contracts', () => {
    expect(violationsOf('packages/kit', { dependencies: ['@host/contracts'] })).toEqual([]);
    expect(violationsOf('packages/kit', { dependencies: ['@host/api-client'] })).toEqual([
      'packages/kit has @host/api-client in its dependencies, but kit imports only contracts.',
    ]);
  });

  it('lets server import only contracts', () => {
    expect(violationsOf('server', { dependencies: ['@host/contracts'] })).toEqual([]);
    expect(violationsOf('server', { devDependencies: ['@host/api-client'] })).toEqual([
      'server has @host/api-client in its devDependencies, but server imports only contracts.',
    ]);
  });

  it('lets a mini-app have the SDK and the kit, and tools for development', () => {
    expect(
      violationsOf('mini-apps/orders', {
        dependencies: ['@host/miniapp-sdk', '@host/kit', 'react'],
        devDependencies: ['@host/bundler', '@host/cli', '@host/headless-host'],
      }),
    ).toEqual([]);
    expect(violationsOf('mini-apps/orders', { dependencies: ['@host/push', '@host/cli'] })).toEqual(
      [
        expect.stringMatching(/^mini-apps\/orders has @host\/push .* but a mini-app has/),
        expect.stringMatching(/^mini-apps\/orders has @host\/cli .* but a mini-app has/),
      ],
    );
  });

  it('finds a package that is not in the picture', () => {
    expect(violationsOf('packages/surprise', {})).toEqual([
      'packages/surprise is not in the layer picture of ARCHITECTURE.md: give it a place there.',
    ]);
  });

  it('finds a dependency that is not in the workspace', () => {
    expect(violationsOf('packages/push', { dependencies: ['@host/gone'] })).toEqual([
      'packages/push has @host/gone in its dependencies, but the workspace has no such package.',
    ]);
  });

  it('refuses a picture that it cannot read', () => {
    expect(() => parseLayers('L1  kit\ncontracts')).toThrow('contracts');
    expect(() => parseLayers('L1  kit\nL0  kit')).toThrow('names kit twice');
  });
});
