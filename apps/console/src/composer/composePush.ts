import {
  LIMITS,
  type PushContent,
  type PushMessage,
  isTopic,
  miniAppTopic,
  parseDeepLink,
  topicAddress,
} from '@host/contracts';

import { appsOfTopics, topicsIn } from './ownTopics.ts';

/** Whom a push is for. */
export const AUDIENCES = ['topic', 'condition', 'device', 'person', 'group', 'mini-app'] as const;

/** Whom a sender for single mini-apps reaches: people by the names that the mini-app has for them. */
export const AUDIENCES_OF_APPS = ['topic', 'condition', 'mini-app', 'open-id'] as const;
export type Audience = (typeof AUDIENCES)[number] | (typeof AUDIENCES_OF_APPS)[number];

/** Whom a push is for, as it was understood. */
export type Target =
  | { kind: 'topic'; topic: string }
  | { kind: 'condition'; condition: string }
  | { kind: 'device'; tokens: readonly string[] }
  /** All devices of a person. */
  | { kind: 'person'; person: string }
  /** The devices of a group, by its key. */
  | { kind: 'group'; key: string }
  /** A person who lets a mini-app notify them, by the name that it has for them. */
  | { kind: 'open-id'; openId: string; appId: string }
  /** Every device that is subscribed to a topic of a mini-app. */
  | { kind: 'mini-app'; appId: string };
/** A target that the gateway has an address for; the others are looked up first. */
export type AddressedTarget = Exclude<Target, { kind: 'person' | 'mini-app' }>;

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

/** The fields that something can be wrong with. */
export type DraftField = 'to' | 'title' | 'deepLink' | 'timeToLive' | 'sendAt';

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
  const target = ownTarget(targetOf(draft.audience, addressIn(draft).trim(), apps), apps);
  if (typeof target === 'string') problems.to = target;
  if (draft.title.trim() === '') problems.title = 'A notification has a title.';
  const link = apps === undefined ? draft.deepLink.trim() : '';
  if (link !== '' && !parseDeepLink(link)) {
    problems.deepLink = 'This is no link of an app, such as host://promo/p1.';
  }
  const hours = draft.timeToLive.trim() === '' ? undefined : Number(draft.timeToLive);
  if (hours !== undefined && !(hours >= 0 && hours <= MAX_HOURS)) {
    problems.timeToLive = `A number of hours from 0 to ${MAX_HOURS}.`;
  }
  const at = draft.sendAt === '' ? undefined : new Date(draft.sendAt);
  if (at && !(at.getTime() > now)) problems.sendAt = 'This time has passed.';
  if (at && draft.audience === 'open-id') {
    problems.sendAt = 'To one person at once alone: it needs their consent of that moment.';
  }

  const counted = {
    notification: {
      title: draft.title.trim(),
      ...(draft.body.trim() !== '' && { body: draft.body.trim() }),
      ...(draft.channel.trim() !== '' && { android_channel_id: draft.channel.trim() }),
      ...(draft.category.trim() !== '' && { click_action: draft.category.trim() }),
    },
    ...(link !== '' && { data: { deepLink: link } }),
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
            ...(target.kind === 'open-id' && { data: { appId: target.appId } }),
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
  const { notification, data, priority, time_to_live: seconds, collapse_key: key } = content;
  return {
    ...draft,
    title: notification?.title ?? '',
    body: notification?.body ?? '',
    channel: notification?.android_channel_id ?? '',
    category: notification?.click_action ?? '',
    deepLink: data?.['deepLink'] ?? '',
    priority: priority ?? 'normal',
    timeToLive: seconds === undefined ? '' : String(seconds / HOUR_SECONDS),
    collapseKey: key ?? '',
  };
}

/** The target, or what is wrong with it for a sender for some mini-apps. */
function ownTarget(target: Target | string, apps: readonly string[] | undefined): Target | string {
  if (apps === undefined || typeof target === 'string') return target;
  if (appOfTarget(target, apps) !== undefined) return target;
  const [first] = apps;
  if (first === undefined) return 'You may send for no mini-app.';
  return target.kind === 'mini-app' || target.kind === 'open-id'
    ? `One of your mini-apps, such as ${first}.`
    : `Topics of one of your mini-apps, such as ${miniAppTopic(first)}.`;
}

/** The one mini-app among some that a push for a target comes from; undefined when there is none. */
export function appOfTarget(target: Target, apps: readonly string[]): string | undefined {
  if (target.kind === 'mini-app' || target.kind === 'open-id') {
    return apps.find((each) => each === target.appId);
  }
  const [app, ...others] = appsOfTopics(apps, topicsOf(target)) ?? [];
  return others.length === 0 ? app : undefined;
}

/** The topics that a target names. */
function topicsOf(target: Target): string[] {
  if (target.kind === 'topic') return [target.topic];
  return target.kind === 'condition' ? topicsIn(target.condition) : [];
}

function targetOf(
  audience: Audience,
  to: string,
  apps: readonly string[] | undefined,
): Target | string {
  switch (audience) {
    case 'topic':
      return isTopic(to)
        ? { kind: 'topic', topic: to }
        : 'A topic is letters, digits and - _ . ~ %.';
    case 'condition':
      return /'[^']+' in topics/.test(to)
        ? { kind: 'condition', condition: to }
        : "A condition names topics: 'news' in topics && 'sport' in topics.";
    case 'person':
      if (to.includes('@')) return 'This is an address, no id: find them under People.';
      return to === '' ? 'The id of a person.' : { kind: 'person', person: to };
    case 'open-id':
      return openIdTarget(to, apps ?? []);
    case 'group':
      return to === '' ? 'The key of a device group.' : { kind: 'group', key: to };
    case 'mini-app':
      return to !== '' && isTopic(miniAppTopic(to))
        ? { kind: 'mini-app', appId: to }
        : 'The id of a mini-app, such as com.acme.orders.';
    default: {
      const tokens = readTokens(to);
      if (tokens.length === 0) return 'The token of a device, or several of them.';
      return tokens.length > LIMITS.tokensPerRequest
        ? `At most ${LIMITS.tokensPerRequest} devices at once.`
        : { kind: 'device', tokens };
    }
  }
}

/** `openId`, or `appId/openId` where several mini-apps could send. */
function openIdTarget(to: string, apps: readonly string[]): Target | string {
  const [openId = '', appId = apps.length === 1 ? apps[0] : undefined] = to.split('/').toReversed();
  if (openId === '') return 'The openId of a person in the mini-app.';
  if (appId !== undefined) return { kind: 'open-id', openId, appId };
  return `The mini-app and the openId in it, such as ${apps[0] ?? 'com.acme.orders'}/${openId}.`;
}

/** Tokens between commas or blanks. */
export function readTokens(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}

/**
 * Where a message goes, as the gateway has it. A person is reached by the tokens of their devices, a mini-app by its topics.
 */
export function addressOf(
  target: AddressedTarget,
): Pick<PushMessage, 'to' | 'condition' | 'registration_ids'> {
  switch (target.kind) {
    case 'topic':
      return { to: topicAddress(target.topic) };
    case 'condition':
      return { condition: target.condition };
    case 'open-id':
      return { to: `/people/${target.openId}` };
    case 'group':
      return { to: target.key };
    default: {
      const [first, ...others] = target.tokens;
      return others.length === 0 && first !== undefined
        ? { to: first }
        : { registration_ids: [...target.tokens] };
    }
  }
}

/** Whom a message goes to, in words. */
export function audienceWords(target: Target): string {
  switch (target.kind) {
    case 'topic':
      return `every device that is subscribed to “${target.topic}”`;
    case 'condition':
      return `every device for which ${target.condition}`;
    case 'person':
      return `all devices of ${target.person}`;
    case 'open-id':
      return `one person, if they let ${target.appId} notify them`;
    case 'group':
      return 'the devices of a group, at most 20';
    case 'mini-app':
      return `every device that is subscribed to a topic of ${target.appId}`;
    default:
      return target.tokens.length === 1 ? 'one device' : `${target.tokens.length} devices`;
  }
}
