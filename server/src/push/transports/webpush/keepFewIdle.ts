import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node documents of agents, and its types leave out. */
interface Keeper {
  /** Called when nobody uses a connection any more: false closes it. */
  keepSocketAlive(socket: Duplex): boolean;
  /** Called when such a connection is used again. */
  reuseSocket(socket: Duplex, request: unknown): void;
}

/**
 * Has an agent keep so many connections open that nobody uses, to all origins together; those that were used longest ago are
 * closed. Its own limit is for each origin: whoever names many origins and never hangs up would be given as many connections as
 * the process may have files open.
 */
export function keepFewIdle<Kind extends Agent>(agent: Kind, most: number): Kind {
  const keeper = agent as unknown as Keeper;
  const keep = keeper.keepSocketAlive.bind(agent);
  const reuse = keeper.reuseSocket.bind(agent);
  /** In the order in which they were used last. Some may be closed by now. */
  const idle = new Set<Duplex>();
  keeper.keepSocketAlive = (socket) => {
    if (!keep(socket)) return false;
    idle.add(socket);
    if (idle.size > most) closeOldest(idle, most);
    return true;
  };
  keeper.reuseSocket = (socket, request) => {
    idle.delete(socket);
    reuse(socket, request);
  };
  return agent;
}

function closeOldest(idle: Set<Duplex>, most: number): void {
  for (const socket of idle) if (socket.destroyed) idle.delete(socket);
  for (const socket of idle) {
    if (idle.size <= most) return;
    idle.delete(socket);
    socket.destroy();
  }
}
