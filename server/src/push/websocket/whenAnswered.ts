import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response on a connection that is not completely sent yet; undefined if there is none. */
export type AnswerUnderWay = (socket: Socket) => ServerResponse | undefined;

/**
 * Calls back once all earlier requests of a connection are answered: at once when none is pending, and never when the
 * connection ends first. Node emits an upgrade as soon as it is parsed, even before pipelined requests ahead of it are
 * answered. Writing to the socket then would corrupt their responses, and two HTTP parsers on one socket fail an
 * assertion of Node, which ends the process.
 */
export function whenAnswered(
  socket: Socket,
  answerUnderWay: AnswerUnderWay,
  goOn: () => void,
): void {
  // One of the responses may have closed the connection.
  if (socket.destroyed || !socket.writable) return;
  const answer = answerUnderWay(socket);
  if (answer) answer.once('close', () => whenAnswered(socket, answerUnderWay, goOn));
  else goOn();
}
