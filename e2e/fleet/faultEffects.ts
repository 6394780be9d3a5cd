import { type Interval, overlap } from './intervals.ts';
import type { FaultName } from './planFaults.ts';
import type { FaultInterval, Log } from './readLog.ts';

/**
 * Whom a fault may keep from what is sent: `nobody`, since all that happens is that devices come and go, or the bus is
 * silent; nobody for longer than it takes to find it `out`, since a node still can do everything; devices that are connected
 * to a `node`; or `everybody`, since the database is away.
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

/** Whether everything goes on as ever during a fault, on all nodes. */
export const isHarmless = ({ fault }: FaultInterval) => EFFECTS[fault] === 'nobody';

/** Whether what the database answers to a node may be lost: the node cannot know then whether it stored something. */
export const losesAnswers = ({ fault }: FaultInterval) =>
  fault === 'silence' || fault === 'cut-off' || fault === 'cut-database';

/** Whether it happens to the whole fleet. */
const isForEverybody = ({ fault }: FaultInterval) => EFFECTS[fault] === 'everybody';

/** Whether a node cannot do what it is for until the fault is over; otherwise it has to go on as soon as it found out. */
export const isLasting = ({ fault }: FaultInterval) =>
  EFFECTS[fault] === 'node' || EFFECTS[fault] === 'everybody';

/** When faults may keep a device from what is sent, however long they last. */
export function disturbances(log: Log, device: string): Interval[] {
  return troubles({ ...log, faults: log.faults.filter(isLasting) }, device);
}

/** When a device may notice anything of faults: of those of a node only while it is connected to that one. */
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
