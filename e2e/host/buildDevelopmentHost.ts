import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compile } from '../../scripts/build/compile.mjs';

const HOST = fileURLToPath(new URL('../../apps/host/', import.meta.url));
const require = createRequire(`${HOST}package.json`);

/** The reference host as its development server has it in the memory of a phone. */
export interface DevelopmentHost {
  /** The folder with `index.bundle` and the chunks, which only the server has on a phone. */
  folder: string;
  /** Where the bundle expects that server. */
  origin: string;
  /** The path below which the chunks are asked for. */
  path: string;
}

/**
 * Builds the reference host with what Re.Pack's `start` command adds to its configuration: the mode, the place of the
 * development server, and the addresses of chunks that follow from it. Hot updates need a connection of their own, and are left out.
 */
export async function buildDevelopmentHost(platform: 'ios' | 'android'): Promise<DevelopmentHost> {
  const { nativeConfig } = await import(`${HOST}build-steps/nativeConfig.mjs`);
  const { rspack } = require('@rspack/core') as typeof import('@rspack/core');
  const folder = await mkdtemp(join(tmpdir(), `host-development-${platform}-`));
  // Re.Pack's client asks for 10.0.2.2 on android, since a phone's localhost is the phone.
  const devServer = { host: 'localhost', port: 8081, hot: false };
  const origin = `http://localhost:${devServer.port}`;
  const path = `/${platform}/`;
  const config = nativeConfig({ platform, mode: 'development', path: folder, devServer });
  await compile(rspack, [
    { ...config, output: { ...config.output, publicPath: `${origin}${path}` } },
  ]);
  return { folder, origin, path };
}
