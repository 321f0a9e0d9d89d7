import { createHash } from 'node:crypto';
import type { AedesPublishPacket, Client, PublishPacket } from 'aedes';
import { createLog } from '../log.ts';
import { Acl } from './acl.ts';
import type { Denial } from './denials.ts';
import type { DockBinding, SerialOwner } from './directory.ts';
import type { FrameLimit } from './frame-limits.ts';
import type { DeviceSession } from './presence.ts';

export const secret = Buffer.from('secret');
const hash = createHash('sha256').update(secret).digest();
export const binding = (part: Partial<DockBinding> = {}): DockBinding => ({
  oid: 'record',
  sn: 'DOCK1',
  secretHash: hash,
  droneSns: new Set(['DRONE1']),
  open: false,
  groupRoot: 'south',
  handheld: false,
  ...part,
});

/**
 * A broker with one dock and one server, and what becomes of what they do.
 * @param part.relay the connection of the dock is its second one, for sticks alone
 */
export const aclPlace = (
  part: { version?: number; bound?: Partial<DockBinding>; subscriptions?: number; relay?: boolean } = {},
) => {
  const did: string[] = [];
  const denied: Denial[] = [];
  const sent: unknown[] = [];
  const own = {
    version: part.version ?? 4,
    conn: { remoteAddress: '192.0.2.7' },
    subscriptions: Object.fromEntries(
      Array.from({ length: part.subscriptions ?? 0 }, (_, at) => [`topic ${at}`, { qos: 0 }]),
    ),
    disconnect: ({ reasonCode }: { reasonCode: number }) => void did.push(`disconnect ${reasonCode}`),
    close: () => void did.push('close'),
    emit: (event: string) => void did.push(event),
  } as unknown as Client;
  const session = {
    sn: 'DOCK1',
    client: own,
    binding: binding(part.bound),
    inFlight: { prepare: (packet: object) => facts.prepared(packet) },
  } as unknown as DeviceSession;
  const facts = {
    /** In the database. */
    found: new Map<string, DockBinding>([['DOCK1', session.binding]]),
    owner: null as SerialOwner | null,
    claim: null as string | null,
    away: false,
    mayPass: true,
    holdsBack: false,
    isFor: true,
    prepared: (packet: object): object | null => packet,
    present: session as DeviceSession | undefined,
  };
  const server = { version: 4 } as Client;
  const warned: string[] = [];
  /** Names of frames that were given to a second connection, and of those that were given to nobody. */
  const relayed: (string | undefined)[] = [];
  const dropped: (string | undefined)[] = [];
  const errors: string[] = [];
  const log = createLog({ level: 'silent' });
  log.error = ((_facts: object, text: string) => void errors.push(text)) as typeof log.error;
  const acl = new Acl(
    {
      directory: {
        find: async (sn: string) => facts.found.get(sn),
        ownerOf: async () => facts.owner,
        claimOf: async () => facts.claim,
        read: async (sns: readonly string[]) => {
          did.push(`read ${sns.join()}`);
          if (facts.away) throw new Error('away');
          return facts.found;
        },
        forget: (sn: string) => void did.push(`forget ${sn}`),
        sweep: () => void did.push('sweep'),
      },
      presence: {
        isServer: (client: Client) => client === server,
        session: (client: Client) => (client === own ? session : undefined),
        sessionOf: () => facts.present,
        sns: () => ['DOCK1'],
      },
      relays: {
        snOf: (client: Client) => (part.relay === true && client === own ? 'DOCK1' : null),
        holdsBack: () => facts.holdsBack,
        written: (_client: unknown, limit: FrameLimit | undefined) => void relayed.push(limit?.ref),
        refresh: async () => undefined,
      },
      deadlines: {
        announced: () => void did.push('announced'),
        mayPass: () => facts.mayPass,
        isFor: () => facts.isFor,
        written: (_session: unknown, _packet: unknown, id: unknown) => void sent.push(id),
      },
      denials: { note: (one: Denial) => void denied.push(one) },
      warn: (sn: string) => void warned.push(sn),
      frameDropped: ({ ref }: FrameLimit) => void dropped.push(ref),
    } as unknown as ConstructorParameters<typeof Acl>[0],
    log,
  );
  const stranger = {} as Client;
  const clients = { own, server, stranger, broker: null };
  /** What becomes of a message: its topic as it goes on, or the fault. */
  const publishes = (by: keyof typeof clients, topic: string, retain = false): Promise<string> =>
    new Promise((resolve) => {
      const packet = { topic, payload: 'said', retain } as PublishPacket;
      acl.publish(clients[by], packet, (error) =>
        resolve(error ? error.message : `${packet.topic} ${String(packet.payload)} ${packet.retain}`),
      );
    });
  const subscribes = (by: 'own' | 'server' | 'stranger', topic: string): Promise<string> =>
    new Promise((resolve) => {
      acl.subscribe(clients[by], { topic, qos: 0 }, (error, subscription) =>
        resolve(error ? error.message : (subscription?.topic ?? 'nothing')),
      );
    });
  const forwards = (by: 'own' | 'server' | 'stranger', topic: string, qos = 0): string | null =>
    acl.forward(clients[by], { topic, payload: 'said', qos, messageId: 7 } as unknown as AedesPublishPacket)
      ?.topic ?? null;
  return {
    acl,
    clients,
    facts,
    session,
    did,
    denied,
    sent,
    warned,
    relayed,
    dropped,
    errors,
    publishes,
    subscribes,
    forwards,
  };
};
