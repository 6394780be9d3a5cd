import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import type { TestProject } from 'vitest/node';

import { buildNative } from '../../server/native/buildNative.mjs';
import { buildForTests } from '../../server/test/testing/buildForTests.ts';
import { buildTools } from '../build-tools.mjs';
import { type Service, neededServices } from '../test/neededServices.mjs';
import { SourceGraph } from '../test/SourceGraph.mjs';
import { noteNotTested } from './noteNotTested.ts';
import { provideChromium, provideHeadless } from './provideChromium.ts';
import { type Provided, provideProgram } from './provideProgram.ts';
import { startPostgres } from './startPostgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL that all test files of a run share: create your own schema. Undefined if there is none. */
    postgresUrl: string | undefined;
    /** A full Chromium, for tests of frames and of the browser's own UI. Undefined if there is none. */
    chromiumPath: string | undefined;
    /** A headless Chromium, for tests of pages. Undefined if there is none. */
    headlessPath: string | undefined;
    /** The D-Bus daemon, over which a browser shows notifications. Undefined if there is none. */
    dbusPath: string | undefined;
    /** The NATS server binary, of which tests start their own instances. Undefined if there is none. */
    natsServerPath: string | undefined;
    /** Checks Prometheus rules. Undefined if there is none, like those below. */
    promtoolPath: string | undefined;
    /** Checks systemd units. */
    systemdAnalyzePath: string | undefined;
    /** A reverse proxy in front of the server. */
    nginxPath: string | undefined;
    /** A connection pooler in front of PostgreSQL. */
    pgbouncerPath: string | undefined;
    /** Renders Kubernetes manifests. */
    kubectlPath: string | undefined;
    /** Parses what is in Ruby, such as a Podfile. */
    rubyPath: string | undefined;
    /** Builds container images, if this process may do so. */
    buildahPath: string | undefined;
    /** Makes roots of Debian, of this architecture and of others. */
    mmdebstrapPath: string | undefined;
    /** Compiles C for arm64 on another architecture. */
    arm64CompilerPath: string | undefined;
    /** Runs programs of arm64 on another architecture. */
    arm64EmulatorPath: string | undefined;
    /** The compiled native addon of the server. Undefined if it cannot be compiled. */
    nativeSocketsFile: string | undefined;
    nativeAgreementFile: string | undefined;
    /** The entry file of the built server, which all test files of a run share. Undefined if none of them needs it. */
    serverMain: string | undefined;
    /** A folder that exists for the duration of the run, for files that test files share. */
    sharedFolder: string;
  }
}

/** CPU-bound services, unlike the others, which mostly wait for installations. */
const BUILT: ReadonlySet<Service> = new Set(['tools', 'native', 'server']);

/** The provider of each service. */
const PROVIDES: Record<Service, (project: TestProject, sharedFolder: string) => Promise<Stop>> = {
  async tools() {
    // Built before the first test: two concurrent builds of the CLI would overwrite each other. `TOOLS=built` skips the build,
    // for repeated or concurrent runs.
    if (process.env['TOOLS'] !== 'built') await buildTools();
    const hasHermes = process.platform !== 'linux' || process.arch === 'x64';
    // In CI as well: there is nothing to install that would help.
    if (!hasHermes) {
      await noteNotTested(
        `Mini-apps on Hermes: there is none for Linux on ${process.arch}. Test them on x64.`,
      );
    }
  },

  async native(project, sharedFolder) {
    const { sockets, keyAgreement } = await buildNative(sharedFolder);
    project.provide('nativeSocketsFile', 'file' in sockets ? sockets.file : undefined);
    project.provide('nativeAgreementFile', 'file' in keyAgreement ? keyAgreement.file : undefined);
    const inC = {
      'Writing to many sockets and reading them in C': sockets,
      'The keys of Web Push in C': keyAgreement,
    };
    for (const [what, built] of Object.entries(inC)) {
      if ('file' in built) continue;
      await noteMissing(
        `${what}: ${built.missing} is missing. Install it (Debian: \`apt-get install gcc\`, and a Node with its headers).`,
      );
    }
  },

  async server(project) {
    const built = await buildForTests();
    project.provide('serverMain', built.main);
    return () => built.remove();
  },

  async chromium(project) {
    project.provide('chromiumPath', await pathOfBrowser(await provideChromium()));
  },

  async headless(project) {
    project.provide('headlessPath', await pathOfBrowser(await provideHeadless()));
  },

  async dbus(project) {
    const dbus = await provideProgram('dbus-daemon', ['/usr/bin/dbus-daemon', '/bin/dbus-daemon']);
    project.provide('dbusPath', 'path' in dbus ? dbus.path : undefined);
    if ('reason' in dbus) {
      await noteMissing(
        `Taps on notifications of a browser: ${dbus.reason}. Install it (Debian: \`apt-get install dbus-daemon\`).`,
      );
    }
  },

  async nats(project) {
    const places = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
    const nats = await provideProgram('nats-server', places);
    project.provide('natsServerPath', 'path' in nats ? nats.path : undefined);
    if ('reason' in nats) {
      await noteMissing(
        `NATS: ${nats.reason}. Install it (Debian: \`apt-get install nats-server\`).`,
      );
    }
  },

  async promtool(project) {
    const path = await programFor('Alert rules', 'prometheus', '/usr/bin/promtool');
    project.provide('promtoolPath', path);
  },

  async systemd(project) {
    const path = await programFor('The systemd unit', 'systemd', '/usr/bin/systemd-analyze');
    project.provide('systemdAnalyzePath', path);
  },

  async nginx(project) {
    project.provide('nginxPath', await programFor('A proxy in front', 'nginx', '/usr/sbin/nginx'));
  },

  async pgbouncer(project) {
    const path = await programFor('A pooler of sessions', 'pgbouncer', '/usr/sbin/pgbouncer');
    project.provide('pgbouncerPath', path);
  },

  async kubectl(project) {
    const path = await programFor(
      'Manifests for Kubernetes',
      'kubernetes-client',
      '/usr/bin/kubectl',
    );
    project.provide('kubectlPath', path);
  },

  async ruby(project) {
    const path = await programFor('Podfiles, by a parser of Ruby', 'ruby', '/usr/bin/ruby');
    project.provide('rubyPath', path);
  },

  async buildah(project) {
    const path = await programFor('The image', 'buildah', '/usr/bin/buildah');
    const isRoot = process.getuid?.() === 0;
    project.provide('buildahPath', isRoot ? path : undefined);
    if (!isRoot)
      await noteMissing('The image: only root can mount what is built. Test it as root.');
  },

  async mmdebstrap(project) {
    const path = await programFor('Roots of images', 'mmdebstrap', '/usr/bin/mmdebstrap');
    project.provide('mmdebstrapPath', path);
  },

  async arm64(project) {
    // There the image for this machine is for arm64 already.
    if (process.arch === 'arm64') return;
    const what = 'The image for arm64';
    // Its libraries as well, which are only recommended.
    await programFor(what, 'libc6-dev-arm64-cross', '/usr/aarch64-linux-gnu/lib/libc.so.6');
    const gcc = '/usr/bin/aarch64-linux-gnu-gcc';
    project.provide('arm64CompilerPath', await programFor(what, 'gcc-aarch64-linux-gnu', gcc));
    const qemu = '/usr/bin/qemu-aarch64-static';
    project.provide('arm64EmulatorPath', await programFor(what, 'qemu-user-static', qemu));
  },

  async postgres(project) {
    const postgres = await startPostgres();
    project.provide('postgresUrl', postgres.url);
    if (postgres.url !== undefined) return () => postgres.stop();
    await noteMissing(
      `PostgreSQL: ${postgres.reason}. ` +
        'Install it (Debian: `apt-get install postgresql`) or set DATABASE_URL to one that tests may write to.',
    );
    return undefined;
  },
};

/** The path of a browser; records if there is none. */
async function pathOfBrowser(chromium: Provided): Promise<string | undefined> {
  if ('path' in chromium) return chromium.path;
  await noteMissing(
    `Chromium: ${chromium.reason}. Install it (Debian: \`apt-get install chromium\`) or set CHROMIUM to its path.`,
  );
  return undefined;
}

/** The path of a program from a Debian package; records if there is none. */
async function programFor(
  what: string,
  debianPackage: string,
  place: string,
): Promise<string | undefined> {
  const program = await provideProgram(debianPackage, [place]);
  if ('path' in program) return program.path;
  await noteMissing(
    `${what}: ${program.reason}. Install it (Debian: \`apt-get install ${debianPackage}\`).`,
  );
  return undefined;
}

type Stop = (() => Promise<void>) | undefined | void;

/**
 * Provides the services that the selected tests need, before the first of them: a test of a button does not wait for a
 * database.
 *
 * @example
 * const url = inject('postgresUrl');
 * describe.skipIf(url === undefined)('on PostgreSQL', () => { … });
 */
export default async function vitestServices(project: TestProject) {
  const sharedFolder = await mkdtemp(join(tmpdir(), 'tests-shared-'));
  project.provide('sharedFolder', sharedFolder);

  const { root } = project.config;
  const files = project.vitest.state.getPaths().map((path) => relative(root, path));
  const needed = neededServices(new SourceGraph(root), files);
  const stops: Stop[] = [];
  const names = (Object.keys(PROVIDES) as Service[]).filter((service) => needed.has(service));
  // Sequentially: two concurrent installations would fail on the package manager's lock.
  const provide = async (services: Service[]) => {
    for (const service of services) stops.push(await PROVIDES[service](project, sharedFolder));
  };
  await Promise.all([
    provide(names.filter((service) => BUILT.has(service))),
    provide(names.filter((service) => !BUILT.has(service))),
  ]);
  return async () => {
    await rm(sharedFolder, { recursive: true, force: true });
    for (const stop of stops) await stop?.();
  };
}

// Where everything has to be tested, a missing service is a failure rather than a skip.
async function noteMissing(sentence: string): Promise<void> {
  if (process.env['CI']) throw new Error(sentence);
  await noteNotTested(sentence);
}
