import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listFiles } from '../../project/listFiles.ts';
import { edit } from '../../testing/edit.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { startCuttingProxy } from '../../testing/startCuttingProxy.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const APP = 'com.acme.sample';

let server: TestServer;
let root: string;
let configHome: string;

beforeAll(async () => {
  server = await startTestServer();
  root = await linkProject();
  configHome = await temporaryFolder('config');
  // What the check itself finds has tests of its own.
  await miniapp(['bundle', '-p', 'all'], { cwd: root });
}, 120_000);
afterAll(() => server.close());

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  miniapp(args, { cwd: root, env: { ...server.env, XDG_CONFIG_HOME: configHome, ...env } });
const publish = (...args: string[]) => run(['publish', '--skip-check', ...args]);
const raiseTo = async (version: string) => {
  const text = await readFile(join(root, 'manifest.json'), 'utf8');
  await writeFile(
    join(root, 'manifest.json'),
    text.replace(/"version": "[\d.]+"/, `"version": "${version}"`),
  );
};

describe('miniapp publish', () => {
  it('says what would happen with --dry-run, and changes nothing', async () => {
    const { code, stdout } = await publish('--dry-run', '--release', '10%', '--fixtures');
    expect(stdout).toContain(`${APP}@0.1.0 would be published to ${server.url}:`);
    expect(stdout).toMatch(/upload +ios\.zip +\d+\.\d kB/);
    expect(stdout).toMatch(/upload +icons\/com\.acme\.sample\.svg/);
    expect(stdout).toMatch(/release +to 10 %/);
    expect(stdout).toMatch(/fill +items +3 documents of fixtures\.json/);
    expect(stdout).toContain(`The token may publish and release and data ${APP}.`);
    expect(stdout).toMatch(/\nNothing was changed on the server\.\n$/);
    expect(code).toBe(0);
    expect((await server.client.listMiniPrograms()).items).toEqual([]);
    expect(await server.client.findArtifact(APP, '0.1.0', 'ios.zip')).toBeUndefined();
    expect((await server.client.listAudit()).items).toEqual([]);
  });

  it('does not publish without a login', async () => {
    const { code, stderr } = await miniapp(['publish'], { cwd: root });
    expect(stderr).toContain('You are not logged in.');
    expect(code).toBe(1);
  });

  it.each([
    ['publish', ['read', 'release'], []],
    ['release', ['read', 'publish'], ['--release', '10%']],
  ] as const)(
    'says that the token lacks the scope %s before anything is built or uploaded',
    async (lacking, scopes, args) => {
      const { token } = await server.client.issueToken({
        name: 'CI',
        scopes: [...scopes],
        expiresInSeconds: 600,
      });
      for (const flags of [['--dry-run'], []]) {
        const { code, stdout, stderr } = await run(['publish', '--skip-check', ...flags, ...args], {
          MINIAPP_TOKEN: token,
        });
        expect(stderr).toBe(
          `✖ The token may not ${lacking} ${APP}: it lacks the scope "${lacking}", and has ${scopes.join(', ')}.\n  Use a token that has it; whoever has the root token makes one with \`miniapp tokens issue --name CI --scope publish,release,read --app ${APP}\`.\n`,
        );
        expect(stdout).toBe('');
        expect(code).toBe(1);
      }
      expect(await server.client.findArtifact(APP, '0.1.0', 'mf-manifest.json')).toBeUndefined();
    },
  );

  it('says that the token may not touch this mini-app before anything is built or uploaded', async () => {
    const { token } = await server.client.issueToken({
      name: 'CI',
      scopes: ['publish', 'read'],
      apps: ['com.acme.other'],
      expiresInSeconds: 600,
    });
    const args = ['publish', '--skip-check', '--dry-run', '--json'];
    const { json } = await run(args, { MINIAPP_TOKEN: token });
    expect(json()).toMatchObject({ ok: false, error: { code: 'app-not-allowed' } });
  });

  it('goes on after a cut where it stopped', async () => {
    const proxy = await startCuttingProxy(server.url);
    proxy.cut = `/v1/admin/artifacts/${APP}/0.1.0/web.zip`;
    const args = ['publish', '--skip-check', '--json'];
    const env = { MINIAPP_SERVER: proxy.url, MINIAPP_CDN: `${server.url}/cdn` };
    const cutOff = await run(args, env);
    expect(cutOff.json()).toMatchObject({ ok: false, error: { code: 'network' } });
    expect(cutOff.code).toBe(1);
    expect((await server.client.listMiniPrograms()).items).toEqual([]);

    proxy.cut = undefined;
    const result = await run(args, env);
    expect(result.code).toBe(0);
    const { uploads } = result.json() as { uploads: { file: string; isThere: boolean }[] };
    expect(Object.fromEntries(uploads.map(({ file, isThere }) => [file, isThere]))).toEqual({
      'mf-manifest.json': true,
      'ios.zip': true,
      'ios.maps.zip': true,
      'android.zip': true,
      'android.maps.zip': true,
      'web.zip': false,
      'web.maps.zip': false,
    });
    await proxy.close();
  });

  it('publishes what the interface describes, with the icon', async () => {
    const record = await server.client.getVersion(APP, '0.1.0');
    expect(record).toMatchObject({
      status: 'registered',
      verified: true,
      manifestUrl: `${server.url}/cdn/mini-apps/${APP}/0.1.0/mf-manifest.json`,
      bundleZipUrl: `${server.url}/cdn/mini-apps/${APP}/0.1.0/\${platform}.zip`,
    });
    const archive = await fetch(record.platforms.ios!.url);
    const packed = await readFile(join(root, 'build/packed/ios.zip'));
    expect(Buffer.from(await archive.arrayBuffer()).equals(packed)).toBe(true);
    const manifest = await fetch(record.manifestUrl);
    expect(await manifest.text()).toBe(
      await readFile(join(root, 'build/ios/mf-manifest.json'), 'utf8'),
    );
    const icon = await fetch(record.icon!);
    expect(await icon.text()).toBe(await readFile(join(root, 'icon.svg'), 'utf8'));
  });

  it('says what is missing for what it shows, and fills it from fixtures.json with --fixtures', async () => {
    const without = await publish();
    expect(without.stdout).toContain(
      'The server has no items for it yet: what it asks for there is not found.',
    );
    expect(await server.client.listCollections(APP)).toEqual([]);
    const { code, stdout } = await publish('--fixtures');
    expect(stdout).toMatch(
      /data +\/sample\/items: 3 documents of fixtures\.json, for people who are signed in/,
    );
    expect(code).toBe(0);
    expect(await server.client.listCollections(APP)).toMatchObject([
      { name: 'items', documents: 3, private: true },
    ]);
  });

  it('leaves collections alone that the server has', async () => {
    const kept = [{ id: 'kept', title: 'What people keep here' }];
    await server.client.replaceCollection(APP, 'items', { documents: kept });
    const { code, stdout } = await publish('--fixtures');
    expect(stdout).not.toContain('of fixtures.json');
    expect(code).toBe(0);
    expect(await server.client.readCollection(APP, 'items')).toEqual(kept);
  });

  it('is a no-op when the same is published already, and says so', async () => {
    const before = (await server.client.listAudit()).items.length;
    const { code, stdout } = await publish();
    expect(stdout).toContain(`✔ ${APP}@0.1.0 was published already, exactly as it is here.`);
    expect(code).toBe(0);
    expect((await server.client.listAudit()).items).toHaveLength(before);
    expect((await publish('--dry-run')).stdout).toContain('Nothing would change.');
  });

  it('refuses other content under the same version, and says to raise it', async () => {
    await edit(root, 'src/components/Greeting.tsx', 'Here is what is new.', 'Something else.');
    for (const args of [[], ['--dry-run']]) {
      const { code, stderr } = await publish(...args);
      expect(stderr).toBe(
        `✖ ${APP}@0.1.0 is published with other content: ios.zip, android.zip, web.zip differ.\n  A published version never changes. Raise "version" in manifest.json, for example to 0.1.1, and publish again.\n`,
      );
      expect(code).toBe(1);
    }
  });

  it('builds what is out of date, publishes and releases the next version', async () => {
    await raiseTo('0.1.1');
    const { code, stdout } = await publish('--release', '10%');
    expect(stdout).toContain(`✔ Published ${APP}@0.1.1`);
    expect(stdout).toContain('released to 10 %');
    expect(stdout).toMatch(
      /About 10 of 100 installs get it, and the others cannot open it yet\. To everybody: miniapp release 0\.1\.1 --percentage 100%/,
    );
    expect(stdout).toMatch(/opens at +<scheme>:\/\/miniapp\/com\.acme\.sample in your host app/);
    expect(stdout).toMatch(/runs in +a frame, not trusted/);
    expect(code).toBe(0);
    expect(await server.client.getVersion(APP, '0.1.1')).toMatchObject({
      status: 'released',
      release: { percentage: 10 },
    });
  });

  it('refuses another picture under the name of a published icon', async () => {
    await raiseTo('0.1.2');
    await edit(root, 'icon.svg', '#2457d6', '#000000');
    const { code, stderr } = await publish();
    expect(stderr).toMatch(/icon\.svg is another picture than the one that is published as/);
    expect(stderr).toMatch(/for example com\.acme\.sample_[0-9a-f]{6}\.svg\./);
    expect(code).toBe(1);
    await edit(root, 'icon.svg', '#000000', '#2457d6');
  });

  it('demands signatures once a key is registered, and takes them from a token that may do nothing else', async () => {
    const key = join(configHome, 'elsewhere.pem');
    expect((await run(['keys', 'create', '--out', key])).code).toBe(0);
    expect((await run(['keys', 'register', '--key', key, '--name', 'CI'])).code).toBe(0);
    const unsigned = await publish('--json');
    expect(unsigned.json()).toMatchObject({ ok: false, error: { code: 'signature-missing' } });

    const { token } = await server.client.issueToken({
      name: 'CI',
      scopes: ['publish'],
      apps: [APP],
      expiresInSeconds: 600,
    });
    const args = ['publish', '--skip-check', '--json'];
    const env = { MINIAPP_TOKEN: token, MINIAPP_KEY: key };
    const signed = await run(args, env);
    expect(signed.json()).toMatchObject({ ok: true, published: true, record: { signed: true } });
    const again = await run(args, env);
    expect(again.json()).toMatchObject({ ok: true, record: { version: '0.1.2' } });

    const [registered] = (await server.client.listKeys({ appId: APP })).items;
    const { platforms } = await server.client.getVersion(APP, '0.1.2');
    expect(platforms.ios?.signature?.keyId).toBe(registered?.id);
  });

  it('refuses another signature of a published version, as the server does, and none', async () => {
    const key = join(configHome, 'another.pem');
    expect((await run(['keys', 'create', '--out', key])).code).toBe(0);
    for (const args of [['--key', key], []]) {
      const { code, stderr } = await publish(...args);
      expect(stderr).toContain(
        `✖ ${APP}@0.1.2 is published with other content: the signature of ios.zip, the signature of android.zip, the signature of web.zip differ.`,
      );
      expect(code).toBe(1);
    }
  });

  it('says that a host as new as it wants is not known', async () => {
    await edit(root, 'manifest.json', '"minHostVersion": "1.0.0"', '"minHostVersion": "9.0.0"');
    await raiseTo('0.1.3');
    const { stdout } = await publish('--dry-run');
    await edit(root, 'manifest.json', '"minHostVersion": "9.0.0"', '"minHostVersion": "1.0.0"');
    await raiseTo('0.1.2');
    expect(stdout).toContain('minHostVersion: 9.0.0 is above every known host, of which 1.0.0');
  });

  it('says before and after publishing that another mini-app has the path that it calls', async () => {
    const taken = 'com.other.sample';
    await edit(root, 'manifest.json', `"appId": "${APP}"`, `"appId": "${taken}"`);
    await edit(root, 'manifest.json', '"name": "Sample"', '"name": "Another"');
    const problem =
      /It calls \/sample\/, and its path on the server is \/other-sample\/: those calls will fail\. Another mini-app has \/sample\/ there\./;
    const checked = await run(['check', '--platform', 'web']);
    expect(checked.stdout).toMatch(/! path +\/other-sample\//);
    expect(checked.stdout).toMatch(problem);
    const { code, stdout } = await publish('--fixtures');
    await edit(root, 'manifest.json', `"appId": "${taken}"`, `"appId": "${APP}"`);
    await edit(root, 'manifest.json', '"name": "Another"', '"name": "Sample"');
    expect(stdout).toMatch(problem);
    expect(stdout).toContain('or choose another free path with `miniapp data path <path>`');
    expect(code).toBe(0);
    const inspected = await run(['inspect', taken]);
    expect(inspected.stdout).toMatch(/path +\/other-sample\//);
    expect(inspected.stdout + inspected.stderr).toContain(
      'Its path is /other-sample/: another mini-app had /sample/ first.',
    );
    expect((await run(['inspect', APP])).stdout).not.toContain('another mini-app had');
  }, 180_000);

  it('says when no known host can run what is published', async () => {
    await raiseTo('0.1.3');
    const before = await Promise.all(
      ['package.json', 'src/App.tsx'].map((file) => readFile(join(root, file), 'utf8')),
    );
    await edit(root, 'package.json', '"~4.28.0"', '"~4.99.0"');
    await edit(
      root,
      'src/App.tsx',
      'import { createNativeStackNavigator }',
      "import { enableFreeze } from 'react-native-screens';\nimport { createNativeStackNavigator }",
    );
    await edit(root, 'src/App.tsx', 'const Stack', 'enableFreeze();\nconst Stack');
    const { stdout, stderr } = await publish('--dry-run');
    await Promise.all(
      ['package.json', 'src/App.tsx'].map((file, index) =>
        writeFile(join(root, file), before[index]!),
      ),
    );
    await raiseTo('0.1.2');
    expect(stdout + stderr).toContain(
      'No known host runs this version on ios. It needs react-native-screens@~4.99.0, and hosts provide 4.28.0.',
    );
  });

  it('finds the key that `keys create` made by itself', async () => {
    expect((await run(['keys', 'create'])).code).toBe(0);
    const { code, stdout } = await run(['pack', '-p', 'web', '--out', join(configHome, 'signed')]);
    expect(stdout).toMatch(/Signed with the key [0-9a-f]{16}\./);
    expect(code).toBe(0);
    expect((await run(['keys', 'create'])).stderr).toContain('a key that is overwritten is lost');
  });

  it('wants ios and android', async () => {
    const { code, stderr } = await publish('--platform', 'ios');
    expect(stderr).toContain('A version is published for ios and android.');
    expect(code).toBe(2);
  });

  it('says how large a share can be', async () => {
    const { code, stderr } = await publish('--release', '110%');
    expect(stderr).toContain('"110%" is no share of all installs.');
    expect(code).toBe(2);
  });
});

describe('miniapp pack', () => {
  it('makes the same bytes from the same source', async () => {
    const pack = async (to: string) => {
      const out = join(configHome, to);
      expect((await run(['pack', '--out', out])).code).toBe(0);
      return Promise.all((await listFiles(out)).map((file) => readFile(join(out, file))));
    };
    const [first, second] = [await pack('one'), await pack('two')];
    expect(first.length).toBeGreaterThan(8);
    expect(first.every((bytes, index) => bytes.equals(second[index]!))).toBe(true);
  });
});

describe('the registry’s operations', () => {
  it('list mini-apps and versions', async () => {
    const { stdout } = await run(['list']);
    expect(stdout).toMatch(/ID +NAME +PEOPLE GET +NEWEST +VERSIONS/);
    expect(stdout).toMatch(/com\.acme\.sample +Sample +0\.1\.1 \(10 %\) +0\.1\.2 +3\n/);
    const versions = (await run(['list', APP, '--json'])).json();
    expect(versions['versions']).toMatchObject([
      { version: '0.1.2' },
      { version: '0.1.1' },
      { version: '0.1.0' },
    ]);
  });

  it('inspect the newest version of the folder’s mini-app, or a named one', async () => {
    expect((await run(['inspect', '--json'])).json()).toMatchObject({
      record: { version: '0.1.2' },
    });
    const { stdout } = await miniapp(['inspect', `${APP}@0.1.0`], { env: server.env });
    expect(stdout).toContain(`${APP}@0.1.0`);
    expect(stdout).toMatch(/ios +\d+\.\d kB +[0-9a-f]{16}… +nobody/);
  });

  it('list and revoke keys', async () => {
    const { keys } = (await run(['keys', 'list', '--json'])).json() as { keys: { id: string }[] };
    expect(keys).toHaveLength(1);
    // Hosts that ran a signed version run no unsigned one.
    const unsigned = await run(['release', '0.1.0', '--json']);
    expect(unsigned.json()).toMatchObject({ ok: false, error: { code: 'signature-missing' } });
    const revoked = await run(['keys', 'revoke', keys[0]!.id, '--yes']);
    expect(revoked.stdout).toContain(`does not accept the key ${keys[0]!.id} any more`);
    expect((await run(['keys', 'list'])).stdout).toContain('revoked');
  });

  it('release, roll back, pause, suspend, resume and withdraw', async () => {
    const release = await run([
      'release',
      '0.1.2',
      '--percentage',
      '50%',
      '--cohort',
      'beta,staff',
    ]);
    expect(release.stdout).toBe(
      `✔ ${APP}@0.1.2 is released to 50 % and cohorts beta, staff\n  To everybody: miniapp release ${APP}@0.1.2 --percentage 100%\n`,
    );
    expect((await run(['rollback', '--to', '0.1.1', '--reason', 'Slow'])).stdout).toBe(
      `✔ ${APP}@0.1.1 is released to everybody\n  Paused: 0.1.2. It keeps its share; release it again with miniapp release ${APP}@0.1.2.\n`,
    );
    expect((await run(['list'])).stdout).toMatch(/com\.acme\.sample +Sample +0\.1\.1 +0\.1\.2/);
    expect((await run(['pause', `${APP}@0.1.1`])).stdout).toBe(`✔ ${APP}@0.1.1 is paused\n`);
    expect((await run(['suspend'])).stdout).toBe(`✔ ${APP} is suspended\n`);
    expect((await run(['resume'])).stdout).toBe(`✔ ${APP} is open to people\n`);

    const asked = await run(['withdraw', '0.1.1']);
    expect(asked.stderr).toContain('Add --yes if you mean it.');
    expect(asked.code).toBe(2);
    expect((await run(['withdraw', '0.1.1', '--yes'])).stdout).toBe(
      `✔ ${APP}@0.1.1 is withdrawn\n`,
    );
    const again = await run(['release', '0.1.1']);
    expect(again.stderr).toMatch(/^✖ .+\n {2}.+\n$/);
    expect(again.stderr).not.toContain('`detail`');
    expect(again.code).toBe(1);
  });

  it('do not show a withdrawn version as the current one', async () => {
    expect((await run(['withdraw', '0.1.2', '--yes'])).code).toBe(0);
    const { stdout } = await run(['inspect']);
    expect(stdout).toContain(`${APP}@0.1.0`);
    expect(stdout).toMatch(/people get +nothing/);
    const latest = await run(['inspect', `${APP}@0.1.2`]);
    expect(latest.stdout).toMatch(/state +withdrawn, the newest/);
  });

  it('say which versions there are when one does not exist', async () => {
    const { stderr } = await run(['release', '9.9.9']);
    expect(stderr).toMatch(/\n {2}See which versions there are with `miniapp list <appId>`\.\n$/);
    expect((await run(['release', 'nine'])).code).toBe(2);
  });

  it('issue, list and revoke tokens', async () => {
    const issued = await run([
      'tokens',
      'issue',
      '--name',
      'ops',
      '--scope',
      'release,read',
      '--json',
    ]);
    const { token } = issued.json() as { token: { id: string; token: string } };
    expect((await run(['list'], { MINIAPP_TOKEN: token.token })).code).toBe(0);
    expect((await run(['tokens', 'list'])).stdout).toContain(token.id);
    expect((await run(['tokens', 'revoke', token.id])).stdout).toBe('✔ ops is revoked\n');
    const { stderr } = await run(['list'], { MINIAPP_TOKEN: token.token });
    expect(stderr).toMatch(/\n {2}Log in again with `miniapp login`/);
    const wrong = await run(['tokens', 'issue', '--name', 'x', '--scope', 'reed']);
    expect(wrong.stderr).toMatch(
      /^✖ --scope does not fit: "reed" is none of publish, .+; did you mean "read"\?\n/,
    );
    expect(wrong.code).toBe(2);
  });

  it('give a token another secret, while the old one still works', async () => {
    type Shown = {
      token: { id: string; token: string; rotatedAt: string; previous: { endsAt: string } };
    };
    const ask = async (...args: string[]) =>
      ((await run([...args, '--json'])).json() as Shown).token;
    const old = await ask('tokens', 'issue', '--name', 'builds', '--role', 'viewer');
    const fresh = await ask('tokens', 'rotate', old.id, '--overlap', '1h');
    expect(Date.parse(fresh.previous.endsAt) - Date.parse(fresh.rotatedAt)).toBe(3_600_000);
    const use = async (token: string) => (await run(['list'], { MINIAPP_TOKEN: token })).code;
    expect([await use(old.token), await use(fresh.token)]).toEqual([0, 0]);
    expect((await run(['tokens', 'list'])).stdout).toMatch(/ builds .*the old secret until/);
    const { stdout } = await run(['tokens', 'rotate', old.id, '--overlap', '0']);
    expect(stdout).toContain('The old one is refused.');
    expect(await use(fresh.token)).not.toBe(0);
  });

  it('issue tokens with a role, as people sign in to the console with', async () => {
    const issue = ['tokens', 'issue', '--name', 'Ann', '--role'];
    const issued = await run([...issue, 'releaser', '--json']);
    expect(issued.json()).toMatchObject({
      token: { role: 'releaser', scopes: ['read', 'release'] },
    });
    expect((await run(['tokens', 'list'])).stdout).toMatch(/ Ann +releaser /);
    const wrong = await run([...issue, 'releeser']);
    expect(wrong.stderr).toMatch(/^✖ --role does not fit: .*did you mean "releaser"\?\n/);
    expect((await run([...issue, 'viewer', '--scope', 'read'])).stderr).toContain(
      'either scopes or a role',
    );
  });
});
