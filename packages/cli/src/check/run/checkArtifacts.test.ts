import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { checkSyntax } from '@host/headless-host';
import { expect, it } from 'vitest';

import { createOutput } from '../../frame/Output.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { checkArtifacts } from './checkArtifacts.ts';

const FEDERATION = {
  name: 'com_acme_sample',
  metaData: { remoteEntry: { name: 'com_acme_sample.container.js' } },
  exposes: [],
};

it('what Hermes does not understand is a finding with its file, line and fix', async () => {
  const root = await temporaryFolder('artifacts');
  const build = join(root, 'build/ios');
  await mkdir(build, { recursive: true });
  await writeFile(join(build, 'mf-manifest.json'), JSON.stringify(FEDERATION));
  await writeFile(join(build, 'fine.chunk.bundle'), 'var fine = 1;\n');
  await writeFile(join(build, 'other.chunk.bundle'), 'var fine = 1;\nvar other = ;\n');
  const checkStructure = async () => ({ ok: true, errors: [] });
  const out = createOutput({ ...process, env: {}, json: true });

  const { syntax } = await checkArtifacts({ checkStructure, checkSyntax }, root, ['ios'], out);
  expect(syntax).toEqual([
    {
      check: 'syntax',
      severity: 'error',
      code: 'hermes-syntax',
      message: 'Hermes does not understand this: invalid expression',
      fix: expect.stringContaining('Let the bundler compile the dependency') as string,
      file: 'build/ios/other.chunk.bundle',
      line: 2,
      platform: 'ios',
    },
  ]);
});
