import { limits, videoCalls, type LivePicture, type LiveSource, type RunningPicture } from '@eyrie/domain';
import { payloadName } from '@eyrie/dji';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockIdentity, LiveCapacity } from '../dock/index.ts';
import { recordingsOfStreams } from './recording.store.ts';
import { dockOfStream, playPath, streamName, whepPath } from './stream.ts';
import type { VideoServer } from './video.plans.ts';
import { docksShowing, storedCapacity } from './video.store.ts';
import { mayWatch, type ShowsPictures } from './video.viewing.ts';

export interface VideoEndpointDependencies {
  video: VideoServer;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  showsPictures: ShowsPictures;
}

const pictureOf = (
  dockOID: string,
  { videoId, owner, cameraIndex }: Pick<LiveSource, 'videoId' | 'owner' | 'cameraIndex'>,
  { whep, outside }: Pick<VideoServer, 'whep' | 'outside'>,
): LivePicture => ({
  videoId,
  label: payloadName(cameraIndex) ?? cameraIndex,
  playUrl: playPath(streamName(dockOID, owner, videoId)),
  protocol: 'flv',
  whepUrl: whep && whepPath(streamName(dockOID, owner, videoId)),
  outside: outside !== undefined,
});

export const videoEndpoints = (
  runtime: Runtime,
  { video, dockInScope, showsPictures }: VideoEndpointDependencies,
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
        // A gateway of the release before stored none.
        lens: source.lens ?? null,
        publishing: arriving.has(streamName(dock.oid, source.owner, source.videoId)),
      })),
    };
  };
  const pictures = async (caller: Caller, oid: string, owner: 'dock' | 'drone'): Promise<LivePicture[]> => {
    const dock = await dockInScope(caller, oid);
    const { sources } = await capacityOf(dock);
    return sources
      .filter((source) => source.owner === owner && source.publishing)
      .map((source) => pictureOf(dock.oid, source, video));
  };
  const running = async (caller: Caller): Promise<RunningPicture[]> => {
    const arriving = new Set(await video.streams());
    const dockOIDs = new Set([...arriving].flatMap((stream) => dockOfStream(stream) ?? []));
    const docks = await docksShowing(runtime.db, caller, [...dockOIDs]);
    const recorded = await recordingsOfStreams(
      runtime.db,
      [...arriving].filter((stream) => docks.some(({ oid }) => oid === dockOfStream(stream))),
    );
    return docks.flatMap(({ oid: dockOID, name: dockName, kind, capacity }) =>
      ((capacity as LiveCapacity | null)?.sources ?? [])
        .filter(({ owner, videoId }) => arriving.has(streamName(dockOID, owner, videoId)))
        .map((source) => ({
          ...pictureOf(dockOID, source, video),
          dockOID,
          dockName,
          kind,
          owner: source.owner,
          recording: recorded.get(streamName(dockOID, source.owner, source.videoId)) ?? null,
        })),
    );
  };
  return [
    serve(videoCalls.running, async (_request, { caller }) => ({ list: await running(caller) })),
    serve(videoCalls.wall, async (_request, { caller }) => {
      if (!(await mayWatch(caller, showsPictures))) throw new Refusal('picturesNotShown');
      const all = await running(caller);
      // What flies is watched before what stands.
      const inOrder = all.toSorted((a, b) => Number(b.owner === 'drone') - Number(a.owner === 'drone'));
      return { list: inOrder.slice(0, limits.picture.wallMost), total: all.length };
    }),
    serve(videoCalls.capacity, async (request, { caller }) =>
      capacityOf(await dockInScope(caller, request.oid)),
    ),
    serve(videoCalls.dock, (request, { caller }) => pictures(caller, request.oid, 'dock')),
    serve(videoCalls.drone, (request, { caller }) => pictures(caller, request.oid, 'drone')),
  ];
};
