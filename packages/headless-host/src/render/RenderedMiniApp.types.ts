import type { DeviceInfo, HostUser } from '@host/contracts';
import type { LifecycleState } from '@host/miniapp-sdk/host';

import type { HostCall } from '../report/Report.types.ts';
import type { Screen } from './Screen.types.ts';

/** A mini-app that runs in a host: what a person can see and do in it, and the host around it. */
export interface RenderedMiniApp extends Screen {
  /** Somebody signs in to the host. */
  signIn(user: HostUser): Promise<void>;
  signOut(): Promise<void>;
  /** The host shows or hides the mini-app, or opens it with other parameters. */
  setLifecycle(state: Partial<LifecycleState>): Promise<void>;
  /** The device changes: its theme, its network. */
  setDevice(device: Partial<DeviceInfo>): Promise<void>;
  /** Everything that the mini-app asked of its host, in order. */
  calls(): HostCall[];
}
