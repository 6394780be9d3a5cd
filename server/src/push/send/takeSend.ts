import { failureAnswer } from '../protocol/failureAnswer.ts';
import { readRequest } from './readRequest.ts';
import type { SendService } from './SendService.ts';
import type { SentRequest, TakenSend } from './Sends.types.ts';

/** Reads what a sender sent, sends it, and says what the sender is told. */
export async function takeSend(service: SendService, request: SentRequest): Promise<TakenSend> {
  try {
    return { answer: await service.send(readRequest(request)) };
  } catch (error) {
    const { answer, isUnexpected } = failureAnswer(error, request.contentType);
    return { answer, ...(isUnexpected && { unexpected: error as Error }) };
  }
}
