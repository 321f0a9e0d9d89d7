import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Before this a word of a server no longer holds. */
const lost = sql<Date>`now() - make_interval(secs => ${limits.video.streamLost / 1000})`;

/** Where one server hands out the pictures that it takes. */
export interface StreamHolder {
  instanceId: string;
  /** The machine on whose loopback the address is; null: any machine reaches it. */
  machine: string | null;
  /** `http://host:port` */
  address: string;
}

/** A server takes these streams, or still does. The one to which a stream was published last has it. */
export const holdStreams = async (
  db: DbOrTrx,
  { instanceId, machine, address }: StreamHolder,
  streams: readonly string[],
): Promise<void> => {
  if (streams.length === 0) return;
  await db
    .insertInto('video_stream')
    .values(streams.map((stream) => ({ stream, instance_id: instanceId, machine, address })))
    .onConflict((conflict) =>
      conflict.column('stream').doUpdateSet({
        instance_id: instanceId,
        machine,
        address,
        since: sql<Date>`now()`,
        seen_at: sql<Date>`now()`,
      }),
    )
    .execute();
  // By these starts it is measured how long a live picture takes; older ones were counted long ago.
  await sql`delete from video_stream_start where stream = any(${[...streams]}) and began_at < now() - interval '7 days'`.execute(
    db,
  );
  await db
    .insertInto('video_stream_start')
    .values(streams.map((stream) => ({ stream })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** What a server still takes, at every beat; what another took over meanwhile stays with that one. */
export const keepStreams = async (
  db: DbOrTrx,
  { instanceId, machine, address }: StreamHolder,
  streams: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('video_stream')
    .where((eb) =>
      eb.or([
        eb('seen_at', '<=', lost),
        eb.and([
          eb('instance_id', '=', instanceId),
          ...(streams.length > 0 ? [eb('stream', 'not in', [...streams])] : []),
        ]),
      ]),
    )
    .execute();
  if (streams.length === 0) return;
  await db
    .insertInto('video_stream')
    .values(streams.map((stream) => ({ stream, instance_id: instanceId, machine, address })))
    .onConflict((conflict) =>
      conflict
        .column('stream')
        .doUpdateSet({ seen_at: sql<Date>`now()` })
        .where('video_stream.instance_id', '=', instanceId),
    )
    .execute();
};

export const dropStream = async (db: DbOrTrx, instanceId: string, stream: string): Promise<void> => {
  await db
    .deleteFrom('video_stream')
    .where('instance_id', '=', instanceId)
    .where('stream', '=', stream)
    .execute();
};

/** What other servers take and this one can fetch: addresses by the names of the streams. */
export const streamsElsewhere = async (
  db: DbOrTrx,
  { instanceId, machine }: { instanceId: string; machine: string },
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('video_stream')
    .select(['stream', 'address'])
    .where('instance_id', '<>', instanceId)
    .where((eb) => eb.or([eb('machine', 'is', null), eb('machine', '=', machine)]))
    .where('seen_at', '>', lost)
    .execute();
  return new Map(rows.map(({ stream, address }) => [stream, address]));
};
