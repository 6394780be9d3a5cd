import type { MessageTrace } from '@host/contracts';

import type { StateWords } from '../releases/states.ts';

type Step = MessageTrace['steps'][number];

/** What became of a message on a device: an answer to "why did she not get it?". */
interface TraceAnswer extends StateWords {
  /** What that means, and what can be done. */
  because: string;
}

const NOT_FOR_IT: Record<Exclude<MessageTrace['addressed'], 'yes'>, string> = {
  'not-subscribed': 'The device is not subscribed to the topic.',
  'subscribed-later': 'The device subscribed to the topic after the message was sent.',
  'not-named': 'The message was sent to other devices.',
  'condition-not-met': 'The topics of the device do not meet the condition.',
};

const STEP_WORDS: Record<Step['step'], string> = {
  accepted: 'Accepted from the sender',
  due: 'Due',
  'waiting-for-service': 'Waits for its turn at the push service',
  'refused-by-service': 'Refused by the push service',
  sent: 'Handed on',
  delivered: 'Acknowledged by the device',
  opened: 'Opened',
  dropped: 'Dropped',
  expired: 'Expired',
  cancelled: 'Cancelled',
  unregistered: 'The device was unregistered',
};

/** What push services and the gateway say of a token that leads nowhere. */
const GONE = /unregistered|not.?registered|baddevicetoken|devicetokennotfortopic|gone|410|404/i;

/** A step in words. */
export function stepWords({ step }: Pick<Step, 'step'>): string {
  return STEP_WORDS[step];
}

/** What became of a message on a device, in words. */
export function explainTrace(trace: MessageTrace): TraceAnswer {
  const { addressed, steps } = trace;
  if (addressed !== 'yes') {
    const because = NOT_FOR_IT[addressed];
    return { words: 'It was not for this device', tone: 'neutral', because };
  }
  const last = steps.at(-1)!;
  switch (last.step) {
    case 'opened':
      return { words: 'It was opened', tone: 'ok', because: 'Somebody tapped it on this device.' };
    case 'delivered':
      return {
        words: 'The device has it',
        tone: 'ok',
        because:
          'Whether it was shown is up to the app on the device: during quiet hours, and for a mini-app that was muted, it goes into the notification center alone. The server is not told of that.',
      };
    case 'sent':
      return sentAnswer(trace);
    case 'dropped':
      return droppedAnswer(last);
    case 'expired':
      return {
        words: 'It expired before the device got it',
        tone: 'bad',
        because:
          'The device did not come while the message was kept. A longer time to live reaches devices that are away.',
      };
    case 'cancelled':
      return { words: 'It was cancelled', tone: 'neutral', because: 'Nobody gets it.' };
    case 'unregistered':
      return {
        words: 'The device is not registered any more',
        tone: 'bad',
        because: 'It was unregistered before it got the message.',
      };
    case 'refused-by-service':
      return {
        words: 'Its push service refused it',
        tone: 'warn',
        because: `${last.detail ?? 'It gave no reason'}. The device still gets it when its app connects by itself.`,
      };
    case 'waiting-for-service':
      return {
        words: 'It waits for the push service',
        tone: 'warn',
        because: `It was ${last.detail ?? 'not handed on yet'}. It is tried again until it expires.`,
      };
    default:
      return waitingAnswer(trace);
  }
}

function sentAnswer({ device }: MessageTrace): TraceAnswer {
  const service = device?.transport;
  return {
    words: 'It was handed on, and not acknowledged yet',
    tone: 'info',
    because:
      service === undefined || device?.connected
        ? 'It was written to the connection of the device.'
        : `The push service (${service}) took it. Whether the phone shows it then is up to its system: notifications that are off, battery saving, no network.`,
  };
}

function droppedAnswer({ detail }: Step): TraceAnswer {
  const isGone = GONE.test(detail ?? '');
  return {
    words: isGone ? 'The token of the device is not valid any more' : 'It was dropped',
    tone: 'bad',
    because: isGone
      ? `${detail}: the app was removed, or its token replaced. It gets messages again once the app registers.`
      : (detail ?? 'No reason is kept.'),
  };
}

function waitingAnswer({ device, message }: MessageTrace): TraceAnswer {
  if (message.state === 'accepted') {
    return { words: 'Its time has not come', tone: 'info', because: 'It is scheduled.' };
  }
  if (device?.quarantined !== undefined) {
    const because = `Its push service said ${device.quarantined}: the device has to register again.`;
    return { words: 'Nothing is sent to this device', tone: 'bad', because };
  }
  return {
    words: 'It waits for the device',
    tone: 'info',
    because:
      device?.transport === undefined
        ? 'The device is not connected, and no push service reaches it. It gets the message when its app is opened.'
        : 'It goes out as soon as the device or its push service takes it.',
  };
}
