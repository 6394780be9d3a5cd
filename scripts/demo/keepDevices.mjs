import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { createCaller } from './createCaller.mjs';
import { DemoDevice } from './DemoDevice.mjs';

/** How long a device takes to acknowledge a message, and a person to open it. */
const KEPT_MS = [200, 1500];
const OPENED_MS = [2000, 9000];
/** One in this many messages is opened. */
const OPENS = 4;

/** Keeps devices of the demo connected while it runs: messages sent in the console arrive, and some are opened. */
export async function keepDevices(devices, { url, signal }) {
  const call = createCaller(url);
  // Every waiting device adds a listener to the signal, so there are as many as devices.
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
    // By then the server may have stopped, or the device may have been unregistered.
    const device = new DemoDevice(known);
    await device
      .connect(url, () => void take(device).catch(() => undefined))
      .catch(() => undefined);
  }
}
