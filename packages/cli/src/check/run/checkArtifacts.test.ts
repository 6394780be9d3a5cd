import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { checkSyntax, whyNoHermes } from '@host/headless-host';
import { expect, it } from 'vitest';

import { createOutput } from '../../terminal/Output.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { checkArtifacts } from './checkArtifacts.ts';

const FEDERATION = {
  name: 'com_acme_sample',
  metaData: { remoteEntry: { name: 'com_acme_sample.container.js' } },
  exposes: [],
};

const checkStructure = async () => ({ ok: true, errors: [] });
const out = createOutput({ ...process, env: {}, json: true });

/** The root of a project with a script that no engine understands. */
async function brokenProject(): Promise<string> {
  const root = await temporaryFolder('artifacts');
  const build = join(root, 'build/ios');
  await mkdir(build, { recursive: true });
  await writeFile(join(build, 'mf-manifest.json'), JSON.stringify(FEDERATION));
  await writeFile(join(build, 'fine.chunk.bundle'), 'var fine = 1;\n');
  await writeFile(join(build, 'other.chunk.bundle'), 'var fine = 1;\nvar other = ;\n');
  return root;
}

it.each(whyNoHermes() === undefined ? ['here'] : [])(
  'what Hermes does not understand is a finding with its file, line and fix',
  async () => {
    const host = { checkStructure, checkSyntax, whyNoHermes };
    const { syntax } = await checkArtifacts(host, await brokenProject(), ['ios'], out);
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
  },
);

it('where there is no Hermes, that is a warning, and nothing fails', async () => {
  const host = {
    checkStructure,
    checkSyntax: () => Promise.reject(new Error('there is none')),
    whyNoHermes: () => 'There is no Hermes for plan9.',
  };
  const { syntax } = await checkArtifacts(host, await brokenProject(), ['ios', 'android'], out);
  expect(syntax).toEqual([
    expect.objectContaining({
      severity: 'warning',
      code: 'hermes-missing',
      message: 'Neither compiled for nor run on Hermes. There is no Hermes for plan9.',
    }),
  ]);
});
