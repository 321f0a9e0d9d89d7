import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { drcSocketPath, limits, liveTopics, oid as oidShape, pilotSocketPath } from '@eyrie/domain';
import {
  createLiveEndpoint,
  type LiveEndpoint,
  type LiveGrant,
  type LiveIdentity,
  type LiveSubject,
} from '../../modules/telemetry/index.ts';
import type { AppearanceRoom } from '../../modules/appearance/index.ts';
import type { DockDirectory } from '../../modules/dock/index.ts';
import type { SessionRoom } from '../../modules/session/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { encodeWatched, watchedTopic } from '../gateway/index.ts';
import type { OrganisationFeed } from './organisation-feed.ts';
import type { NoteRefused } from './refused-credentials.ts';

export interface LiveDependencies {
  server: Server;
  broker: BrokerClient;
  feed: OrganisationFeed;
  appearance: AppearanceRoom;
  session: SessionRoom;
  directory: DockDirectory;
  publicUrl(): string;
  refused: NoteRefused;
}

const livePath = '/mqtt';
const isOid = (text: string): boolean => oidShape.safeParse(text).success;
const touchEvery = 30_000;
/** A message for the members of some departments. */
const departments = 'DEPARTMENTS';

/** Whose pages are connected, and what each of them may see. */
const createAudience = (deps: LiveDependencies) => {
  const members = new Map<string, { groupOID: string; memberOID: string; standing: string | null }>();
  /** What a page knows of itself since it connected; null: it may not connect. */
  const standingOf = async (sessionOID: string): Promise<string | null> => {
    const caller = await deps.session.callerOf(sessionOID);
    if (!caller || caller.mustChange) return null;
    const { groupRoot, groupOID, wholeOrganisation = null, resources } = caller;
    return JSON.stringify([groupRoot, groupOID, wholeOrganisation, ...[...resources].toSorted()]);
  };
  return {
    /** Whether rights or department are others than when the page connected. */
    hasChanged: async (sessionOID: string): Promise<boolean> => {
      const own = members.get(sessionOID);
      return own !== undefined && (await standingOf(sessionOID)) !== own.standing;
    },
    async authenticate(identity: LiveIdentity): Promise<LiveGrant | null> {
      const subscriber = await deps.appearance.authenticateLive(identity);
      if (!subscriber) {
        const named = isOid(identity.username) ? await deps.session.callerOf(identity.username) : null;
        deps.refused({ path: livePath, address: identity.address, groupRoot: named?.groupRoot ?? null });
        return null;
      }
      const { sessionOID, memberOID, groupOID, groupRoot } = subscriber;
      // Before it is let in: whatever is said after that reaches it.
      await deps.feed.follow(groupRoot);
      members.set(sessionOID, { groupOID, memberOID, standing: await standingOf(sessionOID) });
      void deps.session.touch(sessionOID);
      return { sessionOID, memberOID, groupRoot };
    },
    maySee(grant: LiveGrant, kind: string, oid: string): boolean {
      const own = members.get(grant.sessionOID);
      // Messages to a whole organisation are about no device; the topic shows that it is the reader's own.
      if (own === undefined) return false;
      if (kind === departments) return oid.includes(own.groupOID);
      return kind === 'ORGANISATION' || deps.directory.visible(own.groupOID, kind, oid);
    },
    leave(sessionOID: string): void {
      members.delete(sessionOID);
    },
    sessionsOf: (memberOID: string): string[] =>
      [...members].filter(([, own]) => own.memberOID === memberOID).map(([sessionOID]) => sessionOID),
    touch(): void {
      for (const sessionOID of members.keys()) void deps.session.touch(sessionOID);
    },
  };
};

/** Each of them has an endpoint of its own. */
const upgraded: ReadonlySet<string | undefined> = new Set(['/mqtt', pilotSocketPath, drcSocketPath]);

/** Nothing else is upgraded here: an unknown path must not hold a socket. Gives back how to stop refusing. */
const refuseOtherUpgrades = (server: Server): (() => void) => {
  const refuse = (request: IncomingMessage, socket: Duplex): void => {
    if (!upgraded.has(request.url?.split('?')[0])) socket.destroy();
  };
  server.on('upgrade', refuse);
  return () => void server.off('upgrade', refuse);
};

/** Names the links that pages show to the gateways: of these they say what may be ordered. What is lost is named again. */
const askForOffers = ({ log }: Pick<Runtime, 'log'>, broker: BrokerClient, live: LiveEndpoint): void => {
  if (!broker.connected) return;
  const links = [...live.watched(liveTopics.orderOffers.code)].filter(isOid);
  for (const message of encodeWatched(links))
    broker
      .publish(watchedTopic, message, { qos: 0 })
      .catch((err: unknown) => log.debug({ err }, 'links that pages show not named'));
};

/** Feeds the browsers' live endpoint from the broker and ends connections with their sessions. */
export const createLive = (
  runtime: Runtime,
  deps: LiveDependencies,
): Unit & { stats(): Record<string, number> } => {
  const audience = createAudience(deps);
  let endpoint: LiveEndpoint | null = null;
  const timers: NodeJS.Timeout[] = [];
  const stops: (() => void)[] = [];

  const end = (sessionOID: string): void => {
    audience.leave(sessionOID);
    endpoint?.endSession(sessionOID);
  };
  const checkAccess = (sessionOID: string): void => {
    audience.hasChanged(sessionOID).then(
      (changed) => {
        if (changed) end(sessionOID);
      },
      (err: unknown) => {
        // Without a database nothing can be revoked through it either.
        runtime.log.debug({ err }, 'a page could not be judged; it is tried again');
        setTimeout(() => checkAccess(sessionOID), limits.session.revocationPoll).unref();
      },
    );
  };
  const hear = (live: LiveEndpoint, topic: string, payload: Buffer): void => {
    const [family, owner = ''] = topic.split('/', 2);
    if (family === 'SEQ') live.publish(topic, payload, subjectOf(topic, payload));
    // What is still on its way from an organisation that nobody watches would be kept and grow old.
    else if (family === 'USER' || (family === 'INFO' && deps.feed.follows(owner)))
      live.publish(topic, payload);
  };

  const start = async (): Promise<void> => {
    const live = createLiveEndpoint({
      server: deps.server,
      path: livePath,
      authenticate: audience.authenticate,
      originAllowed: originAllowed(deps.publicUrl),
      maySee: audience.maySee,
      clock: runtime.clock,
      log: runtime.log,
      limits: limits.live,
    });
    endpoint = live;
    stops.push(
      refuseOtherUpgrades(deps.server),
      deps.broker.onMessage((topic, payload) => hear(live, topic, payload)),
      deps.session.onEnded(end),
      // Where rights or department have changed, the page comes back with a fresh credential. After a time without the
      // database every member may have: pages of those who have not stay.
      deps.session.onMemberChanged((memberOID) => {
        for (const sessionOID of audience.sessionsOf(memberOID)) checkAccess(sessionOID);
      }),
    );
    deps.feed.join({ organisations: live.organisations, left: live.forget });
    await deps.broker.subscribe(['SEQ/#', 'USER/#']);
    timers.push(
      setInterval(audience.touch, touchEvery),
      setInterval(() => askForOffers(runtime, deps.broker, live), limits.orderOffers.askEvery),
    );
  };

  return {
    name: 'live endpoint',
    start,
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const stop of stops) stop();
      endpoint?.stop();
    },
    stats: () => ({ ...endpoint?.stats() }),
  };
};

/** Whether a page of this origin may open a connection; what is no page names none. */
export const originAllowed =
  (publicUrl: () => string) =>
  (origin: string | undefined): boolean =>
    origin === undefined || origin === publicUrl() || sameHost(origin, publicUrl());

/** A page of the same machine under another of its names: only the loopback counts, for development and demos. */
const sameHost = (origin: string, publicUrl: string): boolean => {
  try {
    const a = new URL(origin);
    const b = new URL(publicUrl);
    const loopback = (host: string): boolean =>
      host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
    return a.protocol === b.protocol && a.port === b.port && loopback(a.hostname) && loopback(b.hostname);
  } catch {
    return false;
  }
};

/** Task topics carry only the organisation; the dock they are about stands in the body. */
const subjectOf = (topic: string, payload: Buffer): LiveSubject => {
  try {
    const { objectID, data } = JSON.parse(payload.toString()) as { objectID?: unknown; data?: unknown };
    // Of a region, and of a layer that is made, those hear who belong to its department or one above it.
    if (/\/BUSINESS\/(?:REGION|ORTHO|OBLIQUE|POINTCLOUD)$/.test(topic)) {
      const { path } = JSON.parse(String(data)) as { path?: unknown };
      return { kind: departments, oid: Array.isArray(path) ? path.join(' ') : '' };
    }
    return { kind: 'DOCK', oid: String(objectID) };
  } catch {
    return { kind: 'DOCK', oid: '' };
  }
};
