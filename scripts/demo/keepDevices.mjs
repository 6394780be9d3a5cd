import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { createCaller } from './createCaller.mjs';
import { DemoDevice } from './DemoDevice.mjs';

/** How long a device takes to keep what came, and a person to open it. */
const KEPT_MS = [200, 1500];
const OPENED_MS = [2000, 9000];
/** One of so many opens a push. */
const OPENS = 4;

/** Devices of the demo that are connected while it runs: what somebody sends in the console arrives, and some open it. */
export async function keepDevices(devices, { url, signal }) {
  const call = createCaller(url);
  // Each device that waits listens to it: they are as many as the demo has.
  setMaxListeners(0, signal);
  const within = ([from, to]) => from + Math.random() * (to - from);
  const take = async (device) => {
    await pause(within(KEPT_MS), undefined, { signal });
    const ids = [...device.arrived];
    await device.acknowledge(call);
    if (ids.length === 0 || Math.random() * OPENS > 1) return;
    await pause(within(OPENED_MS), undefined, { signal });
    await device.open(call, ids);
  };
  for (const known of devices) {
    // The server may be gone by then, or the device: somebody may have unregistered it.
    const device = new DemoDevice(known);
    await device
      .connect(url, () => void take(device).catch(() => undefined))
      .catch(() => undefined);
  }
}
