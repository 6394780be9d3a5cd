import { type Interval, overlap } from './intervals.ts';
import type { FaultName } from './planFaults.ts';
import type { FaultInterval, Log } from './readLog.ts';

/**
 * Whose delivery a fault may delay: `nobody`, if devices merely come and go or the bus is silent; everybody until it is found
 * `out`, if the nodes still work; the devices of a `node`; or `everybody`, if the database is unavailable.
 */
type Effect = 'nobody' | 'out' | 'node' | 'everybody';

const EFFECTS: Record<FaultName, Effect> = {
  kill: 'node',
  freeze: 'node',
  'cut-database': 'node',
  'cut-bus': 'nobody',
  'cut-off': 'node',
  'drop-bus': 'nobody',
  'slow-bus': 'nobody',
  'stop-bus': 'nobody',
  silence: 'out',
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

/** Whether a fault affects no node. */
export const isHarmless = ({ fault }: FaultInterval) => EFFECTS[fault] === 'nobody';

/** Whether responses of the database may be lost, so that a node cannot know whether it stored something. */
export const losesAnswers = ({ fault }: FaultInterval) =>
  fault === 'silence' || fault === 'cut-off' || fault === 'cut-database';

/** Whether a fault affects the whole fleet. */
const isForEverybody = ({ fault }: FaultInterval) => EFFECTS[fault] === 'everybody';

/** Whether a node is out of service until the fault is over; otherwise it has to recover as soon as it notices. */
export const isLasting = ({ fault }: FaultInterval) =>
  EFFECTS[fault] === 'node' || EFFECTS[fault] === 'everybody';

/** The intervals in which faults may delay delivery to a device. */
export function disturbances(log: Log, device: string): Interval[] {
  return troubles({ ...log, faults: log.faults.filter(isLasting) }, device);
}

/** The intervals in which faults may affect a device: those of a node only while the device is connected to it. */
export function troubles({ faults, places }: Log, device: string): Interval[] {
  const ofDevice = places.get(device)!;
  return faults.flatMap((fault) => {
    if (isHarmless(fault)) return [];
    if (isForEverybody(fault)) return [fault];
    return ofDevice
      .filter((place) => fault.nodes?.includes(place.node) && overlap(place, fault))
      .map(({ from, to }) => ({ from: Math.max(from, fault.from), to: Math.min(to, fault.to) }));
  });
}
