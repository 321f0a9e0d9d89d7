import type { IncomingMessage, Server } from 'node:http';
import { limits, pilotSocketPath } from '@eyrie/domain';
import type { DockDirectory } from '../../modules/dock/index.ts';
import { createPilotPushes, type Pilot, type PilotRoom } from '../../modules/pilot/index.ts';
import type { OrganisationFeed } from './organisation-feed.ts';
import type { NoteRefused } from './refused-credentials.ts';
import type { AccessHolds, AccessStamp } from '../../platform/http/access.ts';
import type { RegionChange } from '../../modules/region/index.ts';
import type { SessionRoom } from '../../modules/session/index.ts';
import { createPushEndpoint, type PushEndpoint } from '../../platform/push/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';

/** Servers publish here to each other what changes on the map; neither browsers nor devices may read it. */
export const regionTopic = 'PILOT/region';

export interface PilotLiveDependencies {
  server: Server;
  broker: BrokerClient;
  feed: OrganisationFeed;
  pilot: Pick<PilotRoom, 'authenticate' | 'workerOn'>;
  /** Judges readers again when controllers, members or roles change. */
  access: AccessHolds;
  session: Pick<SessionRoom, 'onEnded' | 'touch'>;
  directory: Pick<DockDirectory, 'visible'>;
  refused: NoteRefused;
}

/** Who listens, and what was known to have changed when they were let in. */
type Listening = Pilot & { since: AccessStamp };

/** The header, else the query: the app knows no other way for a socket. The query reaches no log. */
const tokenOf = (request: IncomingMessage): string => {
  const header = request.headers['x-auth-token'];
  if (typeof header === 'string') return header;
  return new URL(request.url ?? '', 'http://here').searchParams.get('x-auth-token') ?? '';
};

const changeOf = (payload: Buffer): RegionChange | null => {
  try {
    return JSON.parse(payload.toString()) as RegionChange;
  } catch {
    return null;
  }
};

/** Lets DJI Pilot 2 hear of devices and of the map, from the broker, as long as the session of its pilot. */
export const createPilotLive = (runtime: Runtime, deps: PilotLiveDependencies): Unit => {
  const pushes = createPilotPushes(runtime.serverTime);
  const stops: (() => void)[] = [];
  let endpoint: PushEndpoint<Listening> | null = null;
  let touching: NodeJS.Timeout | undefined;

  const deliver = (push: ReturnType<typeof pushes.ofRegion>): void => {
    const { audience } = push;
    endpoint?.push(push.text, push.state, ({ caller: { groupOID, groupRoot } }) =>
      audience.kind === 'device'
        ? deps.directory.visible(groupOID, audience.family, audience.oid)
        : groupRoot === audience.groupRoot && audience.path.includes(groupOID),
    );
  };
  const touch = (): void => {
    for (const { caller } of endpoint?.grants() ?? []) void deps.session.touch(caller.sessionOID);
  };

  return {
    name: 'socket of DJI Pilot 2',
    async start() {
      const opened = createPushEndpoint<Listening>({
        server: deps.server,
        path: pilotSocketPath,
        authenticate: async (request) => {
          const since = deps.access.stamp();
          const pilot = await deps.pilot.authenticate(tokenOf(request), 'socket');
          // From now on the end of the session is noticed, announced or not.
          if (!pilot) {
            const address = request.socket.remoteAddress ?? null;
            deps.refused({ path: pilotSocketPath, address, groupRoot: null });
            return null;
          }
          void deps.session.touch(pilot.caller.sessionOID);
          await deps.feed.follow(pilot.caller.groupRoot);
          return { ...pilot, since };
        },
        hold: ({ caller, controller, since }, end) =>
          deps.access.hold({
            caller,
            dockOID: controller.oid,
            since,
            // In another department the app comes back with another token.
            allows: async (now) =>
              now?.groupOID === caller.groupOID && (await deps.pilot.workerOn(now, controller.oid)) !== null,
            end,
          }),
        keyOf: ({ caller }) => caller.sessionOID,
        limits: limits.pilot.socket,
        clock: runtime.clock,
        log: runtime.log,
      });
      endpoint = opened;
      stops.push(
        deps.broker.onMessage((topic, payload) => {
          if (topic === regionTopic) {
            const change = changeOf(payload);
            if (change) deliver(pushes.ofRegion(change));
          } else if (opened.grants().length > 0 && topic.startsWith('INFO/'))
            for (const push of pushes.ofTopic(topic, payload.toString())) deliver(push);
        }),
        deps.session.onEnded((sessionOID) => opened.end(({ caller }) => caller.sessionOID === sessionOID)),
      );
      deps.feed.join({ organisations: () => opened.grants().map(({ caller }) => caller.groupRoot) });
      await deps.broker.subscribe([regionTopic]);
      touching = setInterval(touch, limits.session.touchEvery);
    },
    async stop() {
      clearInterval(touching);
      for (const stop of stops.splice(0)) stop();
      endpoint?.stop();
    },
  };
};
