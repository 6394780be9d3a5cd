import { type Isolation, MiniProgram, UpstreamStatus } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import { path } from '../exchange/path.ts';

/** Options of a call that changes a setting. */
export interface SettingOptions<Value> extends CallOptions {
  /** What the setting was when it was read: what somebody else set meanwhile is refused with `setting-conflict`. */
  from?: Value | undefined;
}

/** What an operator decides about a mini-app as a whole. */
export interface SettingCalls {
  /** Gives a mini-app the first part of its own addresses, `orders` in `GET /orders/items`. */
  setPath(
    appId: string,
    miniAppPath: string,
    options?: SettingOptions<string | null>,
  ): Promise<MiniProgram>;
  /** Says how far hosts keep a mini-app away from themselves. */
  setIsolation(
    appId: string,
    isolation: Isolation,
    options?: SettingOptions<Isolation>,
  ): Promise<MiniProgram>;
  /** Names the back end that a mini-app's path leads to; null takes it away. */
  setUpstream(
    appId: string,
    url: string | null,
    options?: SettingOptions<string | null>,
  ): Promise<MiniProgram>;
  /** How the back end of a mini-app does, as all nodes see it together. */
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
