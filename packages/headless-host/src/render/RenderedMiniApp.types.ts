import type { DeviceInfo, HostUser } from '@host/contracts';
import type { LifecycleState } from '@host/miniapp-sdk/host';

import type { HostCall } from '../report/Report.types.ts';
import type { Screen } from './Screen.types.ts';

/** A mini-app that runs in a host: what a person can see and do in it, and the host around it. */
export interface RenderedMiniApp extends Screen {
  /** Signs a person in to the host. */
  signIn(user: HostUser): Promise<void>;
  signOut(): Promise<void>;
  /** Makes the host show or hide the mini-app, or open it with other parameters. */
  setLifecycle(state: Partial<LifecycleState>): Promise<void>;
  /** Changes the device: its theme, its network. */
  setDevice(device: Partial<DeviceInfo>): Promise<void>;
  /** All calls of the mini-app to its host, in order. */
  calls(): HostCall[];
}
