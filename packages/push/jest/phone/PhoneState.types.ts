import type { Notification, TimestampTrigger } from 'react-native-notify-kit';

/** What a phone knows and shows, over restarts of the app. */
export interface PhoneState {
  permission: 'not-determined' | 'granted' | 'denied';
  /** What the person says when they are asked. */
  answer: 'granted' | 'denied';
  timesAsked: number;
  /** Whether Android allows alarms at exact times. */
  allowsExactAlarms: boolean;
  token: string;
  badge: number;
  channels: Map<string, Readonly<Record<string, unknown>>>;
  categories: readonly Readonly<Record<string, unknown>>[];
  /** What waits for its time, by id. */
  triggers: Map<string, { notification: Notification; trigger: TimestampTrigger }>;
  /** What is on the screen, by id. */
  displayed: Map<string, Notification>;
  /** The notification of the app's own whose tap started it. */
  initialNotification: object | null;
  /** The message of Firebase whose tap started it. */
  initialMessage: object | null;
}

/** A phone that was just unpacked. */
export function newPhone(): PhoneState {
  return {
    permission: 'not-determined',
    answer: 'granted',
    timesAsked: 0,
    allowsExactAlarms: true,
    token: 'token-1',
    badge: 0,
    channels: new Map(),
    categories: [],
    triggers: new Map(),
    displayed: new Map(),
    initialNotification: null,
    initialMessage: null,
  };
}
