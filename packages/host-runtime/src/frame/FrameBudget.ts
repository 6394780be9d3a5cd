import { CLIENT_LIMITS } from '@host/contracts';

/** How much a frame may say to its host: so much at once, and so much a second in the long run. */
export interface FrameBudget {
  messages: number;
  messagesPerSecond: number;
  /** Characters of all messages together. */
  text: number;
  textPerSecond: number;
  /** Characters of one message. */
  messageText: number;
}

/** What a frame is removed for. */
export const FRAME_BUDGET: FrameBudget = {
  messages: CLIENT_LIMITS.frameMessages,
  messagesPerSecond: CLIENT_LIMITS.frameMessagesPerSecond,
  text: CLIENT_LIMITS.frameText,
  textPerSecond: CLIENT_LIMITS.frameTextPerSecond,
  messageText: CLIENT_LIMITS.frameMessageText,
};

/** What the SDK in a frame keeps to, so that a mini-app that is in a hurry waits, and is not removed. */
export const OWN_PACE: FrameBudget = {
  messages: FRAME_BUDGET.messages / 2,
  messagesPerSecond: FRAME_BUDGET.messagesPerSecond / 2,
  text: FRAME_BUDGET.text / 2,
  textPerSecond: FRAME_BUDGET.textPerSecond / 2,
  messageText: FRAME_BUDGET.messageText,
};
