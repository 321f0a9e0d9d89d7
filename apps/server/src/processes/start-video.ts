import type { VideoServer } from '../modules/video/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { startVideo } from '../platform/video/index.ts';
import type { Foundation } from './foundation.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Without a video part in this process there is nothing to play; a picture is then refused, flight goes on. */
export const noVideo: VideoServer = {
  publishUrl: () => {
    throw new Refusal('noLiveCapability');
  },
  streams: async () => [],
  flvUrl: () => 'http://127.0.0.1:9/',
};

/** The part that takes pictures from docks and hands them to browsers. */
export const startVideoPart = async (
  settings: Settings,
  { runtime }: Foundation,
  log: Log,
  lifecycle: Lifecycle,
): Promise<{ server: VideoServer; rtmpPort: number }> => {
  const video = await startVideo({
    host: settings.host,
    rtmpPort: settings.rtmpPort,
    dataDir: settings.dataDir,
    publicRtmpUrl: settings.publicRtmpUrl,
    clock: runtime.clock,
    log,
  });
  lifecycle.endWith(() => video.stop());
  return {
    server: {
      publishUrl: video.publishUrl.bind(video),
      streams: video.streams.bind(video),
      flvUrl: video.openFlv.bind(video),
    },
    rtmpPort: video.rtmpPort,
  };
};
