import { LIMITS, type PushMessage, isTopic, parseDeepLink, topicAddress } from '@host/contracts';

/** Whom a push is for. */
export const AUDIENCES = ['topic', 'condition', 'device', 'person', 'group'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Whom a push is for, as it was understood. */
export type Target =
  | { kind: 'topic'; topic: string }
  | { kind: 'condition'; condition: string }
  | { kind: 'device'; tokens: readonly string[] }
  /** All devices of a person. */
  | { kind: 'person'; person: string }
  /** The devices of a group, by its key. */
  | { kind: 'group'; key: string };

/** A push as somebody fills it in. */
export interface Draft {
  audience: Audience;
  /** A topic, a condition, the id of a person, the key of a group, or tokens of devices between commas or blanks. */
  to: string;
  title: string;
  body: string;
  deepLink: string;
  priority: 'normal' | 'high';
  /** In hours; empty for as long as possible. */
  timeToLive: string;
  collapseKey: string;
  channel: string;
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
  problems: Partial<Record<DraftField, string>>;
  /** What counts towards the limit. */
  bytes: number;
  maxBytes: number;
}

export const EMPTY_DRAFT: Draft = {
  audience: 'topic',
  to: '',
  title: '',
  body: '',
  deepLink: '',
  priority: 'high',
  timeToLive: '',
  collapseKey: '',
  channel: '',
  sendAt: '',
  testTo: '',
};

const HOUR_SECONDS = 60 * 60;
const MAX_HOURS = LIMITS.timeToLiveSeconds / HOUR_SECONDS;

/** Makes a message of a draft. `now` decides whether a time has passed. */
export function composePush(draft: Draft, now: number): Composed {
  const problems: Composed['problems'] = {};
  const target = targetOf(draft.audience, draft.to.trim());
  if (typeof target === 'string') problems.to = target;
  if (draft.title.trim() === '') problems.title = 'A notification has a title.';
  const link = draft.deepLink.trim();
  if (link !== '' && !parseDeepLink(link)) {
    problems.deepLink = 'This is no link of an app, such as host://promo/p1.';
  }
  const hours = draft.timeToLive.trim() === '' ? undefined : Number(draft.timeToLive);
  if (hours !== undefined && !(hours >= 0 && hours <= MAX_HOURS)) {
    problems.timeToLive = `A number of hours from 0 to ${MAX_HOURS}.`;
  }
  const at = draft.sendAt === '' ? undefined : new Date(draft.sendAt);
  if (at && !(at.getTime() > now)) problems.sendAt = 'This time has passed.';

  const content = {
    notification: {
      title: draft.title.trim(),
      ...(draft.body.trim() !== '' && { body: draft.body.trim() }),
      ...(draft.channel.trim() !== '' && { android_channel_id: draft.channel.trim() }),
    },
    ...(link !== '' && { data: { deepLink: link } }),
  };
  const isRight = Object.keys(problems).length === 0 && typeof target === 'object';
  const isToMany = draft.audience === 'topic' || draft.audience === 'condition';
  return {
    ready: isRight
      ? {
          target,
          content: {
            ...content,
            priority: draft.priority,
            ...(hours !== undefined && { time_to_live: Math.round(hours * HOUR_SECONDS) }),
            ...(draft.collapseKey.trim() !== '' && { collapse_key: draft.collapseKey.trim() }),
            ...(at && { send_at: at.toISOString() }),
          },
        }
      : undefined,
    problems,
    bytes: new TextEncoder().encode(JSON.stringify(content)).length,
    maxBytes: isToMany ? LIMITS.topicPayloadBytes : LIMITS.tokenPayloadBytes,
  };
}

function targetOf(audience: Audience, to: string): Target | string {
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
      return to === '' ? 'The id of a person.' : { kind: 'person', person: to };
    case 'group':
      return to === '' ? 'The key of a device group.' : { kind: 'group', key: to };
    default: {
      const tokens = readTokens(to);
      if (tokens.length === 0) return 'The token of a device, or several of them.';
      return tokens.length > LIMITS.tokensPerRequest
        ? `At most ${LIMITS.tokensPerRequest} devices at once.`
        : { kind: 'device', tokens };
    }
  }
}

/** Tokens between commas or blanks. */
export function readTokens(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}

/** Where a message goes, as the gateway has it. A person is reached by the tokens of their devices. */
export function addressOf(
  target: Exclude<Target, { kind: 'person' }>,
): Pick<PushMessage, 'to' | 'condition' | 'registration_ids'> {
  switch (target.kind) {
    case 'topic':
      return { to: topicAddress(target.topic) };
    case 'condition':
      return { condition: target.condition };
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
    case 'group':
      return 'the devices of a group, at most 20';
    default:
      return target.tokens.length === 1 ? 'one device' : `${target.tokens.length} devices`;
  }
}
