import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Address ranges from which no public web page is served. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether the Host header refers to this server: by a name of this machine or, if it listens on the network, by an address.
 * Any other name could be pointed here by a foreign page to appear same-origin (DNS rebinding).
 */
export function isAllowedHost(header: string | undefined, listensOn: string): boolean {
  const name = header?.replace(/:\d+$/, '').toLowerCase();
  if (name === undefined) return false;
  if (LOCAL.has(name)) return true;
  return !isLocal(listensOn) && (isIP(bare(name)) !== 0 || isOwnName(name, listensOn));
}

/**
 * Whether pages of an origin may read responses: those of this machine, where a host under development runs, and of the
 * network that the server listens on. Public web pages in the same browser never may.
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

/** Whether it is the name that the server listens on, or the machine's name in its network. */
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
