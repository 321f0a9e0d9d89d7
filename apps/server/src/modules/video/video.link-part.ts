import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import { createVideoGateway, type VideoGatewayDependencies } from './video.gateway.ts';
import { livePushing } from './video.slots.ts';
import { videoPlans, type VideoServer } from './video.plans.ts';

interface Needs {
  runtime: Runtime;
  host: Pick<LinkHost, 'links'>;
  video: VideoServer;
  /** What a dock can show, or shows, is another: it is stored and published. */
  videoChanged: VideoGatewayDependencies['changed'];
  /** Orders the end of a picture in the name of the member who started it. */
  stopPicture: VideoGatewayDependencies['stop'];
}

/** Live pictures: what docks can show and show, and the end of those that nobody looks at. */
export const linkPart = ({ runtime, host, video, videoChanged, stopPicture }: Needs) => {
  const gateway = createVideoGateway(runtime, { changed: videoChanged, stop: stopPicture });
  const sweep = async (): Promise<void> => {
    const now = runtime.clock.mono();
    const watched = host.links().filter((link) => livePushing.of(link).size > 0);
    const swept = await Promise.allSettled(watched.map((link) => gateway.sweep(link, now)));
    for (const one of swept) if (one.status === 'rejected') throw one.reason;
  };
  const keys = ['live_status', 'live_capacity'];
  return {
    plans: videoPlans(runtime, video),
    properties: {
      keys,
      take(link, taken, source) {
        if (source === 'state') gateway.stated(link, taken);
      },
    },
    restored: (link) => gateway.stated(link, keys),
    droneGone: gateway.droneGone,
    timers: [{ name: 'video.sweep', every: 5_000, once: 'instance', process: 'gateway', run: sweep }],
  } satisfies LinkPart;
};
