import { PLATFORMS, type Platform } from '@host/contracts';
import type { Configuration } from '@rspack/core';

import { checkEntry } from './checkEntry.ts';
import { nativeConfig } from './nativeConfig.ts';
import { readProject } from './Project.ts';
import { ProjectError } from './ProjectError.ts';
import { type HostModules, hostModules, sharedModules } from './sharedModules.ts';
import type { BuildPlan } from './BuildPlan.types.ts';
import { webConfig } from './webConfig.ts';

/** How a mini-app is built. */
export interface MiniAppOptions {
  /** The project's folder, `import.meta.dirname`. */
  root: string;
  /**
   * The versions of shared modules that your host provides; the build fails if they do not satisfy your ranges. Modules that
   * not every host shares, such as libraries with native code, are taken from this host on ios and android. `miniapp check`
   * runs the mini-app as in such a host.
   */
  host?: HostModules;
}

interface BuildEnvironment {
  platform?: string;
  mode?: string;
  /** Set by the dev server. */
  devServer?: unknown;
  /** Set by `miniapp start`: enables hot updates in its page. */
  hot?: boolean;
}

/**
 * The whole Rspack configuration of a mini-app, for `ios`, `android` and `web`.
 *
 * @example
 * // rspack.config.mjs
 * import { defineMiniApp } from '@host/bundler';
 * export default defineMiniApp({ root: import.meta.dirname });
 */
export function defineMiniApp({ root, host = {} }: MiniAppOptions) {
  return (environment: BuildEnvironment = {}, argv: { mode?: string } = {}): Configuration => {
    const project = readProject(root);
    checkEntry(project.entry);
    const platform = platformOf(environment.platform ?? process.env['platform']);
    const standalone = process.env['STANDALONE'] === 'true';
    const serve = Boolean(environment.devServer);
    const mode = environment.mode ?? argv.mode ?? (serve ? 'development' : 'production');
    const plan: BuildPlan = {
      project,
      platform,
      standalone,
      serve,
      hot: platform === 'web' && environment.hot === true,
      mode: mode === 'development' ? 'development' : 'production',
      shared: sharedModules(project, { standalone, host, platform }),
      hostModules: hostModules(project, { standalone, host, platform }),
    };
    return platform === 'web' ? webConfig(plan) : nativeConfig(plan);
  };
}

function platformOf(given: string | undefined): Platform {
  const platform = PLATFORMS.find((name) => name === given);
  if (platform) return platform;
  throw new ProjectError(
    given ? `"${given}" is not a platform.` : 'No platform is given.',
    'Build with `--env platform=ios`, `android` or `web`, or set the environment variable `platform`.',
  );
}
