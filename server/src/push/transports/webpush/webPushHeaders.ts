import { collapseId } from '../collapseId.ts';
import type { OutgoingMessage } from '../Transport.types.ts';

const TOPIC = /^[A-Za-z0-9_-]{1,32}$/;
const TOPIC_LENGTH = 32;

/** The headers of RFC 8030: the time to live, the urgency, and the topic that replaces an earlier message. */
export function webPushHeaders(message: OutgoingMessage): Record<string, string> {
  const { collapseKey, priority, remainingSeconds } = message;
  return {
    TTL: String(remainingSeconds),
    Urgency: priority,
    ...(collapseKey && { Topic: collapseId(collapseKey, TOPIC, TOPIC_LENGTH) }),
  };
}
