import type { Platform } from '@host/contracts';

import type { Project } from './Project.ts';
import type { SharedConfig } from './sharedModules.ts';

/** Everything that is decided before the configuration is built. */
export interface BuildPlan {
  project: Project;
  platform: Platform;
  /** Whether the mini-app runs by itself (`STANDALONE=true`) instead of in a host. */
  standalone: boolean;
  /** Whether a dev server serves it. */
  serve: boolean;
  /** Whether hot updates are enabled. */
  hot: boolean;
  mode: 'production' | 'development';
  /** By module; a name that ends in a slash stands for everything below it. */
  shared: Record<string, SharedConfig>;
  /** The host's versions of shared modules that not every host provides. */
  hostModules: Record<string, string>;
}
