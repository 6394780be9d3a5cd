import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readArtifact } from './readArtifact.ts';
import { readManifest } from './readManifest.ts';

const FEDERATION = {
  name: 'com_acme_orders',
  metaData: {
    globalName: 'com_acme_orders',
    remoteEntry: { name: 'com_acme_orders.container.js' },
  },
  exposes: [{ name: 'App', path: './App' }],
};
const MANIFEST = { appId: 'com.acme.orders', version: '1.0.0', permissions: ['storage'] } as const;

let project = '';

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'artifact-'));
  await mkdir(join(project, 'build/ios/assets'), { recursive: true });
  await writeFile(join(project, 'build/ios/mf-manifest.json'), JSON.stringify(FEDERATION));
  await writeFile(join(project, 'build/ios/assets/logo.json'), '{}');
  await writeFile(join(project, 'manifest.json'), JSON.stringify({ ...MANIFEST, name: 'Orders' }));
});

afterEach(() => rm(project, { recursive: true }));

describe('a build', () => {
  it('is found in its own folder and in its project’s', () => {
    const { folder, files } = readArtifact(project, 'ios');
    expect(folder).toBe(join(project, 'build/ios'));
    expect(readArtifact(folder)).toMatchObject({ folder, files });
    expect(files).toEqual(['assets/logo.json', 'mf-manifest.json']);
  });

  it('that is not there is asked for', () => {
    expect(() => readArtifact(project, 'android')).toThrow(
      /no mf-manifest\.json in .*Build the mini-app first: `npx miniapp bundle --platform android`/s,
    );
  });

  it('with a broken federation manifest is refused', async () => {
    await writeFile(join(project, 'build/ios/mf-manifest.json'), '{');
    expect(() => readArtifact(project, 'ios')).toThrow('is not JSON');
    await writeFile(join(project, 'build/ios/mf-manifest.json'), '{}');
    expect(() => readArtifact(project, 'ios')).toThrow('is not a federation manifest');
  });
});

describe('a manifest', () => {
  it('is the project’s, unless one is given', () => {
    const artifact = readArtifact(project, 'ios');
    expect(readManifest(artifact, undefined)).toEqual(MANIFEST);
    const given = { ...MANIFEST, permissions: [] };
    expect(readManifest(artifact, given)).toEqual(given);
  });

  it('of another app than the build’s is refused', () => {
    const artifact = readArtifact(project, 'ios');
    expect(() => readManifest(artifact, { ...MANIFEST, appId: 'com.acme.cafe' })).toThrow(
      /is com_acme_orders; by its manifest it would be com_acme_cafe.*build com\.acme\.cafe again/s,
    );
  });

  it('that is missing or does not fit is named', async () => {
    const artifact = readArtifact(project, 'ios');
    await rm(join(project, 'manifest.json'));
    expect(() => readManifest(artifact, undefined)).toThrow(
      'There is no manifest.json in or above',
    );
    const wrong = { ...MANIFEST, version: '1' };
    expect(() => readManifest(artifact, wrong)).toThrow('version: a version has the form');
  });
});
