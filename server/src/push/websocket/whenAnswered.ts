import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Calls back once everything is answered that was asked on a connection before: at once when nothing waits, and never when
 * the connection ends first. Node hands a request to upgrade out as soon as it is read, also in front of the answers to
 * the requests before it. Whoever wrote to the socket then would write into the middle of them, and Node does not bear
 * two readers of requests on one socket: it fails an assertion, which ends the process.
 */
export function whenAnswered(socket: Socket, goOn: () => void): void {
  // One of the answers may have been the last of the connection.
  if (socket.destroyed || !socket.writable) return;
  // The answer that is being written; the next one follows it before it says that it is closed.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  if (answer) answer.once('close', () => whenAnswered(socket, goOn));
  else goOn();
}
