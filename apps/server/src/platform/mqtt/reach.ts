import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { limits, type ReachScope, type ResponseOf, type connectionCalls } from '@eyrie/domain';
import { connectAsync } from 'mqtt';

type Reach = ResponseOf<typeof connectionCalls.reach>;

const privateRanges =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80:)/i;

/** How far an IP address is heard. */
export const scopeOf = (ip: string): ReachScope => {
  const plain = ip.replace(/^::ffff:/i, '');
  if (plain.startsWith('127.') || plain === '::1' || plain === '0.0.0.0' || plain === '::') return 'machine';
  return privateRanges.test(plain) ? 'network' : 'world';
};

const faultOf = (error: unknown): NonNullable<Reach['fault']> => {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  // It spoke MQTT: it only does not know us.
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT' || /timeout|connack/i.test(message)) return 'timeout';
  return typeof code === 'string' && code.startsWith('E') ? 'failed' : 'notABroker';
};

/**
 * Asks the broker at the address that docks are given, as a dock would: a sign-in that is answered, though it is
 * refused, shows that the way is open. Asked from this machine: it cannot say what a firewall before it lets through.
 */
export async function reachOf(address: string): Promise<Reach> {
  const url = new URL(address.replace(/^tcp:/, 'mqtt:').replace(/^ssl:/, 'mqtts:'));
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  let ip = host;
  try {
    if (isIP(host) === 0) ip = (await lookup(host)).address;
  } catch {
    return { address, scope: 'world', reached: false, fault: 'noSuchName' };
  }
  const scope = scopeOf(ip);
  try {
    const client = await connectAsync(url.href, {
      username: 'eyrie-reach',
      password: '',
      clientId: '',
      reconnectPeriod: 0,
      connectTimeout: limits.connection.reachWithin,
      // Whether its certificate pleases the dock is not asked here.
      rejectUnauthorized: false,
    });
    await client.endAsync(true);
    return { address, scope, reached: true, fault: null };
  } catch (error) {
    // A CONNACK that refuses carries its number.
    if (typeof (error as { code?: unknown }).code === 'number')
      return { address, scope, reached: true, fault: null };
    return { address, scope, reached: false, fault: faultOf(error) };
  }
}
