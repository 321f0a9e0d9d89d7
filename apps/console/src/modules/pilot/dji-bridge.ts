/**
 * What DJI Pilot 2 lends to the page that it opens. Every method answers a JSON text `{code, message, data}`; an older
 * app lacks some of them.
 */
export interface DjiBridge {
  platformVerifyLicense(appId: string, appKey: string, license: string): string;
  platformSetWorkspaceId(uuid: string): string;
  platformSetInformation(platformName: string, workspaceName: string, description: string): string;
  platformGetRemoteControllerSN(): string;
  platformGetAircraftSN(): string;
  platformLoadComponent(name: ComponentName, parameters: string): string;
  platformUnloadComponent(name: ComponentName): string;
}

/** Modules of the app. */
export type ComponentName = 'thing' | 'api' | 'ws' | 'tsa' | 'liveshare' | 'media' | 'mission' | 'map';

/** What a module is loaded with. A callback is named: the app calls the function of that name on `window`. */
export interface ComponentParameters {
  thing: { host: string; username: string; password: string; connectCallback: string };
  api: { host: string; token: string };
  ws: { host: string; token: string; connectCallback: string };
  tsa: object;
  liveshare: { videoPublishType: 'video-demand-aux-manual'; statusCallback: string };
  media: { autoUploadPhoto: boolean; autoUploadPhotoType: 0 | 1; autoUploadVideo: boolean };
  mission: object;
  map: { userName: string; elementPreName: string };
}

export interface BridgeAnswer {
  code: number;
  message: string;
  data: unknown;
}

type Method = keyof DjiBridge;

/** The app did not do what it was asked. */
export class BridgeFailed extends Error {
  readonly kind: 'noMethod' | 'unreadable' | 'refused';
  readonly code: number;
  constructor(kind: BridgeFailed['kind'], code = 0, message = '') {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** The bridge of the app around this page; null: it is an ordinary browser. */
export const bridgeOf = (around: object): Partial<DjiBridge> | null => {
  const found: unknown = Reflect.get(around, 'djiBridge');
  return typeof found === 'object' && found !== null ? found : null;
};

const answerOf = (text: unknown): BridgeAnswer => {
  let read: unknown = text;
  try {
    if (typeof text === 'string') read = JSON.parse(text);
  } catch {
    throw new BridgeFailed('unreadable');
  }
  if (typeof read !== 'object' || read === null || !('code' in read)) throw new BridgeFailed('unreadable');
  const { code, message = '', data = null } = read as Record<string, unknown>;
  const figure = Number(code);
  if (Number.isNaN(figure)) throw new BridgeFailed('unreadable');
  return { code: figure, message: typeof message === 'string' ? message : '', data };
};

/** Asks the app for something. @throws BridgeFailed unless it says that it has done it */
export const ask = <M extends Method>(
  bridge: Partial<DjiBridge>,
  method: M,
  ...given: Parameters<DjiBridge[M]>
): unknown => {
  const ours = bridge[method] as ((...values: unknown[]) => unknown) | undefined;
  if (typeof ours !== 'function') throw new BridgeFailed('noMethod');
  // The object belongs to the app: its methods work on it alone.
  const { code, message, data } = answerOf(ours.apply(bridge, given));
  if (code !== 0 || data === false) throw new BridgeFailed('refused', code, message);
  return data;
};

export const loadComponent = <N extends ComponentName>(
  bridge: Partial<DjiBridge>,
  name: N,
  parameters: ComponentParameters[N],
): void => {
  // A module that is there already keeps what it was loaded with.
  if (bridge.platformUnloadComponent) bridge.platformUnloadComponent(name);
  ask(bridge, 'platformLoadComponent', name, JSON.stringify(parameters));
};

/** What a callback says of a connection: true, or what counts as that. */
export const isConnected = (said: unknown): boolean =>
  said === true || said === 1 || said === 'true' || said === '1';

/** The app knows brokers under the names of their transport. */
export const brokerForApp = (url: string): string =>
  url
    .replace(/^mqtt:/, 'tcp:')
    .replace(/^mqtts:/, 'ssl:')
    .replace(/\/$/, '');
