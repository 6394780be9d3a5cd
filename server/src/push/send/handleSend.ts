import { failureAnswer } from '../protocol/failureAnswer.ts';
import { parseSendRequest } from './parseSendRequest.ts';
import type { SendService } from './SendService.ts';
import type { SendRequest, SendResult } from './SendHandler.types.ts';

/** Parses a send request and sends its message. Never rejects: an error becomes an answer. */
export async function handleSend(service: SendService, request: SendRequest): Promise<SendResult> {
  try {
    return { answer: await service.send(parseSendRequest(request)) };
  } catch (error) {
    const { answer, isUnexpected } = failureAnswer(error, request.contentType);
    return { answer, ...(isUnexpected && { unexpected: error as Error }) };
  }
}
