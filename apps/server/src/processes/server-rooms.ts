import about from '../../package.json' with { type: 'json' };
import type { DockAccounts } from '../modules/dock/index.ts';
import type { HealthProbe } from '../modules/operation/index.ts';
import { objectsPath } from '../platform/objects/index.ts';
import { isOnlyHere } from '../platform/outgoing.ts';
import type { Settings } from '../platform/settings.ts';
import type { Timers } from '../platform/timers.ts';
import type { Addresses } from './addresses.ts';
import type { Foundation } from './foundation.ts';
import type { ObjectStore } from './objects.ts';
import type { RoomOptions } from './room-options.ts';
import { createRooms, type Rooms } from './rooms.ts';
import { noVideo, type VideoPart } from './start-video.ts';
import type { WriteWatch } from './write-watch.ts';

/** What the rooms of one process are made of. */
export interface ServerRoomParts {
  settings: Settings;
  foundation: Foundation;
  addresses: Addresses;
  store: ObjectStore;
  accounts: DockAccounts;
  video: VideoPart | null;
  writing: Pick<WriteWatch, 'fault'>;
  probes: readonly HealthProbe[];
  timers: Pick<Timers, 'states'>;
  /** Port of the embedded broker of this server; undefined: it uses another. */
  brokerPort: number | undefined;
  runs(name: Settings['processes'][number]): boolean;
}

export const createServerRooms = (
  {
    settings,
    foundation,
    addresses,
    store,
    accounts,
    video,
    writing,
    probes,
    timers,
    brokerPort,
    runs,
  }: ServerRoomParts,
  asked: Pick<RoomOptions, 'gateNow' | 'wayNow' | 'aircraftNow' | 'drcNow'>,
): Rooms =>
  createRooms(foundation, {
    operation: {
      worker: runs('worker'),
      timerStates: timers.states,
      withObjects: settings.s3 === undefined,
      release: about.version,
      settings,
      probes,
    },
    dataDir: settings.dataDir,
    dji: settings.dji,
    weather: settings.weather,
    databaseWrites: () => !['failed', 'noAnswer'].includes(writing.fault('database') ?? ''),
    liveUrl: null,
    publicUrl: addresses.public,
    brokerUrl: () => addresses.broker(brokerPort),
    dockSettings: {
      watched: brokerPort !== undefined,
      licensed: settings.dji.appLicense !== '' && settings.dji.appKey !== '',
      ntpHost: settings.ntpHost,
      videoUrl: video && addresses.rtmp(video.rtmpPort),
      byWhip: video?.byWhip ?? false,
    },
    onlyHere: isOnlyHere(settings),
    layerHosts: settings.layerHosts,
    ffmpeg: settings.ffmpeg,
    thermalCommand: settings.thermalCommand,
    videoTranscoder: settings.videoTranscoder,
    photogrammetry: settings.photogrammetry,
    objectsUrl: () => `${addresses.public()}${objectsPath.replace(/\/$/, '')}`,
    store,
    video: video?.server ?? noVideo,
    accounts,
    ...asked,
  });
