import type { Platform } from '@host/contracts';

import type { Project } from './Project.ts';
import type { SharedConfig } from './sharedModules.ts';

/** Everything that is decided before a configuration is written. */
export interface BuildPlan {
  project: Project;
  platform: Platform;
  /** Whether the mini-app runs by itself (`STANDALONE=true`) instead of in a host. */
  standalone: boolean;
  /** Whether a dev server serves it. */
  serve: boolean;
  /** Whether a page takes over changes while it runs. */
  hot: boolean;
  mode: 'production' | 'development';
  /** By module; a name that ends in a slash stands for everything below it. */
  shared: Record<string, SharedConfig>;
  /** The versions that the host has of what not every host shares. */
  hostModules: Record<string, string>;
}
