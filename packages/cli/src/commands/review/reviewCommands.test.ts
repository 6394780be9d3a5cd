import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.orders';
const VERSION = `${APP}@1.0.0`;
const DIGESTS = { sha256: 'a'.repeat(64), size: 1000 };

let server: TestServer;
let cwd: string;
beforeAll(async () => {
  server = await startTestServer();
  cwd = await temporaryFolder('review');
  const folder = `https://cdn.elsewhere.example/mini-apps/${APP}/1.0.0`;
  await server.client.registerVersion({
    appId: APP,
    name: 'Orders',
    version: '1.0.0',
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    permissions: [],
    minHostVersion: '1.0.0',
  });
  await server.client.stateDigests(APP, '1.0.0', { ios: DIGESTS, android: DIGESTS });
});
afterAll(() => server.close());

const command = (...args: string[]) => miniapp(args, { cwd, env: server.env });

describe('miniapp submit, status and review', () => {
  it('take a version from its submission to a decision, with the reasons of the reviewer', async () => {
    await server.client.setReviewPolicy({ required: true });
    const early = await command('release', VERSION);
    expect(early.code).toBe(1);
    expect(early.stderr).toContain(`${VERSION} was not submitted for review.`);
    expect(early.stderr).toContain('miniapp submit');

    const check = join(cwd, 'check.json');
    const finding = { check: 'size', severity: 'warning', message: 'It grew', fix: '' };
    const archives = [
      { platform: 'ios', size: 1000, sha256: DIGESTS.sha256 },
      { platform: 'android', size: 1000, sha256: DIGESTS.sha256 },
    ];
    const report = { ok: true, checks: ['manifest', 'size'], findings: [finding], archives };
    await writeFile(check, JSON.stringify(report));
    const submitted = await command('submit', VERSION, '--notes', 'The first', '--check', check);
    expect([submitted.code, submitted.stdout]).toEqual([
      0,
      `✔ ${VERSION} is submitted\n  What becomes of it: miniapp status ${VERSION}\n`,
    ]);
    expect((await server.client.getReview(APP, '1.0.0')).check).toMatchObject({
      ok: true,
      sameArchives: true,
      findings: [{ message: 'It grew' }],
    });
    const decision = { decision: 'rejected', reasons: 'Too large', submission: 1 } as const;
    await server.client.decideReview(APP, '1.0.0', decision);
    const told = await command('status', VERSION);
    expect(told.code).toBe(1);
    expect(told.stdout).toMatch(/review +rejected/);
    expect(told.stdout).toMatch(/reasons +Too large/);
    expect(told.stdout).toMatch(/needed +it can be released once it is approved/);
  });

  it('list what waits, and reject and approve it', async () => {
    await server.client.submitVersion(APP, '1.0.0', { notes: 'Smaller' });
    const { stdout } = await command('review', 'list');
    expect(stdout).toMatch(/com\.acme\.orders@1\.0\.0 +Orders +submitted .* Smaller/);
    const rejected = await command('review', 'reject', VERSION, '--reason', 'Too large');
    expect([rejected.code, rejected.stdout]).toEqual([0, `✔ ${VERSION} is rejected\n`]);
    const { submission } = await server.client.submitVersion(APP, '1.0.0', { notes: 'Tiny' });
    const approved = await command('review', 'approve', VERSION, '--json');
    expect(JSON.parse(approved.stdout)).toMatchObject({
      ok: true,
      review: { state: 'approved', submission },
    });
  });

  it('say for scripts how far it is, and whether an approval is needed', async () => {
    const status = JSON.parse((await command('status', VERSION, '--json')).stdout) as object;
    expect(status).toMatchObject({
      ok: true,
      record: { status: 'registered' },
      review: { state: 'approved', required: true },
    });
    expect((await command('review', 'policy')).stdout).toBe('Versions have to be approved.\n');
    const off = await command('review', 'require', '--off');
    expect([off.code, off.stdout]).toEqual([0, '✔ Versions need no approval\n']);
  });

  it('say what they were called wrongly with', async () => {
    const path = join(cwd, 'other.json');
    await writeFile(path, '{"checks": "none"}');
    const { code, stderr } = await command('submit', VERSION, '--check', path);
    expect(code).toBe(2);
    expect(stderr).toContain('is not what `miniapp check --json` prints.');
    const silent = await command('review', 'reject', VERSION);
    expect([silent.code, silent.stderr]).toEqual([
      2,
      '✖ No reason is given.\n  Add --reason "…": the publisher is to know it.\n',
    ]);
  });
});
