import { CLIENT_LIMITS } from '@host/contracts';

/** The rate limits for messages from a frame to its host: bursts, and sustained rates per second. */
export interface FrameBudget {
  messages: number;
  messagesPerSecond: number;
  /** Characters of all messages together. */
  text: number;
  textPerSecond: number;
  /** Characters of one message. */
  messageText: number;
}

/** The limits beyond which a frame is removed. */
export const FRAME_BUDGET: FrameBudget = {
  messages: CLIENT_LIMITS.frameMessages,
  messagesPerSecond: CLIENT_LIMITS.frameMessagesPerSecond,
  text: CLIENT_LIMITS.frameText,
  textPerSecond: CLIENT_LIMITS.frameTextPerSecond,
  messageText: CLIENT_LIMITS.frameMessageText,
};

/** The lower limits that the SDK in a frame enforces itself, so that a fast mini-app is throttled instead of removed. */
export const OWN_PACE: FrameBudget = {
  messages: FRAME_BUDGET.messages / 2,
  messagesPerSecond: FRAME_BUDGET.messagesPerSecond / 2,
  text: FRAME_BUDGET.text / 2,
  textPerSecond: FRAME_BUDGET.textPerSecond / 2,
  messageText: FRAME_BUDGET.messageText,
};
