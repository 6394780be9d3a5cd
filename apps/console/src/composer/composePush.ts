import { LIMITS, PushMessage, isTopic, parseDeepLink, topicAddress } from '@host/contracts';

/** Whom a push is for. */
export type Audience = 'topic' | 'condition' | 'device';

/** A push as somebody fills it in. */
export interface Draft {
  audience: Audience;
  /** A topic, a condition, or tokens of devices between commas or blanks. */
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
}

/** The fields that something can be wrong with. */
export type DraftField = 'to' | 'title' | 'deepLink' | 'timeToLive' | 'sendAt';

/** A draft as the gateway takes it, or what is wrong with it, and its size. */
export interface Composed {
  message: PushMessage | undefined;
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
};

const HOUR_SECONDS = 60 * 60;
const MAX_HOURS = LIMITS.timeToLiveSeconds / HOUR_SECONDS;

/** Makes a message of a draft. `now` decides whether a time has passed. */
export function composePush(draft: Draft, now: number): Composed {
  const problems: Composed['problems'] = {};
  const to = draft.to.trim();
  const audience = audienceOf(draft.audience, to);
  if (typeof audience === 'string') problems.to = audience;
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
  const isRight = Object.keys(problems).length === 0 && typeof audience === 'object';
  return {
    message: isRight
      ? {
          ...audience,
          ...content,
          priority: draft.priority,
          ...(hours !== undefined && { time_to_live: Math.round(hours * HOUR_SECONDS) }),
          ...(draft.collapseKey.trim() !== '' && { collapse_key: draft.collapseKey.trim() }),
          ...(at && { send_at: at.toISOString() }),
        }
      : undefined,
    problems,
    bytes: new TextEncoder().encode(JSON.stringify(content)).length,
    maxBytes: draft.audience === 'device' ? LIMITS.tokenPayloadBytes : LIMITS.topicPayloadBytes,
  };
}

function audienceOf(
  audience: Audience,
  to: string,
): Pick<PushMessage, 'to' | 'condition' | 'registration_ids'> | string {
  if (audience === 'topic') {
    return isTopic(to) ? { to: topicAddress(to) } : 'A topic is letters, digits and - _ . ~ %.';
  }
  if (audience === 'condition') {
    return /'[^']+' in topics/.test(to)
      ? { condition: to }
      : "A condition names topics: 'news' in topics && 'sport' in topics.";
  }
  const tokens = to.split(/[,\s]+/).filter(Boolean);
  if (tokens.length === 0) return 'The token of a device, or several of them.';
  if (tokens.length > LIMITS.tokensPerRequest) {
    return `At most ${LIMITS.tokensPerRequest} devices at once.`;
  }
  return tokens.length === 1 ? { to: tokens[0]! } : { registration_ids: tokens };
}

/** Whom a message goes to, in words. */
export function audienceWords({ to, condition, registration_ids: tokens }: PushMessage): string {
  if (condition !== undefined) return `every device for which ${condition}`;
  if (tokens !== undefined) return `${tokens.length} devices`;
  const topic = to?.replace(/^\/topics\//, '');
  return to === topic ? 'one device' : `every device that is subscribed to “${topic}”`;
}
