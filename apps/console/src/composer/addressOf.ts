import { type PushMessage, topicAddress } from '@host/contracts';

import type { AddressedTarget, Target } from './readTarget.ts';

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
