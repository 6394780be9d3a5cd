import { type Isolation, MiniProgram, UpstreamStatus } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import { path } from '../exchange/path.ts';

/** What an operator decides about a mini-app as a whole. */
export interface SettingCalls {
  /** Gives a mini-app the first part of its own addresses, `orders` in `GET /orders/items`. */
  setPath(appId: string, miniAppPath: string, options?: CallOptions): Promise<MiniProgram>;
  /** Says how far hosts keep a mini-app away from themselves. */
  setIsolation(appId: string, isolation: Isolation, options?: CallOptions): Promise<MiniProgram>;
  /** Names the back end that a mini-app's path leads to; null takes it away. */
  setUpstream(appId: string, url: string | null, options?: CallOptions): Promise<MiniProgram>;
  /** How the back end of a mini-app does, as the node that is asked sees it. */
  readUpstream(appId: string, options?: CallOptions): Promise<UpstreamStatus>;
}

export function settingCalls({ ask, get }: Transport): SettingCalls {
  const put = (appId: string, name: string, json: object, options: CallOptions | undefined) => {
    const at = path`/v1/admin/mini-programs/${appId}/${name}`;
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
