import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type HostAppOptions, hostAppConfig } from '@host/native-project/rspack';

import { compile } from '../../scripts/build/compile.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CREATE_HOST = join(ROOT, 'packages/create-host/src/main.ts');
const REFERENCE = join(ROOT, 'apps/host');
const require = createRequire(join(REFERENCE, 'package.json'));

/** A development build of a host as it runs on a phone. */
export interface DevelopmentHost {
  /** The folder with `index.bundle` and the chunks, which only the server has on a phone. */
  folder: string;
  /** Where the bundle expects that server. */
  origin: string;
  /** The path below which the chunks are asked for. */
  path: string;
}

type BuildOptions = Omit<HostAppOptions, 'root'>;

/**
 * Builds a host with what Re.Pack's `start` command adds to its configuration: the mode, the place of the development
 * server, and the addresses of chunks that follow from it. Hot updates need a connection of their own, and are left out.
 */
export async function buildDevelopmentHost(
  which: 'the reference host' | 'a host of npm create',
  platform: 'ios' | 'android',
): Promise<DevelopmentHost> {
  const { rspack } = require('@rspack/core') as typeof import('@rspack/core');
  const folder = await mkdtemp(join(tmpdir(), `host-development-${platform}-`));
  // Re.Pack's client asks for 10.0.2.2 on android, since a phone's localhost is the phone.
  const devServer = { host: 'localhost', port: 8081, hot: false };
  const origin = `http://localhost:${devServer.port}`;
  const path = `/${platform}/`;
  const sources = await mkdtemp(join(tmpdir(), 'host-sources-'));
  const configOf = which === 'the reference host' ? referenceConfig : createdConfig;
  try {
    const options: BuildOptions = { platform, mode: 'development', path: folder, devServer };
    const config = await configOf(options, sources);
    await compile(rspack, [
      { ...config, output: { ...config.output, publicPath: `${origin}${path}` } },
    ]);
  } finally {
    await rm(sources, { recursive: true });
  }
  return { folder, origin, path };
}

async function referenceConfig(options: BuildOptions): Promise<ReturnType<typeof hostAppConfig>> {
  const { nativeConfig } = await import(join(REFERENCE, 'build-steps/nativeConfig.mjs'));
  return nativeConfig(options);
}

/** What `npm create @host/host` writes, on what is installed for the reference host, which is what it asks for. */
async function createdConfig(options: BuildOptions, sources: string) {
  const root = join(sources, 'created');
  const command = ['--import', 'tsx', CREATE_HOST, root];
  await promisify(execFile)(
    process.execPath,
    [...command, '--server', 'http://localhost:8080', '--no-git'],
    { cwd: ROOT, env: { PATH: process.env['PATH'], HOME: sources } },
  );
  await symlink(join(REFERENCE, 'node_modules'), join(root, 'node_modules'));
  const { reactNativeRule } = await import(join(ROOT, 'scripts/build/reactNativeRule.mjs'));
  const rule = reactNativeRule({
    folder: REFERENCE,
    loader: require.resolve('@callstack/repack/babel-swc-loader'),
    preset: require.resolve('@react-native/babel-preset'),
  });
  return hostAppConfig({ ...options, root, rule });
}
