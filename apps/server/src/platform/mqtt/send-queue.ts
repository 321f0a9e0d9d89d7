import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';

const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/** Groups of an address of version 6, of four hexadecimal digits each. */
const groupsOf = (address: string): string[] => {
  const [before = [], after = []] = (address.split('%')[0] ?? '')
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
};

/** The end of an address as the kernel writes it: in words of four bytes, the last of each first. */
const kernelAddress = (address: string): string => {
  const parts = (address.split(':').at(-1) ?? '').split('.');
  // Two docks may come from one port of different addresses: neither has what the other holds back.
  if (parts.length !== 4) {
    if (!isIPv6(address)) return '';
    return groupsOf(address)
      .join('')
      .replaceAll(/(..)(..)(..)(..)/g, '$4$3$2$1')
      .toUpperCase();
  }
  return parts
    .toReversed()
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
};
const kernelPort = (port: number): string => port.toString(16).padStart(4, '0').toUpperCase();

/** What names a connection in the tables of the system. */
type Connection = Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort'>;

const bytesOf = (
  lines: readonly string[],
  { localPort, remoteAddress, remotePort }: Connection,
): number | null => {
  if (localPort === undefined || remotePort === undefined || remoteAddress === undefined) return null;
  const [near, far] = [
    `:${kernelPort(localPort)}`,
    `${kernelAddress(remoteAddress)}:${kernelPort(remotePort)}`,
  ];
  const queues = lines.flatMap((line) => {
    // Most are of others, and there are many: none of those is taken apart.
    if (!line.includes(near) || !line.includes(far)) return [];
    const [, local = '', remote = '', , queue = ''] = line.trim().split(/\s+/);
    return local.endsWith(near) && remote.endsWith(far) ? [Number.parseInt(queue, 16)] : [];
  });
  return queues.length === 0 ? null : Math.max(...queues);
};

const linesOf = (table: string): string[] => {
  try {
    return readFileSync(table, 'latin1').split('\n');
  } catch {
    return [];
  }
};

/**
 * Bytes that this system has taken for a connection and the other end has not acknowledged. Null: this machine does not
 * report it.
 */
export const unacknowledged = (connection: Connection): number | null =>
  bytesOf(tables.flatMap(linesOf), connection);

/**
 * The same of several connections, in their order. The tables have a line for every connection of the machine and take the
 * system many milliseconds: they are read once for all, and beside the event loop.
 */
export const unacknowledgedOf = async (connections: readonly Connection[]): Promise<(number | null)[]> => {
  const texts = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n'));
  return connections.map((one) => bytesOf(lines, one));
};
