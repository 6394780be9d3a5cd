import { describe, expect, it, onTestFinished } from 'vitest';

import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type Artifact, findArtifact, findPublicArtifact, putArtifact } from './artifactRows.ts';

const APP = 'com.acme.orders';
const VERSION = '1.0.0';

describe.each(testEngines())('an artifact ($name)', (engine) => {
  const open = async () => {
    const { db, release } = await openTestDatabase({ engine });
    onTestFinished(release);
    const put = async (key: string, kind: Artifact['kind'], version = VERSION) => {
      const artifact: Artifact = {
        key,
        appId: kind === 'icon' ? '' : APP,
        version,
        kind,
        size: 5_000_000_000,
        sha256: 'aa',
        integrity: 'sha256-qg==',
        contentType: 'text/plain',
        encodings: { br: 12 },
      };
      await putArtifact(db, artifact, 1);
      return artifact;
    };
    const register = (version: string) =>
      db.run(
        `INSERT INTO versions (app_id, version, version_order, registration, platforms, shared, verified, status,
            percentage, cohorts, created_at, updated_at)
          VALUES (?, ?, ?, '{}', '{}', '[]', 1, 'registered', 0, '[]', 1, 1)`,
        APP,
        version,
        version,
      );
    return { db, put, register };
  };

  it('is public once its version is registered, and not because of another version', async () => {
    const { db, put, register } = await open();
    const archive = await put('archive', 'archive');
    await register('2.0.0');
    expect(await findPublicArtifact(db, 'archive')).toBeUndefined();
    expect(await findArtifact(db, 'archive')).toEqual(archive);
    await register(VERSION);
    expect(await findPublicArtifact(db, 'archive')).toEqual(archive);
    expect(await findPublicArtifact(db, 'archives')).toBeUndefined();
  });

  it('is never public when it is a source map, and always when it is an icon', async () => {
    const { db, put, register } = await open();
    await register(VERSION);
    await put('map', 'source-map');
    const icon = await put('icon', 'icon', '');
    expect(await findPublicArtifact(db, 'map')).toBeUndefined();
    expect(await findPublicArtifact(db, 'icon')).toEqual(icon);
  });
});
