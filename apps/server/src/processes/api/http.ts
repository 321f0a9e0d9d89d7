import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAccessToken, limits } from '@eyrie/domain';
import { rightsOf } from '../../modules/role/index.ts';
import { showsPictures } from '../../modules/cockpit/index.ts';
import {
  registerOutside,
  registerVideoRelay,
  registerWhep,
  registerWhip,
  type VideoServer,
} from '../../modules/video/index.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { consolePages, registerPages, screenPages } from '../../platform/http/pages.ts';
import { callerOf, type Authentication } from '../../platform/http/sender.ts';
import { shareRunning } from '../../platform/share-running.ts';
import { createHttpServer, type HttpServerOptions } from '../../platform/http/server.ts';
import { objectsEndpoint, objectsPath, type StorageCredential } from '../../platform/objects/index.ts';
import type { Settings } from '../../platform/settings.ts';
import type { TimerState } from '../../platform/timers.ts';
import type { Foundation } from '../foundation.ts';
import type { ObjectStore } from '../objects.ts';
import type { Rooms } from '../rooms.ts';
import { registerDescription } from './description.ts';
import { registerHealth } from './health.ts';
import { registerPilot } from './pilot-http.ts';
import { registerOpenIdReturn } from './openid-return.ts';
import { refusalLog } from './refusal-log.ts';

/** What a build of an application of pages left. */
const builtOf = (application: string): string =>
  fileURLToPath(new URL(`../../../../${application}/dist`, import.meta.url));

/** Requests under way may finish; those that will not are cut. */
export const closeApi = async (app: FastifyInstance): Promise<void> => {
  // A connection that was busy when the port closed stays open after its answer, for requests that will not be taken.
  const idle = setInterval(() => app.server.closeIdleConnections(), limits.http.idleCheck);
  const timer = setTimeout(() => app.server.closeAllConnections(), limits.http.drainTimeout);
  await app.close();
  clearTimeout(timer);
  clearInterval(idle);
};

interface ApiState {
  notReady(): readonly string[];
  counts(): Record<string, number>;
  timerStates(): TimerState[];
  brokerUrl(): string;
  /** Hands requests to another process; undefined: all are answered here. */
  relay?: HttpServerOptions['relay'] | undefined;
  /** Folder of uploads under way, of this process alone; missing: that of a server's first process. */
  uploads?: string;
}

const tlsOf = async ({ tlsCert, tlsKey }: Settings): Promise<HttpServerOptions['tls']> =>
  tlsCert && tlsKey ? { cert: await readFile(tlsCert), key: await readFile(tlsKey) } : null;

/** A cookie is enough to open one. */
const page = { cookieAllowed: true as const, bytes: 'text/html' };
/** Who opens a page. */
type SignedIn = (request: FastifyRequest) => Promise<Caller | null>;

/** From where the console may fetch tiles. */
const tileOriginsOf = (
  { databaseUp, runtime }: Foundation,
  appearance: Rooms['appearance'],
  signedIn: SignedIn,
) => {
  const originsOf = shareRunning(appearance.tileOrigins, (groupRoot) => groupRoot ?? '');
  return async (request: FastifyRequest): Promise<readonly string[]> => {
    // The page must open when the database is away: it then says so, and its map has what ships with the product.
    if (!databaseUp()) return [];
    try {
      const caller = await signedIn(request);
      return await originsOf(caller?.groupRoot ?? null);
    } catch (error) {
      runtime.log.warn({ err: error }, 'the page is sent without its tile origins');
      return [];
    }
  };
};

/** A credential of a controller is worth what its member may still do there. */
const storageCredentials =
  ({ flight, pilot }: Rooms) =>
  async (accessKeyId: string): Promise<StorageCredential | null> => {
    const found = await flight.media.findCredential(accessKeyId);
    if (!found?.sessionOID) return found;
    const caller = await pilot.storesFor(found.sessionOID, found.dockOID);
    return caller && { ...found, caller };
  };

/** By the token of a session, or by an access token where that was sent as a bearer. */
const authenticationOf = ({ session, accessToken }: Rooms): Authentication => ({
  authenticate: async (token, by, address) => {
    if (!isAccessToken(token)) return session.authenticate(token, by);
    return by === 'bearer' ? accessToken.authenticate(token, address) : null;
  },
  recentlyVerified: session.recentlyVerified,
});

/** Everything that listens on the HTTP port: calls, health, description, live pictures, objects, console. */
export const buildApi = async (
  settings: Settings,
  foundation: Foundation,
  rooms: Rooms,
  store: ObjectStore,
  video: VideoServer,
  state: ApiState,
): Promise<FastifyInstance> => {
  const { runtime } = foundation;
  const authentication = authenticationOf(rooms);
  // What a killed server was still receiving is of no use to anybody.
  const uploadFolder = join(settings.dataDir, state.uploads ?? 'incoming');
  await rm(uploadFolder, { recursive: true, force: true });
  const app = await createHttpServer({
    endpoints: rooms.endpoints,
    ...authentication,
    onRefusal: refusalLog(runtime, rooms.auditLog),
    rightsOfRole: (caller, oid) => rightsOf(runtime.db, caller, oid),
    access: rooms.session.access,
    trustedProxies: settings.trustedProxies,
    tls: await tlsOf(settings),
    log: runtime.log,
    serverTime: runtime.serverTime,
    uploadFolder,
    notReady: () => (foundation.databaseUp() ? null : 'databaseDown'),
    databaseHangs: () => state.notReady().includes('database'),
    waitFor: rooms.operation.maintenance.refusalOf,
    ...(state.relay ? { relay: state.relay } : {}),
  });
  registerHealth(app, {
    notReady: state.notReady,
    maintenanceUntil: rooms.operation.maintenance.until,
    metricsToken: settings.metricsToken,
    counts: state.counts,
    timerStates: state.timerStates,
  });

  const anyCaller: SignedIn = async (request) => (await callerOf(request, page, authentication, 'no')).caller;
  // An access token opens declared calls and their description: no page, and no live picture.
  const signedIn: SignedIn = async (request) => {
    const caller = await anyCaller(request);
    return caller?.byToken ? null : caller;
  };
  registerDescription(app, { signedIn: anyCaller, brokerUrl: state.brokerUrl });
  registerOpenIdReturn(app, rooms.session);
  registerPilot(app, rooms.pilot, {
    onRefusal: refusalLog(runtime, rooms.auditLog),
    waitFor: rooms.operation.maintenance.refusalOf,
    notReady: () => (foundation.databaseUp() ? null : 'databaseDown'),
    log: runtime.log,
  });
  const viewing = {
    video,
    callerOf: signedIn,
    dockInScope: rooms.dock.linkInScope,
    showsPictures: (display: Caller) => showsPictures(runtime.db, display),
    access: rooms.session.access,
  };
  registerVideoRelay(app, runtime, viewing);
  registerWhep(app, runtime, viewing);
  registerWhip(app, runtime, video.whip);
  registerOutside(app, runtime, video.outside);
  await app.register(async (scope) =>
    objectsEndpoint(scope, {
      objects: store.objects,
      linkSecret: store.linkSecret,
      findCredential: storageCredentials(rooms),
      onStored: () => undefined,
      access: rooms.session.access,
      clock: runtime.clock,
      log: runtime.log,
      dataDir: settings.dataDir,
      publicPath: objectsPath,
    }),
  );
  const tileOrigins = tileOriginsOf(foundation, rooms.appearance, signedIn);
  for (const pages of [consolePages(builtOf('console')), screenPages(builtOf('screen'))])
    await registerPages(app, pages, tileOrigins);
  return app;
};
