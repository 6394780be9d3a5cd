import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { freePort } from '../scripts/build/freePort.mjs';
import { Buildah } from './image/Buildah.ts';
import { buildLast, buildLastForArm64, buildWhole } from './image/buildImages.ts';
import { nativeArchitecture } from './image/makeRoot.ts';
import { type BuiltImage, EMULATOR, startInImage } from './image/startInImage.ts';

const PATIENCE_MS = 15 * 60_000;
/** An emulated server takes many times as long. */
const READY_WITHIN_MS = 8 * 60_000;
const SECRETS = {
  ADMIN_TOKEN: 'an-admin-token-of-this-test',
  SERVER_KEY: 'a-server-key-of-this-test',
};

const program = inject('buildahPath');
const mmdebstrap = inject('mmdebstrapPath');
const compiler = inject('arm64CompilerPath');
const emulator = inject('arm64EmulatorPath');
const isArm64 = nativeArchitecture() === 'arm64';
// Images of Node cannot be had everywhere; Debian and Node can.
const built = mmdebstrap === undefined ? 'its last stage built' : 'both of its stages built';

describe.skipIf(program === undefined)(
  `the image, ${built} by buildah and started in a chroot`,
  () => {
    let buildah: Buildah;
    let image: BuiltImage;

    beforeAll(async () => {
      buildah = await Buildah.open(program!);
      image = await (mmdebstrap === undefined
        ? buildLast(buildah)
        : buildWhole(buildah, mmdebstrap));
    }, PATIENCE_MS);
    afterAll(() => buildah.close(), PATIENCE_MS);

    it('has a folder for that volume which belongs to its user, as a new volume does then', async () => {
      const { uid, gid } = await stat(join(image.root, 'data'));
      expect([uid, gid].join(':')).toBe(image.image.config.User);
    });

    it('is not for root, keeps its data in a volume, and says how it is looked after', () => {
      expectItsConfig(image, nativeArchitecture());
    });

    it(
      'starts as that user on a root that cannot be written to, is healthy, and ends when told',
      { timeout: PATIENCE_MS },
      async () => {
        const { config } = image.image;
        await expectToServe(image, config.Entrypoint, config.Healthcheck.Test.slice(1));
      },
    );

    const forArm64 = mmdebstrap && compiler && emulator && !isArm64;
    describe.skipIf(!forArm64)(
      'for arm64, its last stage built here and started by an emulator',
      () => {
        let other: BuiltImage;

        beforeAll(async () => {
          const programs = { compiler: compiler!, emulator: emulator! };
          other = await buildLastForArm64(buildah, mmdebstrap!, programs);
        }, PATIENCE_MS);

        it('says the same of itself, but for its architecture', () => {
          expectItsConfig(other, 'arm64');
          expect({ ...other.image.config, Hostname: '' }).toEqual({
            ...image.image.config,
            Hostname: '',
          });
        });

        it(
          'starts as well, with what is in C, and ends when told',
          { timeout: PATIENCE_MS },
          async () => {
            // Its shell would start Node without the emulator, so this is what `bin/host-server` does.
            const node = [EMULATOR, '/usr/local/bin/node'];
            const said = await expectToServe(
              other,
              [...node, '/app/dist/main.js'],
              [...node, '/app/bin/health.mjs'],
              { CONSOLE_DIR: '/app/console', DOCS_DIR: '/app/docs', PACKAGES_DIR: '/app/npm' },
            );
            expect(said).toContain('"fanOut":"native"');
          },
        );
      },
    );
  },
);

function expectItsConfig({ image: { architecture, config } }: BuiltImage, of: string): void {
  expect(architecture).toBe(of);
  expect(config.User).toBe('1000:1000');
  expect(Object.keys(config.Volumes)).toEqual(['/data']);
  expect(config.Env).toContain('NODE_ENV=production');
  expect(config.Entrypoint).toEqual(['/app/bin/host-server']);
  expect(config.StopSignal).toBe('SIGTERM');
  expect(config.Healthcheck.Test).toEqual(['CMD', 'node', '/app/bin/health.mjs']);
}

/** Starts the server of an image, asks it and its commands, and ends it; resolves to what it said. */
async function expectToServe(
  image: BuiltImage,
  serve: readonly string[],
  health: readonly string[],
  more: Record<string, string> = {},
): Promise<string> {
  const env = {
    ...SECRETS,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    ...more,
  };
  const [unhealthy] = (await once(startInImage(image, health, env), 'exit')) as [number];
  expect(unhealthy).toBe(1);

  const server = startInImage(image, serve, env);
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  try {
    await vi.waitFor(
      async () => {
        expect(server.exitCode, said).toBeNull();
        expect((await fetch(`http://127.0.0.1:${env.PORT}/ready`)).status).toBe(200);
      },
      { timeout: READY_WITHIN_MS, interval: 200 },
    );
    // What mini-apps are made with is in it, under the addresses that others know.
    const packages = await fetch(`http://127.0.0.1:${env.PORT}/npm/@host%2fcli`);
    expect(await packages.json()).toMatchObject({
      name: '@host/cli',
      'dist-tags': { latest: expect.any(String) as string },
    });
    const [healthy] = (await once(startInImage(image, health, env), 'exit')) as [number];
    expect(healthy).toBe(0);
    // The commands are in it as well.
    const doctor = startInImage(image, [...serve, 'doctor', '--json'], env);
    let report = '';
    doctor.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
    await once(doctor, 'close');
    expect(report).toContain('"detail": "Written, read and deleted."');
  } finally {
    server.kill('SIGTERM');
  }
  const [code] = (await once(server, 'exit')) as [number];
  expect(code, said).toBe(0);
  return said;
}
