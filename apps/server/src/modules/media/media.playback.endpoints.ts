import { flightCalls, playbackCalls, type PlaybackCopy } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Work } from '../operation/index.ts';
import { requireLiveRoom } from './live-file.ts';
import { mediaByOids, type MediaRow } from './media.list.store.ts';
import { likelyCopyBytes, requireCopyable } from './media.playback.ts';
import { playbackWork, setPlaybackWork, type PlaybackWork } from './media.playback.store.ts';
import { holdMedia } from './media.store.ts';

export interface PlaybackEndpointDeps {
  audit: Pick<AuditLog, 'done'>;
  objects: Objects;
  work: Pick<Work, 'add' | 'cancel'>;
  /** Whether the operator has named a program that makes copies. */
  isPossible: boolean;
}

type Standing = Pick<PlaybackCopy, 'state' | 'fault'>;

/** What of the work and the row is true of the copy. */
const standingOf = (
  { playback_key: key, playback_fault: fault }: MediaRow,
  work: PlaybackWork | undefined,
): Standing => {
  if (key !== null) return { state: 'done', fault: null };
  if (work?.state === 'queued' || work?.state === 'running') return { state: work.state, fault: null };
  // Work that ended without a reason of the film, or without a copy, was in the way of its server.
  if (work?.state === 'failed' || work?.state === 'done')
    return { state: 'failed', fault: fault ?? 'interrupted' };
  return { state: 'none', fault: null };
};

const isUnderWay = ({ state }: Standing): boolean => state === 'queued' || state === 'running';
const mayCancel = ({ memberOID, resources }: Caller, work: PlaybackWork | undefined): boolean =>
  resources.has('media:edit') || work?.ownerOID === memberOID;

/** Copies of videos that browsers play: asked for, looked after, and ended. */
export function playbackEndpoints(
  { db }: Pick<Runtime, 'db'>,
  { audit, objects, work, isPossible }: PlaybackEndpointDeps,
): Endpoint[] {
  const videoFor = async (on: DbOrTrx, caller: Caller, oid: string) => {
    const [row] = await mediaByOids(on, caller, [oid]);
    if (row?.kind !== 'video') throw notFound();
    const making = row.playback_work === null ? undefined : await playbackWork(on, row.playback_work);
    return { row, making, standing: standingOf(row, making) };
  };
  const present = async (caller: Caller, oid: string): Promise<PlaybackCopy> => {
    const { row, making, standing } = await videoFor(db, caller, oid);
    const isDone = standing.state === 'done';
    const isReady = isPossible && row.video !== null && !isDone && !isUnderWay(standing);
    return {
      ...standing,
      progress: isUnderWay(standing) ? (making?.progress ?? 0) : Number(isDone),
      possible: isPossible,
      url: isDone ? `${flightCalls.preview.path.replace('{id}', oid)}?playback=true` : null,
      size: isDone ? Number(row.playback_size) : null,
      allowed: [
        ...(isReady ? ['makePlayback'] : []),
        ...(isUnderWay(standing) && mayCancel(caller, making) ? ['cancelPlayback'] : []),
      ],
    };
  };
  const make = (oid: string, context: CallContext): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { caller } = context;
      // Of two who ask at once the second one finds the work of the first.
      await holdMedia(trx, oid);
      const { row, standing } = await videoFor(trx, caller, oid);
      if (!isPossible) throw new Refusal('playbackProgram');
      if (standing.state === 'done' || isUnderWay(standing)) throw new Refusal('playbackState');
      const { video, group_root: groupRoot, group_oid: groupOID, name } = row;
      if (row.reading_state !== 'done' || video === null) throw new Refusal('playbackUnread');
      requireCopyable({ size: Number(row.size), duration: video.duration });
      await requireLiveRoom(trx, objects, { groupRoot, groupOID }, likelyCopyBytes(video.duration));
      const request = { mediaOID: oid };
      const workOID = await work.add(trx, {
        kind: 'videoTranscode',
        ownerOID: caller.memberOID,
        groupRoot,
        request,
      });
      await setPlaybackWork(trx, oid, workOID);
      await audit.done(trx, context, 'media.makePlayback', { oid, name });
    });
  const cancel = (oid: string, context: CallContext): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { row, making } = await videoFor(trx, context.caller, oid);
      if (!mayCancel(context.caller, making)) throw new Refusal('notAllowed');
      if (row.playback_work === null || !(await work.cancel(trx, row.playback_work)))
        throw new Refusal('playbackState');
      await audit.done(trx, context, 'media.cancelPlayback', { oid, name: row.name });
    });
  return [
    serve(playbackCalls.playback, ({ oid }, { caller }) => present(caller, oid)),
    serve(playbackCalls.make, async ({ oid }, context) => {
      await make(oid, context);
      return present(context.caller, oid);
    }),
    serve(playbackCalls.cancel, async ({ oid }, context) => {
      await cancel(oid, context);
      return present(context.caller, oid);
    }),
  ];
}
