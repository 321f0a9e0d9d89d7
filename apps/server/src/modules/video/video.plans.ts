import { clarityQuality, lensRefusal, limits, type Clarity } from '@eyrie/domain';
import {
  gatewayHas,
  liveCameraChange,
  liveLensChange,
  liveSetQuality,
  liveStartPush,
  liveStopPush,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CommandPlan, PlanContext, PlanRefusal } from '../command/index.ts';
import { streamName } from './stream.ts';
import { dropViewer, openFlightClarity, seeViewer, viewersOf } from './video.store.ts';
import { droneOnline, factsOf, liveCapacity, telemetryOf } from '../dock/index.ts';
import { livePushing } from './video.slots.ts';

/** Why an offer to watch by WebRTC is not taken. */
export type WhepRefusal = 'bFrames' | 'h265' | 'codec' | 'noStream' | 'malformed' | 'busy' | 'gone';

/** Pictures by WebRTC as this room needs them. */
export interface WhepServer {
  /**
   * @param offer.address where the stream is fetched as FLV
   * @param offer.arrivedAt the own address at which the offer came
   * @param onEnded is called once, when a viewer that was taken is none any more
   */
  offer(
    offer: { stream: string; address: string; sdp: string; arrivedAt: string | null },
    onEnded: () => void,
  ): Promise<{ id: string; answer: string } | { refused: WhepRefusal }>;
  /** `still`: its camera sends no frames, or lately sent none. */
  standing(id: string): Promise<'sending' | 'still' | 'gone'>;
  end(id: string): void;
}

/** Pictures that devices send by WebRTC, as this room needs them. */
export interface WhipServer {
  /** Whether a signature is that of an order to send this stream. */
  mayPublish(stream: string, sign: unknown): boolean;
  /**
   * Answers an offer to send a stream; whether it may be sent is asked before.
   * @param offer.arrivedAt the own address at which the offer came
   * @param onEnded is called once, when a publisher that was taken is none any more
   */
  publish(
    offer: { stream: string; sdp: string; arrivedAt: string | null },
    onEnded: (why: string) => void,
  ): Promise<{ id: string; answer: string } | { refused: WhepRefusal }>;
  end(id: string): void;
}

/** Pictures that devices send to an outside media server, as this room needs them. */
export interface OutsideServer {
  /** Whether a signature is that of an order to send this stream. */
  mayPublish(stream: string, sign: unknown): boolean;
  /** Whether a signature is one by which a server of ours fetches this stream. */
  mayPlay(stream: string, sign: unknown): boolean;
}

/** How a device sends a picture, and where: an address with its signature. */
export interface PushTarget {
  protocol: 'rtmp' | 'whip';
  url: string;
}

/** The media server as this room needs it. */
export interface VideoServer {
  /** Where a dock sends a stream, as the settings say. `expiresAt` epoch ms. */
  pushTarget(stream: string, expiresAt: number): PushTarget;
  /** Names of the streams that arrive now. */
  streams(): Promise<readonly string[]>;
  /** Address of a stream as HTTP-FLV from this server's own process of pictures. */
  flvUrl(stream: string): string;
  /** The same from whichever server takes the stream. */
  sourceUrl(stream: string): Promise<string>;
  /** Null: pictures do not leave by WebRTC here. */
  readonly whep: WhepServer | null;
  /** Null: devices send no pictures by WebRTC here. */
  readonly whip: WhipServer | null;
  /** Missing: devices send pictures to this product itself. */
  readonly outside?: OutsideServer | undefined;
}

/** DJI and older demo codes with the same last digits. */
const alreadyLive = new Set([13003, 513003]);
const notLive = new Set([13011, 513011]);
const qualityDefault = clarityQuality.hd;

const videoIdOf = ({ command }: PlanContext): string =>
  String((command.arguments['videoId'] as string | undefined) ?? '');

const ownerOf = (context: PlanContext, videoId: string): 'dock' | 'drone' =>
  videoId.startsWith(`${context.link.dock.sn}/`) ? 'dock' : 'drone';

const arrives = async (video: VideoServer, context: PlanContext, videoId: string): Promise<boolean> =>
  (await video.streams()).includes(streamName(context.link.dock.oid, ownerOf(context, videoId), videoId));

const startLive = (runtime: Runtime, video: VideoServer): CommandPlan => ({
  refuse(context) {
    const videoId = videoIdOf(context);
    const known =
      liveCapacity.of(context.link)?.sources.some((source) => source.videoId === videoId) ?? false;
    if (known) return null;
    if (ownerOf(context, videoId) === 'drone' && !droneOnline(context.link, context.now))
      return { reason: 'droneOff' };
    return { reason: 'noLiveCapability' };
  },
  async authorise(context) {
    const videoId = videoIdOf(context);
    const arriving = livePushing.of(context.link).has(videoId) && (await arrives(video, context, videoId));
    return async (trx, { link, command }) => {
      const { sessionOID, dockOID, tabId } = command;
      if (sessionOID)
        await seeViewer(trx, dockOID, videoId, { sessionOID, tabId }, new Date(runtime.clock.wall()));
      if (arriving && livePushing.of(link).has(videoId)) return { nothingToSend: 'joined' };
      if (livePushing.of(link).size >= limits.video.streamsPerDock)
        throw new Refusal('streamLimit', { values: { max: limits.video.streamsPerDock } });
      return undefined;
    };
  },
  async steps(context) {
    const videoId = videoIdOf(context);
    const stream = streamName(context.link.dock.oid, ownerOf(context, videoId), videoId);
    const clarity = (await openFlightClarity(runtime.db, context.link.dock.oid)) as Clarity | null;
    const asked = context.command.arguments['quality'];
    const quality = typeof asked === 'number' ? asked : clarity ? clarityQuality[clarity] : qualityDefault;
    const target = video.pushTarget(stream, runtime.clock.wall() + limits.video.publishLife);
    return [
      async () => ({
        service: liveStartPush({ videoId, ...target, quality }),
        ack: limits.video.startAnswer,
        bid: null,
      }),
    ];
  },
  countsAsAccepted: (code) => alreadyLive.has(code),
});

const stopLive = (runtime: Runtime): CommandPlan => ({
  refuse: () => null,
  authorise: async () => async (trx, context) => {
    const videoId = videoIdOf(context);
    const { sessionOID, dockOID, tabId } = context.command;
    const since = new Date(runtime.clock.wall() - limits.video.idleStop);
    if (sessionOID) await dropViewer(trx, dockOID, videoId, { sessionOID, tabId }, since);
    if ((await viewersOf(trx, dockOID, videoId, since)) > 0) return { nothingToSend: 'othersWatch' };
    return livePushing.of(context.link).has(videoId) ? undefined : { nothingToSend: 'notPushing' };
  },
  steps: async (context) => {
    const service = liveStopPush(videoIdOf(context));
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
  countsAsAccepted: (code) => notLive.has(code),
});

const switchQuality: CommandPlan = {
  refuse: (context) => (livePushing.of(context.link).has(videoIdOf(context)) ? null : { reason: 'noStream' }),
  steps: async (context) => {
    const service = liveSetQuality(videoIdOf(context), Number(context.command.arguments['quality']));
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
};

const lensOf = ({ command }: PlanContext): string => String(command.arguments['videoType']);
/** Undefined: the lens of a picture is to be changed. */
const positionOf = ({ command }: PlanContext): number | undefined =>
  command.arguments['cameraPosition'] as number | undefined;

/** The cameras of a dock are changed in its own picture, while that runs. */
const refusePosition = (context: PlanContext): PlanRefusal | null => {
  const { link } = context;
  const videoId = videoIdOf(context);
  if (!gatewayHas(link.dock.model, 'live_camera_change')) return { reason: 'methodMissing' };
  if (ownerOf(context, videoId) !== 'dock') return { reason: 'lensMissing' };
  return livePushing.of(link).has(videoId) ? null : { reason: 'noStream' };
};

/** A lens is changed in a picture that runs, as long as nobody else needs it. */
const refuseLens = (context: PlanContext): PlanRefusal | null => {
  const { link, now } = context;
  const videoId = videoIdOf(context);
  if (positionOf(context) !== undefined) return refusePosition(context);
  if (!gatewayHas(link.dock.model, 'live_lens_change')) return { reason: 'methodMissing' };
  if (!livePushing.of(link).has(videoId)) return { reason: 'noStream' };
  const source = liveCapacity.of(link)?.sources.find((one) => one.videoId === videoId);
  if (!source?.switchable.includes(lensOf(context))) return { reason: 'lensMissing' };
  const reason = lensRefusal(source, factsOf(link, now).job, telemetryOf(link, now).camera.recording);
  return reason && { reason };
};

const switchVideo: CommandPlan = {
  refuse: refuseLens,
  steps: async (context) => {
    const position = positionOf(context);
    const videoId = videoIdOf(context);
    const service =
      position === undefined ? liveLensChange(videoId, lensOf(context)) : liveCameraChange(videoId, position);
    return [async () => ({ service, ack: limits.command.ack, bid: context.command.oid })];
  },
};

/** What may be ordered about live pictures. */
export const videoPlans = (runtime: Runtime, video: VideoServer) => ({
  startLive: startLive(runtime, video),
  stopLive: stopLive(runtime),
  switchQuality,
  switchVideo,
});
