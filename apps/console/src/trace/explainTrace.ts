import { type MessageTrace, WHY_NOT_ADDRESSED } from '@host/contracts';

import type { StateWords } from '../releases/states.ts';

type Step = MessageTrace['steps'][number];

/** What became of a message on a device: an answer to "why did she not get it?". */
interface TraceAnswer extends StateWords {
  /** What that means, and what can be done. */
  because: string;
}

const STEP_WORDS: Record<Step['step'], string> = {
  accepted: 'Accepted from the sender',
  due: 'Due',
  'waiting-for-service': 'Waits for its turn at the push service',
  'postponed-by-service': 'The push service could not take it now',
  'refused-by-service': 'Refused by the push service',
  'taken-by-service': 'Taken by the push service',
  sent: 'Handed on',
  'service-done': 'The push service had its turn',
  delivered: 'Acknowledged by the device',
  passed: 'Passed by the device',
  held: 'Kept by the device, and not shown',
  opened: 'Opened',
  dropped: 'Dropped',
  expired: 'Expired',
  cancelled: 'Cancelled',
  unregistered: 'The device was unregistered',
};

const HELD: Readonly<Record<string, string>> = {
  'quiet-hours': 'It came during the quiet hours that the person chose.',
  muted: 'The person muted the mini-app or the channel that it is from.',
};

/** What push services and the gateway say of a token that leads nowhere. */
const GONE = /unregistered|not.?registered|baddevicetoken|devicetokennotfortopic|gone|410|404/i;

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  fcm: 'FCM',
  apns: 'APNs',
  webpush: 'Web Push',
};

/** What a push service answered, in words; of other steps what is known of them. */
export function answerWords({ answer, detail = '' }: Pick<Step, 'answer' | 'detail'>): string {
  if (!answer) return detail;
  const { service, status, reason, messageId, attempt } = answer;
  const said = [status, reason === String(status) ? undefined : reason, messageId];
  const words = said.filter((each) => each !== undefined && each !== '').join(' ') || 'no answer';
  const which = attempt > 1 ? `, attempt ${attempt}` : '';
  return `${SERVICE_NAMES[service] ?? service}: ${words}${which}`;
}

/** A step in words. */
export function stepWords({ step }: Pick<Step, 'step'>): string {
  return STEP_WORDS[step];
}

/** What became of a message on a device, in words. */
export function explainTrace(trace: MessageTrace): TraceAnswer {
  const { addressed, steps } = trace;
  if (addressed !== 'yes') {
    return { ...WHY_NOT_ADDRESSED[addressed], tone: 'neutral' };
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
          'It did not say that it kept it back: the app showed it, unless the system of the phone did not let it.',
      };
    case 'passed':
      return passedAnswer();
    case 'service-done':
      return serviceDoneAnswer(trace);
    case 'held':
      return {
        words: 'The device has it, and did not show it',
        tone: 'warn',
        because: `${HELD[last.detail ?? ''] ?? `The app kept it back (${last.detail}).`} It is in the notification center.`,
      };
    case 'sent':
      return sentAnswer(trace);
    case 'taken-by-service':
      return takenAnswer(last.answer?.service ?? trace.device?.transport);
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

/** Of messages to topics and conditions there is no row for each device. */
function passedAnswer(): TraceAnswer {
  return {
    words: 'The device is past it: whether it got it is not known',
    tone: 'neutral',
    because:
      'The device has acknowledged everything up to here. What expired while it was away, or was replaced under its collapse key, is left out on the way: for messages to topics and conditions that is not kept device by device. How many got it stands with the message.',
  };
}

function serviceDoneAnswer({ device }: MessageTrace): TraceAnswer {
  const after =
    device?.quarantined === undefined
      ? ''
      : ` It said ${device.quarantined} since: nothing is sent to the device any more.`;
  return {
    words: 'Its push service had its turn: what came of it is not known',
    tone: 'neutral',
    because: `The push service (${device?.transport}) either took the message, or its time was over. It refused nothing. For messages to topics and conditions no more is kept device by device; how many were handed on stands with the message.${after}`,
  };
}

function sentAnswer({ device }: MessageTrace): TraceAnswer {
  const service = device?.transport;
  if (service !== undefined && !device?.connected) return takenAnswer(service);
  return {
    words: 'It was handed on, and not acknowledged yet',
    tone: 'info',
    because: 'It was written to the connection of the device.',
  };
}

function takenAnswer(service: string | undefined): TraceAnswer {
  return {
    words: 'It was handed on, and not acknowledged yet',
    tone: 'info',
    because: `The push service (${service}) took it. Whether the phone shows it then is up to its system: notifications that are off, battery saving, no network.`,
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
