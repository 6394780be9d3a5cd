import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What no page on the internet is served from. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether a request means this server: by a name of this machine or, once it was opened to the network, by an address. Any
 * other name may be one that a foreign page made point here, to be taken for a page of this server.
 */
export function isAllowedHost(header: string | undefined, listensOn: string): boolean {
  const name = header?.replace(/:\d+$/, '').toLowerCase();
  if (name === undefined) return false;
  if (LOCAL.has(name)) return true;
  return !isLocal(listensOn) && (isIP(bare(name)) !== 0 || isOwnName(name, listensOn));
}

/**
 * Whether pages of an origin may read what is served: those of this machine, where a host under development runs, and of
 * the network that it was opened to. The pages of the internet in the same browser are never among them.
 */
export function isAllowedOrigin(origin: string, listensOn: string): boolean {
  if (!URL.canParse(origin)) return false;
  const name = new URL(origin).hostname;
  if (LOCAL.has(name)) return true;
  return !isLocal(listensOn) && (isPrivate(bare(name)) || isOwnName(name, listensOn));
}

export function isLocal(address: string): boolean {
  return address === 'localhost' || address === '127.0.0.1' || address === '::1';
}

/** The name that the server was told to listen on, and the one that the machine has in its network. */
function isOwnName(name: string, listensOn: string): boolean {
  const machine = hostname().toLowerCase();
  return [listensOn.toLowerCase(), machine, `${machine}.local`].includes(bare(name));
}

function isPrivate(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** An IPv6 address without its brackets. */
function bare(name: string): string {
  return name.replace(/^\[(.+)\]$/, '$1');
}
