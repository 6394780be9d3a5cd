import { LIMITS, isTopic, miniAppTopic } from '@host/contracts';

import { conditionProblem } from './conditionProblem.ts';
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

/**
 * Whom a push is for, or what is wrong with what was written. A sender for some mini-apps, `apps`, reaches their topics and
 * their people alone.
 */
export function readTarget(
  audience: Audience,
  to: string,
  apps: readonly string[] | undefined,
): Target | string {
  return ownTarget(targetOf(audience, to, apps), apps);
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
      return conditionProblem(to) ?? { kind: 'condition', condition: to };
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
