/** The process of the video server: one malformed packet ends it, and it alone. */
import { servePart } from '../child/index.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { startVideoServer } from './server.ts';
import type { VideoNotice, VideoServerConfig } from './server.ts';

export interface VideoProcessConfig extends VideoServerConfig {
  logLevel: string;
}

export interface VideoReady {
  rtmpPort: number;
  flvPort: number;
}

servePart<VideoProcessConfig, VideoReady, VideoNotice>(async (config, emit) => {
  const log = createLog({ level: config.logLevel }).child({ part: 'video' });
  const server = await startVideoServer(config, log, systemClock, emit);
  return { ready: { rtmpPort: server.rtmpPort, flvPort: server.flvPort }, stop: () => server.stop() };
});
