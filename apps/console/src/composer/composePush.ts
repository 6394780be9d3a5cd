import { LIMITS, type PushContent, type PushMessage, type PushNotification } from '@host/contracts';

import { type DataRow, dataOf, dataProblem, rowsOf } from './dataRows.ts';
import { linkProblem } from './deepLinkRoute.ts';
import { type Audience, type Target, readTarget } from './readTarget.ts';

/** A push as somebody fills it in. */
export interface Draft {
  audience: Audience;
  /**
   * What was written for each kind of audience: a topic, a condition, the id of a person or a mini-app, the key of a group, or
   * tokens of devices between commas or blanks. Each has its own: the words of a condition are no tokens.
   */
  addresses: Readonly<Partial<Record<Audience, string>>>;
  title: string;
  body: string;
  deepLink: string;
  /** What the app gets besides. */
  data: readonly DataRow[];
  /** What a template says of the notification that the form has no field for, such as an image. */
  more: MoreOfNotification;
  priority: 'normal' | 'high';
  /** In hours; empty for as long as possible. */
  timeToLive: string;
  collapseKey: string;
  channel: string;
  /** Whose buttons the notification has: a category that the app has registered. */
  category: string;
  /** As a date field has it, in the reader's time zone; empty for at once. */
  sendAt: string;
  /** Who gets a test first: the id of a person, or tokens. */
  testTo: string;
}

/** The parts of a notification that the form has no field for. */
export type MoreOfNotification = Omit<
  PushNotification,
  'title' | 'body' | 'android_channel_id' | 'click_action'
>;

/** The fields that something can be wrong with. */
export type DraftField = 'to' | 'title' | 'deepLink' | 'data' | 'timeToLive' | 'sendAt';

/** A draft as the gateway takes it, or what is wrong with it, and its size. */
export interface Composed {
  /** What is sent, and to whom: together they are what the gateway takes. */
  ready: { content: PushMessage; target: Target } | undefined;
  /** What is sent, whomever it is for, as a template has it. */
  content: PushContent;
  problems: Partial<Record<DraftField, string>>;
  /** What counts towards the limit. */
  bytes: number;
  maxBytes: number;
}

export const EMPTY_DRAFT: Draft = {
  audience: 'topic',
  addresses: {},
  title: '',
  body: '',
  deepLink: '',
  data: [],
  more: {},
  priority: 'high',
  timeToLive: '',
  collapseKey: '',
  channel: '',
  category: '',
  sendAt: '',
  testTo: '',
};

/** What is sent to topics. */
const TO_MANY: ReadonlySet<Audience> = new Set(['topic', 'condition', 'mini-app']);
const HOUR_SECONDS = 60 * 60;
const MAX_HOURS = LIMITS.timeToLiveSeconds / HOUR_SECONDS;

/**
 * Makes a message of a draft. `now` decides whether a time has passed. A sender for some mini-apps, `apps`, reaches their
 * topics, and its pushes open the mini-app that sends.
 */
export function composePush(draft: Draft, now: number, apps?: readonly string[]): Composed {
  const problems: Composed['problems'] = {};
  const target = readTarget(draft.audience, addressIn(draft).trim(), apps);
  if (typeof target === 'string') problems.to = target;
  if (draft.title.trim() === '') problems.title = 'A notification has a title.';
  const link = apps === undefined ? draft.deepLink.trim() : '';
  const wrongLink = linkProblem(link);
  if (wrongLink !== undefined) problems.deepLink = wrongLink;
  const wrongData = dataProblem(draft.data, apps);
  if (wrongData !== undefined) problems.data = wrongData;
  const hours = draft.timeToLive.trim() === '' ? undefined : Number(draft.timeToLive);
  if (hours !== undefined && !(hours >= 0 && hours <= MAX_HOURS)) {
    problems.timeToLive = `A number of hours from 0 to ${MAX_HOURS}.`;
  }
  const at = draft.sendAt === '' ? undefined : new Date(draft.sendAt);
  const wrongTime = at && timeProblem(at.getTime(), now, draft.audience);
  if (wrongTime !== undefined) problems.sendAt = wrongTime;

  const data = { ...dataOf(draft.data), ...(link !== '' && { deepLink: link }) };
  const counted = {
    notification: {
      ...draft.more,
      title: draft.title.trim(),
      ...(draft.body.trim() !== '' && { body: draft.body.trim() }),
      ...(draft.channel.trim() !== '' && { android_channel_id: draft.channel.trim() }),
      ...(draft.category.trim() !== '' && { click_action: draft.category.trim() }),
    },
    ...(Object.keys(data).length > 0 && { data }),
  };
  const content: PushContent = {
    ...counted,
    priority: draft.priority,
    ...(hours !== undefined &&
      !problems.timeToLive && { time_to_live: Math.round(hours * HOUR_SECONDS) }),
    ...(draft.collapseKey.trim() !== '' && { collapse_key: draft.collapseKey.trim() }),
  };
  const isRight = Object.keys(problems).length === 0 && typeof target === 'object';
  return {
    ready: isRight
      ? {
          target,
          content: {
            ...content,
            ...(target.kind === 'open-id' && { data: { ...data, appId: target.appId } }),
            ...(at && { send_at: at.toISOString() }),
          },
        }
      : undefined,
    content,
    problems,
    bytes: new TextEncoder().encode(JSON.stringify(counted)).length,
    maxBytes: TO_MANY.has(draft.audience) ? LIMITS.topicPayloadBytes : LIMITS.tokenPayloadBytes,
  };
}

function timeProblem(at: number, now: number, audience: Audience): string | undefined {
  if (audience === 'open-id') {
    return 'To one person at once alone: it needs their consent of that moment.';
  }
  if (!(at > now)) return 'This time has passed.';
  return at > now + LIMITS.scheduleSeconds * 1000 ? 'A year from now at the latest.' : undefined;
}

/** What is written for the chosen kind of audience. */
export function addressIn({ addresses, audience }: Draft): string {
  return addresses[audience] ?? '';
}

/** A draft for this address of the chosen kind of audience; those of other kinds stay. */
export function withAddress(draft: Draft, to: string): Draft {
  return { ...draft, addresses: { ...draft.addresses, [draft.audience]: to } };
}

/** A draft with the text and the settings of a template; whom it is for, and when, stays. */
export function fillDraft(draft: Draft, content: PushContent): Draft {
  const { notification = {}, data, priority, time_to_live: seconds, collapse_key: key } = content;
  const { title = '', body = '', android_channel_id: channel = '', ...others } = notification;
  const { click_action: category = '', ...more } = others;
  return {
    ...draft,
    title,
    body,
    channel,
    category,
    deepLink: data?.['deepLink'] ?? '',
    data: rowsOf(data),
    more,
    priority: priority ?? 'normal',
    timeToLive: seconds === undefined ? '' : String(seconds / HOUR_SECONDS),
    collapseKey: key ?? '',
  };
}
