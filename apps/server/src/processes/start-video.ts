import { hostname } from 'node:os';
import { limits } from '@eyrie/domain';
import {
  dropStream,
  holdStreams,
  keepStreams,
  streamsElsewhere,
  whipUrl,
  type PushTarget,
  type VideoServer,
} from '../modules/video/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { sharedSecret } from '../platform/seal.ts';
import {
  outsideStreams,
  readVideoSecret,
  startVideo,
  startWhep,
  type Video,
  type Whep,
} from '../platform/video/index.ts';
import type { Foundation } from './foundation.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Without a video part in this process there is nothing to play; a picture is then refused, flight goes on. */
export const noVideo: VideoServer = {
  pushTarget: () => {
    throw new Refusal('noLiveCapability');
  },
  streams: async () => [],
  flvUrl: () => 'http://127.0.0.1:9/',
  sourceUrl: async () => 'http://127.0.0.1:9/',
  whep: null,
  whip: null,
};

/** Pictures by WebRTC are a comfort: without them they go by FLV, and the server starts all the same. */
const startWhepPart = async (settings: Settings, log: Log, lifecycle: Lifecycle): Promise<Whep | null> => {
  const { webrtcPort: port, publicWebrtcHost: publicHost } = settings;
  // Behind a proxy only HTTP stays on the loopback: browsers come to this port themselves.
  const host = publicHost === undefined ? settings.host : '0.0.0.0';
  try {
    const whep = await startWhep({ host, port, publicHost, log });
    lifecycle.endWith(() => whep.stop());
    return whep;
  } catch (error) {
    log.warn({ err: error, port }, 'no live pictures by WebRTC: they go by FLV alone');
    return null;
  }
};

/** Says in the database which streams this server takes, and learns from it what others take. */
const shareStreams = (
  { runtime: { db, log }, instanceId }: Foundation,
  video: Video,
  videoUrl: string | undefined,
  lifecycle: Lifecycle,
): Pick<VideoServer, 'streams' | 'sourceUrl'> => {
  const machine = hostname();
  const holder = () => ({ instanceId, machine: videoUrl ? null : machine, address: video.flvBase });
  let turn = Promise.resolve();
  /** One after the other: the end of a stream must not overtake its beginning. */
  const inTurn = (what: string, work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch((error: unknown) => log.warn({ err: error }, what)));
  const offs = [
    video.onPublish(
      (stream) => void inTurn('a stream was not noted', () => holdStreams(db, holder(), [stream])),
    ),
    video.onUnpublish(
      (stream) => void inTurn('the end of a stream was not noted', () => dropStream(db, instanceId, stream)),
    ),
  ];
  const beat = setInterval(
    () => void inTurn('streams were not noted', async () => keepStreams(db, holder(), await video.streams())),
    limits.video.streamBeat,
  );
  lifecycle.endWith(async () => {
    clearInterval(beat);
    for (const off of offs) off();
    await inTurn('streams were not let go', () => keepStreams(db, holder(), []));
  });
  const elsewhere = (): Promise<Map<string, string>> =>
    streamsElsewhere(db, { instanceId, machine }).catch((error: unknown) => {
      log.warn({ err: error }, 'streams of other servers are not known');
      return new Map<string, string>();
    });
  return {
    streams: async () => [...new Set([...(await video.streams()), ...(await elsewhere()).keys()])],
    sourceUrl: async (stream) => {
      const here = (await video.streams()).includes(stream);
      return video.openFlv(stream, here ? undefined : (await elsewhere()).get(stream));
    },
  };
};

/** No name that a server may have. */
const outsideHolder = 'media-server/outside';

/**
 * Says in the database which streams an outside media server takes, as servers say it of their own: whoever shows, records or
 * hands on a picture fetches it there. Every server asks it, since any may be alone.
 */
const shareOutside = (
  { runtime: { db, log } }: Foundation,
  { url, api }: { url: string; api: string },
  lifecycle: Lifecycle,
): void => {
  const holder = { instanceId: outsideHolder, machine: null, address: url };
  let fails = false;
  const look = async (): Promise<void> => {
    try {
      await keepStreams(db, holder, await outsideStreams(api));
      if (fails) log.info({ api }, 'the outside media server answers again');
      fails = false;
    } catch (error) {
      // What it took is taken for gone once nobody has confirmed it for a while.
      if (!fails)
        log.warn({ err: error, api }, 'the outside media server does not say which pictures arrive');
      fails = true;
    }
  };
  let underWay: Promise<void> | null = null;
  const beat = setInterval(() => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
  }, limits.mediaServer.askEvery);
  lifecycle.endWith(async () => {
    clearInterval(beat);
    await underWay;
  });
};

/**
 * How docks are ordered to send pictures. A server with the port of people but without WebRTC orders RTMP whatever the
 * settings say, and so does one without that port that does not know under which address the others have it.
 */
const pushTargets = (
  settings: Settings,
  video: Video,
  { takesWhip, publicUrl, log }: { takesWhip: boolean; publicUrl: () => string; log: Log },
): { byWhip: boolean; pushTarget: (stream: string, expiresAt: number) => PushTarget } => {
  const wanted = settings.pushProtocol === 'whip';
  const byWhip = wanted && takesWhip;
  if (wanted && !takesWhip)
    log.warn('docks send pictures by RTMP: no server is known here that takes them by WHIP');
  return {
    byWhip,
    pushTarget: (stream, expiresAt) =>
      byWhip
        ? { protocol: 'whip', url: whipUrl(publicUrl(), stream, video.publishSign(stream, expiresAt)) }
        : { protocol: 'rtmp', url: video.publishUrl(stream, expiresAt) },
  };
};

export interface VideoPart {
  server: VideoServer;
  rtmpPort: number;
  /** Docks are ordered to send by WHIP. */
  byWhip: boolean;
}

/** The part that takes pictures from docks and hands them to browsers. */
export const startVideoPart = async (
  settings: Settings,
  foundation: Foundation,
  log: Log,
  lifecycle: Lifecycle,
  publicUrl: () => string,
): Promise<VideoPart> => {
  const { runtime } = foundation;
  const secret = await sharedSecret(runtime.db, 'video', () => readVideoSecret(settings.dataDir));
  const video = await startVideo({
    host: settings.host,
    rtmpPort: settings.rtmpPort,
    secret,
    flvUrl: settings.videoUrl,
    publicRtmpUrl: settings.publicRtmpUrl,
    clock: runtime.clock,
    log,
  });
  lifecycle.endWith(() => video.stop());
  const forPeople = settings.processes.includes('api');
  const whep = forPeople ? await startWhepPart(settings, log, lifecycle) : null;
  const takesWhip = forPeople ? whep !== null : settings.publicUrl !== undefined;
  const { mediaServer } = settings;
  if (mediaServer) shareOutside(foundation, mediaServer, lifecycle);
  const { byWhip, pushTarget } = pushTargets(settings, video, { takesWhip, publicUrl, log });
  return {
    byWhip,
    server: {
      pushTarget,
      flvUrl: (stream) => video.openFlv(stream),
      ...shareStreams(foundation, video, settings.videoUrl, lifecycle),
      whep,
      whip: whep && {
        mayPublish: video.mayPublish.bind(video),
        publish: (offer, onEnded) =>
          whep.publish({ ...offer, address: video.feedUrl(offer.stream) }, onEnded),
        end: (id) => whep.end(id),
      },
      outside: mediaServer && {
        mayPublish: video.mayPublish.bind(video),
        mayPlay: video.mayPlay.bind(video),
      },
    },
    rtmpPort: video.rtmpPort,
  };
};
