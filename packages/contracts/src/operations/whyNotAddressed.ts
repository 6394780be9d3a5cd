import type { MessageTrace } from './Search.ts';

/**
 * Texts for why a message was not for a device. Former subscriptions are not stored, and the texts say so where that matters.
 */
export const WHY_NOT_ADDRESSED: Readonly<
  Record<Exclude<MessageTrace['addressed'], 'yes'>, { words: string; because: string }>
> = {
  'not-subscribed': {
    words: 'The device does not have the topic now',
    because:
      'If it had the topic when the message was sent and left it since, it may have got it: which topics a device left is not kept.',
  },
  'subscribed-later': {
    words: 'The device subscribed to the topic after the message was sent',
    because:
      'What was sent before is not for it. If it had the topic earlier and left it in between, it may have got the message all the same: that is not kept.',
  },
  'condition-not-met': {
    words: 'The device does not meet the condition now',
    because:
      'Going by the topics that it has now, and had when the message was sent. Which topics it left since is not kept.',
  },
  'registered-later': {
    words: 'It was not for this device',
    because: 'The device was registered, or came to its person, after the message was sent.',
  },
  'not-named': {
    words: 'It was not for this device',
    because: 'The message was sent to other devices.',
  },
  'other-package': {
    words: 'It was not for this device',
    because: 'The message was for the devices of another app.',
  },
};
