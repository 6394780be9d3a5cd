import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer on a connection that is not sent whole yet; undefined when everything is answered. */
export type AnswerUnderWay = (socket: Socket) => ServerResponse | undefined;

/**
 * Calls back once everything is answered that was asked on a connection before: at once when nothing waits, and never when
 * the connection ends first. Node hands a request to upgrade out as soon as it is read, also in front of the answers to
 * the requests before it. Whoever wrote to the socket then would write into the middle of them, and Node does not bear
 * two readers of requests on one socket: it fails an assertion, which ends the process.
 */
export function whenAnswered(
  socket: Socket,
  answerUnderWay: AnswerUnderWay,
  goOn: () => void,
): void {
  // One of the answers may have been the last of the connection.
  if (socket.destroyed || !socket.writable) return;
  const answer = answerUnderWay(socket);
  if (answer) answer.once('close', () => whenAnswered(socket, answerUnderWay, goOn));
  else goOn();
}
