import { lookup } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface OutgoingOptions {
  /** Milliseconds for the whole answer. */
  answer: number;
  bodyBytes: number;
  /** Plain HTTP and this machine itself: only for a server that nobody reaches from elsewhere. */
  loopback: boolean;
}

/** Raised for addresses that this server does not call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What no service of somebody else has: this host, link-local (where clouds keep their metadata), multicast. */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8, 'ipv4');
never.addSubnet('169.254.0.0', 16, 'ipv4');
never.addSubnet('224.0.0.0', 3, 'ipv4');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('fec0::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');
// Other ways to write an IPv4 address.
never.addSubnet('64:ff9b::', 96, 'ipv6');
never.addSubnet('64:ff9b:1::', 48, 'ipv6');
never.addSubnet('::ffff:0:0:0', 96, 'ipv6');
never.addSubnet('2001::', 32, 'ipv6');
never.addSubnet('2002::', 16, 'ipv6');
// Where clouds keep their metadata elsewhere.
never.addAddress('100.100.100.200', 'ipv4');
never.addAddress('168.63.129.16', 'ipv4');
never.addAddress('192.0.0.192', 'ipv4');
never.addAddress('fd00:ec2::254', 'ipv6');

/** `::` and what once carried IPv4 addresses; `::1` lies among them. */
const outdated = new BlockList();
outdated.addSubnet('::', 96, 'ipv6');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const isIn = (list: BlockList, address: string): boolean => list.check(address, familyOf(address));

/** Whether this machine itself has an address, on whichever interface. They come and go, so that each time is asked. */
const isOwn = (address: string): boolean => {
  const own = new BlockList();
  for (const one of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    if (isIP(one.address) !== 0) own.addAddress(one.address, familyOf(one.address));
  return isIn(own, address);
};

/** Whether an address that a name stands for may be called. A mapped IPv4 address counts as what it maps. */
export const mayCall = (address: string, allowLoopback: boolean): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (isIP(plain) === 0 || isIn(never, plain)) return false;
  if (isIn(loopback, plain) || isOwn(plain)) return allowLoopback;
  return !isIn(outdated, plain);
};

/** Networks that only somebody inside of them reaches. */
const within = new BlockList();
within.addSubnet('10.0.0.0', 8, 'ipv4');
within.addSubnet('100.64.0.0', 10, 'ipv4');
within.addSubnet('172.16.0.0', 12, 'ipv4');
within.addSubnet('192.0.0.0', 24, 'ipv4');
within.addSubnet('192.168.0.0', 16, 'ipv4');
within.addSubnet('198.18.0.0', 15, 'ipv4');
within.addSubnet('fc00::', 7, 'ipv6');

/** Whether an address is one of the public internet. Every way to write an IPv4 address in IPv6 counts as what it means. */
export const isPublic = (address: string): boolean =>
  mayCall(address, false) && !isIn(within, address) && !/^::ffff:/i.test(address);

const isLocalHost = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isIn(loopback, host));

/** True where nobody reaches a server but its own machine: it listens there only, and nothing passes others on to it. */
export const isOnlyHere = (server: {
  host: string;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
}): boolean =>
  isLocalHost(server.host) &&
  server.trustedProxies.length === 0 &&
  (server.publicUrl === undefined || isLocalHost(bareHost(new URL(server.publicUrl))));

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * An address that may be called as far as it can be seen without asking for its name.
 * @throws AddressRefused
 */
export function requireOutgoing(url: URL, allowLoopback: boolean): void {
  const host = bareHost(url);
  if (url.username !== '' || url.password !== '') throw new AddressRefused('credentials in the address');
  if (isIP(host) !== 0 && !mayCall(host, allowLoopback)) throw new AddressRefused(host);
  if (url.protocol === 'https:') return;
  if (!(url.protocol === 'http:' && allowLoopback && isLocalHost(host)))
    throw new AddressRefused(url.protocol);
}

/** Judges the very addresses that the connection then uses, so that a name cannot change its mind in between. */
const judgedLookup =
  (may: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const good = found.filter(({ address }) => may(address));
      const [first] = good;
      if (!first) return done(new AddressRefused(name), '', 0);
      if (options.all) return done(null, good);
      return done(null, first.address, first.family);
    });
  };

const readBody = async (answer: NodeJS.ReadableStream, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new AddressRefused('the answer is too long');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
};

interface Sent {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
}

/** The bodies that our libraries send: forms, text, bytes. */
const bytesOf = (body: unknown): string | Uint8Array | undefined => {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a body of this kind is not sent');
};

/** Sends one request and reads its answer, which has an end in time and length. Nothing is redirected. */
const askOnce = (
  url: URL,
  sent: Sent,
  { answer, bodyBytes }: Pick<OutgoingOptions, 'answer' | 'bodyBytes'>,
  judged: LookupFunction,
): Promise<Response> => {
  const wire: RequestOptions = {
    method: sent.method ?? 'GET',
    headers: { ...Object.fromEntries(new Headers(sent.headers)), 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(answer),
    lookup: judged,
    agent: false,
  };
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<Response>((resolve, reject) => {
    const asked = ask(url, wire, (heard) => {
      readBody(heard, bodyBytes).then(
        (body) => {
          const status = heard.statusCode ?? 502;
          const headers = new Headers();
          for (const [name, value] of Object.entries(heard.headers))
            if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
          resolve(new Response([204, 205, 304].includes(status) ? null : body, { status, headers }));
        },
        (error: unknown) => {
          asked.destroy();
          reject(error);
        },
      );
    });
    asked.on('error', reject);
    asked.end(bytesOf(sent.body));
  });
};

/**
 * A `fetch` for addresses that people typed in: names are judged when they are looked up, nothing is redirected, and
 * an answer has an end in time and length.
 */
export const createOutgoing =
  (options: OutgoingOptions) =>
  async (address: string, sent: Sent = {}): Promise<Response> => {
    const url = new URL(address);
    requireOutgoing(url, options.loopback);
    return askOnce(
      url,
      sent,
      options,
      judgedLookup((found) => mayCall(found, options.loopback)),
    );
  };
export type Outgoing = ReturnType<typeof createOutgoing>;

const mayHear = (address: string, allowLoopback: boolean): boolean =>
  isPublic(address) || (allowLoopback && isIn(loopback, address));

/**
 * An address of a receiver on the internet, as far as it can be seen without asking for its name.
 * @throws AddressRefused
 */
export function requirePublic(url: URL, allowLoopback: boolean): void {
  requireOutgoing(url, allowLoopback);
  const host = bareHost(url);
  // An address in figures is never looked up, so that it has to be judged here.
  if (isIP(host) !== 0 && !mayHear(host, allowLoopback)) throw new AddressRefused(host);
  if (!allowLoopback && isLocalHost(host)) throw new AddressRefused(host);
}

/** The same for receivers on the internet: private networks are closed, whatever a name says when it is looked up. */
export const createPublicOutgoing =
  (options: OutgoingOptions): Outgoing =>
  async (address, sent) => {
    const url = new URL(address);
    requirePublic(url, options.loopback);
    return askOnce(
      url,
      sent ?? {},
      options,
      judgedLookup((found) => mayHear(found, options.loopback)),
    );
  };

export interface SourceOptions {
  /** Milliseconds for each answer, a redirect's among them. */
  answer: number;
  bodyBytes: number;
  redirects: number;
  /** Hosts, as they stand in addresses, that may lie inside: on this machine or in a private network. */
  hosts: readonly string[];
}

const unlessAborted = (error: unknown): never => {
  throw error instanceof Error && error.name === 'AbortError' ? new Error('timeout') : error;
};

/**
 * A `fetch` for the servers that maps come from, http or https. The inside of the network is closed but for the hosts
 * that the operator of this server named, and a redirect is judged like an address that somebody typed: a public server
 * must not be a way in. What was sent along for the first origin is not carried to another.
 * @param range the part that is asked for, as the header Range names it; it is carried along
 * @throws AddressRefused
 */
export const createSourceFetch =
  (options: SourceOptions) =>
  async (address: string, headers: Record<string, string> = {}, range?: string): Promise<Response> => {
    let url = new URL(address);
    const { origin } = url;
    for (let left = options.redirects; ; left -= 1) {
      const host = bareHost(url);
      const inside = options.hosts.includes(host.toLowerCase());
      const may = (found: string): boolean => (inside ? mayCall(found, true) : isPublic(found));
      if (!/^https?:$/.test(url.protocol)) throw new AddressRefused(url.protocol);
      if (url.username !== '' || url.password !== '') throw new AddressRefused('credentials in the address');
      // An address in figures is never looked up, so that it has to be judged here.
      if (isIP(host) !== 0 && !may(host)) throw new AddressRefused(host);
      const part = range === undefined ? {} : { range };
      const sent = { headers: url.origin === origin ? { ...headers, ...part } : part };
      const answer = await askOnce(url, sent, options, judgedLookup(may)).catch(unlessAborted);
      if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
      const next = answer.headers.get('location') ?? '';
      if (left === 0 || !URL.canParse(next, url.href)) throw new AddressRefused('redirect');
      url = new URL(next, url);
    }
  };
export type SourceFetch = ReturnType<typeof createSourceFetch>;
