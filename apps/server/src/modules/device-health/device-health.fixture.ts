import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/runtime.ts';

interface Given {
  dock: string;
  code?: string;
  level?: number;
  device?: 'dock' | 'drone';
  at?: number;
  cleared?: boolean;
  inTheSky?: boolean;
  module?: number | null;
}

/** An alarm of a dock, as a gateway writes it. @returns its oid. */
export const insertAlarm = async (db: Db, given: Given): Promise<string> => {
  const oid = randomUUID();
  const at = new Date(given.at ?? 1_760_000_000_000);
  await sql`insert into device_health (oid, group_root, group_oid, dock_oid, device, code, level, module, in_the_sky,
      args, first_at, last_at, cleared_at)
    select ${oid}, group_root, group_oid, oid, ${given.device ?? 'dock'}, ${given.code ?? '0x19110014'},
      ${given.level ?? 2}, ${given.module ?? 1}, ${given.inTheSky ?? false}, '{"sensor_index":1}', ${at}, ${at},
      ${given.cleared ? at : null}
    from dock where oid = ${given.dock}`.execute(db);
  return oid;
};

/** An exception of a dock. @returns its oid. */
export const insertException = async (
  db: Db,
  given: Pick<Given, 'dock' | 'code' | 'at'> & { family?: string; detail?: object },
): Promise<string> => {
  const oid = randomUUID();
  await sql`insert into device_exception (oid, group_root, group_oid, dock_oid, at, family, code, source, method, level,
      in_the_sky, detail)
    select ${oid}, group_root, group_oid, oid, ${new Date(given.at ?? 1_760_000_000_000)},
      ${given.family ?? 'error'}, ${given.code ?? '514107'}, 'job', 'cover_open', 2, false,
      ${JSON.stringify(given.detail ?? {})}::jsonb
    from dock where oid = ${given.dock}`.execute(db);
  return oid;
};

/** A message of a dock. @returns its oid. */
export const insertMessage = async (
  db: Db,
  given: { dock: string; method?: string; at?: number; result?: number; payload?: string; kind?: string },
): Promise<string> => {
  const oid = randomUUID();
  const at = new Date(given.at ?? 1_760_000_000_000);
  await sql`insert into device_message (oid, group_root, group_oid, dock_oid, device, direction, kind, method, tid, bid,
      result, size, payload, at, last_at)
    select ${oid}, group_root, group_oid, oid, 'dock', 'up', ${given.kind ?? 'events'}, ${given.method ?? 'hms'},
      'tid-1', 'bid-1', ${given.result ?? null}, 100, ${given.payload ?? '{"list":[]}'}, ${at}, ${at}
    from dock where oid = ${given.dock}`.execute(db);
  return oid;
};
