import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Platform } from '@host/contracts';
import type { Configuration } from '@rspack/core';

import { CliError } from '../terminal/CliError.ts';
import { resolveBundler } from './loadRspack.ts';
import { shareBundlerModules } from './shareBundlerModules.ts';

const CONFIG = 'rspack.config.mjs';

type BuildMode = 'production' | 'development';

/** The arguments of a configuration. */
interface BuildEnvironment {
  platform: Platform;
  mode: BuildMode;
  /** Whether hot updates are enabled. */
  hot?: boolean;
}

type ConfigExport =
  | Configuration
  | ((
      environment: BuildEnvironment,
      argv: { mode: BuildMode },
    ) => Configuration | Promise<Configuration>);

/** Loads the configuration for a platform from the project's `rspack.config.mjs`. */
export async function loadConfig(
  root: string,
  environment: BuildEnvironment,
): Promise<Configuration> {
  const file = join(root, CONFIG);
  if (!existsSync(file)) {
    throw new CliError(
      `There is no ${CONFIG} in ${root}.`,
      "Make it with these two lines:\n  import { defineMiniApp } from '@host/bundler';\n  export default defineMiniApp({ root: import.meta.dirname });",
      { code: 'project' },
    );
  }
  shareBundlerModules(resolveBundler(root));
  const { default: exported } = (await import(pathToFileURL(file).href)) as {
    default?: ConfigExport;
  };
  if (exported === undefined) {
    throw new CliError(
      `${CONFIG} has no default export.`,
      'Export what `defineMiniApp` returns: `export default defineMiniApp({ root: import.meta.dirname });`.',
      { code: 'project' },
    );
  }
  // Other tools read the platform from the environment, and so may a project's own config.
  process.env['platform'] = environment.platform;
  return typeof exported === 'function'
    ? exported(environment, { mode: environment.mode })
    : exported;
}
