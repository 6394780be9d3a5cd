export { type AnswerableEvent, type DigestFiles, createDigestFiles } from './createDigestFiles.ts';
export { frameResponse } from './frameResponse.ts';
