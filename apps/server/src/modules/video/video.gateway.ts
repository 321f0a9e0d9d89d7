import { limits } from '@eyrie/domain';
import { decodeLiveStatus, toLiveCapacity, type LiveStatus } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { lastStarter, viewersOf } from './video.store.ts';
import { liveCapacity, type DockLink } from '../dock/index.ts';
import { livePushing } from './video.slots.ts';

export interface VideoGatewayDependencies {
  /** Drafts the stop of a picture in the name of the member who started it. */
  stop(
    link: DockLink,
    request: { videoId: string; memberOID: string; groupRoot: string; key: string },
  ): Promise<void>;
  changed(link: DockLink): void;
}

/** Keeps what a dock can show and shows, and stops pictures that nobody looks at any more. */
export const createVideoGateway = (runtime: Runtime, deps: VideoGatewayDependencies) => {
  const statuses = new WeakMap<DockLink, LiveStatus[]>();
  const pushingSince = new WeakMap<DockLink, Map<string, number>>();

  const refresh = (link: DockLink): void => {
    const status = statuses.get(link) ?? [];
    const shown = (): string => JSON.stringify([liveCapacity.of(link), [...livePushing.of(link)]]);
    const before = shown();
    const capacity = toLiveCapacity(link.dockSnapshot.values['live_capacity'], link.dock.sn, status);
    if (capacity) liveCapacity.set(link, capacity);
    const pushing = new Set(status.filter((entry) => entry.publishing).map((entry) => entry.videoId));
    livePushing.set(link, pushing);
    const now = runtime.clock.mono();
    const since = pushingSince.get(link) ?? new Map<string, number>();
    for (const videoId of pushing) if (!since.has(videoId)) since.set(videoId, now);
    for (const videoId of since.keys()) if (!pushing.has(videoId)) since.delete(videoId);
    pushingSince.set(link, since);
    if (shown() !== before) deps.changed(link);
  };

  return {
    /** A state message of the dock carried these keys. */
    stated(link: DockLink, keys: readonly string[]): void {
      if (keys.includes('live_status')) {
        const status = decodeLiveStatus(link.dockSnapshot.values['live_status']);
        if (status) statuses.set(link, status);
      }
      if (keys.includes('live_status') || keys.includes('live_capacity')) refresh(link);
    },
    /** The aircraft went: its pictures went with it. */
    droneGone(link: DockLink): void {
      const capacity = liveCapacity.of(link);
      if (!capacity) return;
      const sources = capacity.sources.filter((source) => source.owner === 'dock');
      liveCapacity.set(link, { ...capacity, sources });
      deps.changed(link);
    },
    /** Timer step: pictures without a viewer for a while are stopped. */
    async sweep(link: DockLink, now: number): Promise<void> {
      for (const [videoId, since] of pushingSince.get(link) ?? []) {
        if (now - since < limits.video.idleStop) continue;
        if (
          (await viewersOf(
            runtime.db,
            link.dock.oid,
            videoId,
            new Date(runtime.clock.wall() - limits.video.idleStop),
          )) > 0
        )
          continue;
        const starter = await lastStarter(runtime.db, link.dock.oid, videoId);
        // A picture nobody asked for through us is not ours to stop.
        if (starter)
          await deps.stop(link, {
            videoId,
            memberOID: starter.memberOID,
            groupRoot: starter.groupRoot,
            key: `idle-${starter.commandOID}`,
          });
      }
    },
  };
};
