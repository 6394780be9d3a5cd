import { type Isolation, MiniProgram, UpstreamStatus } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import { path } from '../exchange/path.ts';

/** Options of a call that changes a setting. */
export interface SettingOptions<Value> extends CallOptions {
  /** The setting when it was read: if somebody else changed it meanwhile, the call fails with `setting-conflict`. */
  from?: Value | undefined;
}

/** The settings that operators make for a whole mini-app. */
export interface SettingCalls {
  /** Sets the first segment of a mini-app's own paths, `orders` in `GET /orders/items`. */
  setPath(
    appId: string,
    miniAppPath: string,
    options?: SettingOptions<string | null>,
  ): Promise<MiniProgram>;
  /** Sets how hosts isolate a mini-app. */
  setIsolation(
    appId: string,
    isolation: Isolation,
    options?: SettingOptions<Isolation>,
  ): Promise<MiniProgram>;
  /** Sets the back end that a mini-app's path leads to; null removes it. */
  setUpstream(
    appId: string,
    url: string | null,
    options?: SettingOptions<string | null>,
  ): Promise<MiniProgram>;
  /** The health of a mini-app's back end, as all nodes see it together. */
  readUpstream(appId: string, options?: CallOptions): Promise<UpstreamStatus>;
}

export function settingCalls({ ask, get }: Transport): SettingCalls {
  const put = (
    appId: string,
    name: string,
    setting: object,
    { from, ...options }: SettingOptions<string | null> = {},
  ) => {
    const at = path`/v1/admin/mini-programs/${appId}/${name}`;
    const json = { ...setting, ...(from !== undefined && { from }) };
    return ask({ method: 'PUT', path: at, json, options }, MiniProgram);
  };
  return {
    setPath: (appId, miniAppPath, options) => put(appId, 'path', { path: miniAppPath }, options),
    setIsolation: (appId, isolation, options) => put(appId, 'isolation', { isolation }, options),
    setUpstream: (appId, url, options) => put(appId, 'upstream', { url }, options),
    readUpstream: (appId, options) =>
      get(path`/v1/admin/mini-programs/${appId}/upstream`, UpstreamStatus, options),
  };
}
