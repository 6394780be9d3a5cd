import { type Interval, overlap } from './intervals.ts';
import type { FaultName } from './planFaults.ts';
import type { FaultInterval, Log } from './readLog.ts';

/**
 * Whom a fault may keep from what is sent: `nobody`, since all that happens is that devices come and go, or the bus is
 * silent; devices that are connected to a `node`; or `everybody`, since the database is away.
 */
type Effect = 'nobody' | 'node' | 'everybody';

const EFFECTS: Record<FaultName, Effect> = {
  kill: 'node',
  freeze: 'node',
  'cut-database': 'node',
  'cut-bus': 'nobody',
  'drop-bus': 'nobody',
  'slow-bus': 'nobody',
  'stop-bus': 'nobody',
  silence: 'node',
  'stop-database': 'everybody',
  promote: 'everybody',
  'promote-late': 'everybody',
  restore: 'everybody',
  'put-back': 'everybody',
  'fill-disk': 'everybody',
  hop: 'nobody',
  due: 'node',
  'due-many': 'nobody',
  'restart-all': 'nobody',
  sleep: 'nobody',
  storm: 'nobody',
};

/** Whether everything goes on as ever during a fault, on all nodes. */
export const isHarmless = ({ fault }: FaultInterval) => EFFECTS[fault] === 'nobody';

/** Whether it happens to the whole fleet. */
const isForEverybody = ({ fault }: FaultInterval) => EFFECTS[fault] === 'everybody';

/** When faults may keep a device from what is sent: those of a node only while the device is connected to that one. */
export function disturbances({ faults, places }: Log, device: string): Interval[] {
  const ofDevice = places.get(device)!;
  return faults.flatMap((fault) => {
    if (isHarmless(fault)) return [];
    if (isForEverybody(fault)) return [fault];
    return ofDevice
      .filter((place) => fault.nodes?.includes(place.node) && overlap(place, fault))
      .map(({ from, to }) => ({ from: Math.max(from, fault.from), to: Math.min(to, fault.to) }));
  });
}
