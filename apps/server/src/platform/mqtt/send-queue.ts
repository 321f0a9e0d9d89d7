import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/** The end of an address as the kernel writes it; empty where only the ports identify it. */
const kernelAddress = (address: string): string => {
  const parts = (address.split(':').at(-1) ?? '').split('.');
  if (parts.length !== 4) return '';
  return parts
    .toReversed()
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
};
const kernelPort = (port: number): string => port.toString(16).padStart(4, '0').toUpperCase();

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
export const unacknowledged = ({
  localPort,
  remoteAddress,
  remotePort,
}: Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort'>): number | null => {
  if (localPort === undefined || remotePort === undefined || remoteAddress === undefined) return null;
  const [near, far] = [
    `:${kernelPort(localPort)}`,
    `${kernelAddress(remoteAddress)}:${kernelPort(remotePort)}`,
  ];
  const queues = tables.flatMap(linesOf).flatMap((line) => {
    const [, local = '', remote = '', , queue = ''] = line.trim().split(/\s+/);
    return local.endsWith(near) && remote.endsWith(far) ? [Number.parseInt(queue, 16)] : [];
  });
  return queues.length === 0 ? null : Math.max(...queues);
};
