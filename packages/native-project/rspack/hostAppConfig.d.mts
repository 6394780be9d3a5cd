import type { Configuration } from '@rspack/core';

/** What a bundle is made from, and for what. */
export interface HostAppOptions {
  /** The folder of the host, with its package.json. */
  root: string;
  platform: 'ios' | 'android';
  mode: 'development' | 'production';
  /** What Re.Pack's commands hand over. */
  devServer?: object | undefined;
  /** Where the bundle goes, unless the command says; by default `build/<platform>`. */
  path?: string;
  cache?: Configuration['cache'];
  /** How sources are compiled, instead of by Re.Pack's loader with React Native's preset. */
  rule?: object;
  /** Constants of the build, as source code. */
  define?: Readonly<Record<string, string>>;
}

/** How Re.Pack bundles a host for ios or android; `rspack.config.mjs` of a host calls it. */
export declare function hostAppConfig(options: HostAppOptions): Configuration;
