import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** Methods of agents that Node documents and that are missing in its types. */
interface Keeper {
  /** Called when a connection becomes idle; it is closed if this returns false. */
  keepSocketAlive(socket: Duplex): boolean;
  /** Called when an idle connection is used again. */
  reuseSocket(socket: Duplex, request: unknown): void;
}

/**
 * Limits the idle connections of an agent, over all origins; the least recently used ones are closed. The agent's own limit is
 * for each origin: someone who registers many origins that never close connections could use up the file descriptors of the
 * process.
 */
export function keepFewIdle<Kind extends Agent>(agent: Kind, most: number): Kind {
  const keeper = agent as unknown as Keeper;
  const keep = keeper.keepSocketAlive.bind(agent);
  const reuse = keeper.reuseSocket.bind(agent);
  /** Least recently used first. Some may be closed already. */
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
