import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
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

/** Where a host name leads to, and how far that is heard; null: nobody knows the name. */
const placeOf = async (url: URL): Promise<{ host: string; scope: ReachScope } | null> => {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  try {
    return { host, scope: scopeOf(isIP(host) === 0 ? (await lookup(host)).address : host) };
  } catch {
    return null;
  }
};

const signsIn = async (url: URL): Promise<void> => {
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
  } catch (error) {
    // A CONNACK that refuses carries its number.
    if (typeof (error as { code?: unknown }).code !== 'number') throw error;
  }
};

const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'rtmp:': 1935,
  'rtmps:': 443,
};
const opens = (url: URL, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(url.port) || (usualPorts[url.protocol] ?? 80) });
    socket.setTimeout(limits.connection.reachWithin, () => {
      socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });

/**
 * Asks at an address that docks are given, as a dock would: a broker by a sign-in that is answered, though it is
 * refused, anything else by a connection that opens. Asked from this machine: it cannot say what a firewall before it
 * lets through.
 */
export async function reachOf(address: string): Promise<Reach> {
  const url = new URL(address.replace(/^tcp:/, 'mqtt:').replace(/^ssl:/, 'mqtts:'));
  const place = await placeOf(url);
  if (!place) return { address, scope: 'world', reached: false, fault: 'noSuchName' };
  const { host, scope } = place;
  try {
    await (/^(?:mqtts?|wss?):$/.test(url.protocol) ? signsIn(url) : opens(url, host));
    return { address, scope, reached: true, fault: null };
  } catch (error) {
    return { address, scope, reached: false, fault: faultOf(error) };
  }
}
