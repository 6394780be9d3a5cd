import type { Notification, TimestampTrigger } from 'react-native-notify-kit';

/** The state of a phone, which outlives restarts of the app. */
export interface PhoneState {
  permission: 'not-determined' | 'granted' | 'denied';
  /** The person's answer to the permission prompt. */
  answer: 'granted' | 'denied';
  timesAsked: number;
  /** Whether Android allows alarms at exact times. */
  allowsExactAlarms: boolean;
  token: string;
  badge: number;
  channels: Map<string, Readonly<Record<string, unknown>>>;
  categories: readonly Readonly<Record<string, unknown>>[];
  /** The scheduled notifications, by id. */
  triggers: Map<string, { notification: Notification; trigger: TimestampTrigger }>;
  /** The displayed notifications, by id. */
  displayed: Map<string, Notification>;
  /** The local notification whose tap started the app. */
  initialNotification: object | null;
  /** The message of Firebase whose tap started the app. */
  initialMessage: object | null;
}

/** A new phone, without any data. */
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
