import { videoCalls, type LivePicture, type LiveSource } from '@eyrie/domain';
import { payloadName } from '@eyrie/dji';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity, LiveCapacity } from '../dock/index.ts';
import { playPath, streamName } from './stream.ts';
import type { VideoServer } from './video.plans.ts';
import { storedCapacity } from './video.store.ts';

export interface VideoEndpointDependencies {
  video: VideoServer;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}

export const videoEndpoints = (
  runtime: Runtime,
  { video, dockInScope }: VideoEndpointDependencies,
): Endpoint[] => {
  const capacityOf = async (
    dock: DockIdentity,
  ): Promise<{ available: number; coexist: number; sources: LiveSource[] }> => {
    const stored = await storedCapacity(runtime.db, dock.oid);
    const capacity = (stored.online ? stored.capacity : null) as LiveCapacity | null;
    const arriving = new Set(await video.streams());
    return {
      available: capacity?.available ?? 0,
      coexist: capacity?.coexist ?? 0,
      sources: (capacity?.sources ?? []).map((source) => ({
        ...source,
        publishing: arriving.has(streamName(dock.oid, source.owner, source.videoId)),
      })),
    };
  };
  const pictures = async (caller: Caller, oid: string, owner: 'dock' | 'drone'): Promise<LivePicture[]> => {
    const dock = await dockInScope(caller, oid);
    const { sources } = await capacityOf(dock);
    return sources
      .filter((source) => source.owner === owner && source.publishing)
      .map((source) => ({
        videoId: source.videoId,
        label: payloadName(source.cameraIndex) ?? source.cameraIndex,
        playUrl: playPath(streamName(dock.oid, owner, source.videoId)),
        protocol: 'flv' as const,
      }));
  };
  return [
    serve(videoCalls.capacity, async (request, { caller }) =>
      capacityOf(await dockInScope(caller, request.oid)),
    ),
    serve(videoCalls.dock, (request, { caller }) => pictures(caller, request.oid, 'dock')),
    serve(videoCalls.drone, (request, { caller }) => pictures(caller, request.oid, 'drone')),
  ];
};
