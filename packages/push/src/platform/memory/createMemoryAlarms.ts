import type { Alarm, AlarmPort, ShownNotification } from '../../core/PushPlatform.types.ts';

interface MemoryAlarmOptions {
  kind?: AlarmPort['kind'];
  capacity?: number;
  isExact?: () => boolean;
  /** Shows a notification as the system does, without the app. */
  show?: (notification: ShownNotification) => void;
}

/** Alarms that a test triggers by setting the time. */
export interface MemoryAlarms extends AlarmPort {
  /** Triggers all alarms that are due by then. */
  ring(now: number): void;
  all(): Alarm[];
}

export function createMemoryAlarms(options: MemoryAlarmOptions = {}): MemoryAlarms {
  const { kind = 'app', capacity = Infinity, isExact = () => true, show } = options;
  const armed = new Map<string, Alarm>();
  const listeners = new Set<(id: string) => void>();
  return {
    kind,
    capacity,
    async arm(alarm) {
      // Dropped silently, as on iOS.
      if (armed.size < capacity) armed.set(alarm.id, alarm);
      return isExact() ? 'exact' : 'inexact';
    },
    disarm: async (ids) => ids.forEach((id) => armed.delete(id)),
    armed: async () => [...armed.keys()],
    onDue(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ring(now) {
      const due = [...armed.values()].filter(({ at }) => at <= now);
      for (const alarm of due.toSorted((a, b) => a.at - b.at)) {
        armed.delete(alarm.id);
        if (kind === 'system') show?.(alarm.notification);
        else listeners.forEach((tell) => tell(alarm.id));
      }
    },
    all: () => [...armed.values()].toSorted((a, b) => a.at - b.at),
  };
}
