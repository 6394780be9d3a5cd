export { type AnswerPushesOptions, answerPushes } from './answerPushes.ts';
