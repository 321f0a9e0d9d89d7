import type { pilotCalls, remoteControllerCalls, RequestOf, ResponseOf } from '@eyrie/domain';
import {
  ask,
  BridgeFailed,
  brokerForApp,
  isConnected,
  loadComponent,
  type ComponentName,
  type ComponentParameters,
  type DjiBridge,
} from './dji-bridge.ts';
import { createStepGraph, StepFailed, type StepFault, type StepStanding } from './step-graph.ts';

export const pilotSteps = [
  'bridge',
  'signIn',
  'licence',
  'workspace',
  'controller',
  'thing',
  'api',
  'ws',
  'tsa',
  'liveshare',
  'media',
  'mission',
  'map',
] as const;
export type PilotStep = (typeof pilotSteps)[number];
export type PilotStandings = Readonly<Record<PilotStep, StepStanding>>;

/** How long the app may take to connect, ms. */
const connectWithin = 30_000;
/** After a lost socket its token may have run out: the app is given another one after this, ms. */
const socketAgainAfter = 3_000;

export interface PilotCallers {
  app(): Promise<ResponseOf<typeof pilotCalls.app>>;
  connect(
    request: RequestOf<typeof remoteControllerCalls.connect>,
  ): Promise<ResponseOf<typeof remoteControllerCalls.connect>>;
  open(controllerOID: string): Promise<ResponseOf<typeof pilotCalls.open>>;
  openSocket(controllerOID: string): Promise<ResponseOf<typeof pilotCalls.openSocket>>;
}

export interface PilotConnectionDeps {
  /** `window`: the app calls functions on it. */
  around: object;
  bridge: Partial<DjiBridge>;
  calls: PilotCallers;
  /** Where this page came from, which the controller reaches. */
  origin: string;
  systemName: string;
  changed(standings: PilotStandings, known: PilotKnown): void;
  /** What a failed call says. */
  messageOf(error: unknown): string;
  after(ms: number, work: () => void): void;
}

/** What the app has said of itself. */
export interface PilotKnown {
  sn: string | null;
  aircraftSn: string | null;
  userName: string | null;
}

const serialOf = (said: unknown): string | null =>
  typeof said === 'string' && /^[A-Za-z0-9-]{4,64}$/.test(said) ? said : null;

const licenceFault = (error: unknown): never => {
  if (error instanceof BridgeFailed && error.kind === 'refused')
    throw new StepFailed('licenceRefused', { message: error.message || '–', code: error.code });
  throw error;
};

/** Lets the app report whether it is connected, under a name of its own on `window`. */
const createConnectionReports = ({ around, after }: Pick<PilotConnectionDeps, 'around' | 'after'>) => {
  const turns = new Map<string, number>();
  /** Loads a module and waits for its first word. @param later what it says afterwards */
  return (
    name: string,
    address: string,
    load: () => void,
    later: (connected: boolean) => void,
  ): Promise<void> => {
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let first = true;
    let loading = true;
    Reflect.set(around, name, (said: unknown) => {
      // What ends while the module is loaded anew is the former one.
      if (turns.get(name) !== turn || (loading && !isConnected(said))) return;
      const connected = isConnected(said);
      if (!first) later(connected);
      else if (connected) resolve();
      else reject(new StepFailed('notConnected', { address }));
      first = false;
    });
    load();
    loading = false;
    after(connectWithin, () => {
      if (!first) return;
      reject(new StepFailed('noAnswer', { address, seconds: connectWithin / 1_000 }));
      first = false;
    });
    return promise;
  };
};

/** Brings DJI Pilot 2 into the organisation, step by step. */
export function createPilotConnection(deps: PilotConnectionDeps) {
  const { bridge, calls, origin } = deps;
  const reports = createConnectionReports(deps);
  const known: { -readonly [K in keyof PilotKnown]: PilotKnown[K] } = {
    sn: null,
    aircraftSn: null,
    userName: null,
  };
  let app: ResponseOf<typeof pilotCalls.app> | null = null;
  let enrolled: ResponseOf<typeof remoteControllerCalls.connect> | null = null;
  const controllerOID = (): string => enrolled?.oid ?? '';
  const load =
    <N extends ComponentName>(name: N, parameters: () => ComponentParameters[N]) =>
    async (): Promise<void> =>
      loadComponent(bridge, name, parameters());
  const faultOf = (error: unknown): StepFault =>
    error instanceof BridgeFailed
      ? { kind: error.kind, values: { message: error.message || '–', code: error.code } }
      : { kind: 'callFailed', values: { message: deps.messageOf(error) } };
  const connected = (step: 'thing' | 'ws', address: string) => (isUp: boolean) => {
    graph.report(step, isUp ? null : { kind: 'lost', values: { address } });
    if (!isUp && step === 'ws') deps.after(socketAgainAfter, () => void socketAgain());
  };
  const socketAgain = async (): Promise<void> => {
    if (graph.standings().ws.state === 'failed') await graph.retry('ws');
  };

  const graph = createStepGraph<PilotStep>(
    {
      bridge: { needs: [], run: async () => undefined },
      signIn: { needs: ['bridge'], run: async () => undefined },
      licence: {
        needs: ['signIn'],
        run: async () => {
          app = await calls.app();
          known.userName = app.userName;
          if (!app.licence) throw new StepFailed('noLicence');
          const { appId, appKey, license } = app.licence;
          try {
            ask(bridge, 'platformVerifyLicense', appId, appKey, license);
          } catch (error) {
            licenceFault(error);
          }
        },
      },
      workspace: {
        needs: ['licence'],
        run: async () => {
          ask(bridge, 'platformSetWorkspaceId', app?.workspaceId ?? '');
          ask(
            bridge,
            'platformSetInformation',
            deps.systemName,
            app?.workspaceName ?? '',
            app?.userName ?? '',
          );
        },
      },
      controller: {
        needs: ['workspace'],
        run: async () => {
          known.sn = serialOf(ask(bridge, 'platformGetRemoteControllerSN'));
          if (known.sn === null) throw new StepFailed('noSerial');
          known.aircraftSn = aircraftOf(bridge);
          const drone = known.aircraftSn === null ? {} : { droneSn: known.aircraftSn };
          enrolled = await calls.connect({ sn: known.sn, ...drone });
        },
      },
      thing: {
        needs: ['controller'],
        run: async () => {
          const { broker = '', sn: username = '', secret: password = '' } = enrolled ?? {};
          const host = brokerForApp(broker);
          const parameters = { host, username, password, connectCallback: 'eyrieThing' };
          const begin = (): void => loadComponent(bridge, 'thing', parameters);
          await reports('eyrieThing', host, begin, connected('thing', host));
        },
      },
      api: {
        needs: ['controller'],
        run: async () => {
          const { token } = await calls.open(controllerOID());
          loadComponent(bridge, 'api', { host: origin, token });
        },
      },
      ws: {
        needs: ['controller'],
        run: async () => {
          const { path, token } = await calls.openSocket(controllerOID());
          const host = `${origin.replace(/^http/, 'ws')}${path}`;
          const begin = (): void =>
            loadComponent(bridge, 'ws', { host, token, connectCallback: 'eyrieSocket' });
          await reports('eyrieSocket', host, begin, connected('ws', host));
        },
      },
      tsa: { needs: ['api'], run: load('tsa', () => ({})) },
      liveshare: {
        needs: ['thing'],
        run: load('liveshare', () => ({
          videoPublishType: 'video-demand-aux-manual',
          statusCallback: 'eyrieLiveshare',
        })),
      },
      media: {
        needs: ['api'],
        run: load('media', () => ({ autoUploadPhoto: true, autoUploadPhotoType: 0, autoUploadVideo: true })),
      },
      mission: { needs: ['api'], run: load('mission', () => ({})) },
      map: {
        needs: ['api'],
        run: load('map', () => ({ userName: app?.userName ?? '', elementPreName: 'PILOT' })),
      },
    },
    { changed: (standings) => deps.changed(standings, { ...known }), faultOf },
  );
  // The app reports the state of a broadcast; its picture tells the rest.
  Reflect.set(deps.around, 'eyrieLiveshare', () => undefined);

  return {
    start: graph.start,
    retry: graph.retry,
    /** Lets the app go: it forgets address, password and tokens. */
    leave(): void {
      for (const name of ['map', 'mission', 'media', 'liveshare', 'tsa', 'ws', 'api', 'thing'] as const)
        bridge.platformUnloadComponent?.(name);
    },
  };
}
export type PilotConnection = ReturnType<typeof createPilotConnection>;

/** Null: none is linked, or the app does not say. */
function aircraftOf(bridge: Partial<DjiBridge>): string | null {
  try {
    return serialOf(ask(bridge, 'platformGetAircraftSN'));
  } catch {
    return null;
  }
}
