import { limits, type CommandMethod, type CommandState } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { CataloguedFile } from '../media/index.ts';

/** Of which flight, and between which moments. */
export interface RecordSpan {
  flightOID: string;
  dockOID: string;
  groupRoot: string;
  from: Date;
  to: Date;
}

export interface RecordedCommand {
  oid: string;
  at: number;
  method: CommandMethod;
  state: CommandState;
  reason: string | null;
  code: number | null;
  detail: string | null;
  by: string;
  sentAt: number | null;
  updatedAt: number;
  history: unknown;
}

/** One more than a record holds where there are more. */
const most = limits.flightRecord.events + 1;

/** Orders of the flight, and those to its dock while it flew. */
export const recordedCommands = async (db: DbOrTrx, span: RecordSpan): Promise<RecordedCommand[]> => {
  const { rows } = await sql<RecordedCommand>`
    select command.oid, floor(extract(epoch from issued_at) * 1000)::float8 as at, method, command.state, reason,
      ack_code as code, detail, member.name as by, floor(extract(epoch from sent_at) * 1000)::float8 as "sentAt",
      floor(extract(epoch from command.updated_at) * 1000)::float8 as "updatedAt", history
    from command join member on member.oid = command.issued_by
    where dock_oid = ${span.dockOID}::uuid and (flight_oid = ${span.flightOID}::uuid
      or (flight_oid is null and issued_at between ${span.from} and ${span.to}))
    order by issued_at, command.oid limit ${most}`.execute(db);
  return rows;
};

export interface RecordedAlarm {
  oid: string;
  at: number;
  until: number | null;
  family: 'health' | 'error' | 'break' | 'outcome';
  device: string | null;
  code: string;
  level: number;
  module: number | null;
  inTheSky: boolean;
  args: Record<string, string | number>;
}

/** What devices reported as wrong during the flight: alarms that stood, and faults of one moment. */
export const recordedAlarms = async (db: DbOrTrx, span: RecordSpan): Promise<RecordedAlarm[]> => {
  const { rows } = await sql<RecordedAlarm>`
    select oid, floor(extract(epoch from first_at) * 1000)::float8 as at,
      floor(extract(epoch from cleared_at) * 1000)::float8 as until, 'health' as family, device, code, level, module,
      in_the_sky as "inTheSky", args
    from device_health where dock_oid = ${span.dockOID}::uuid and hidden_at is null and level > 0
      and (flight_oid = ${span.flightOID}::uuid
        or (first_at <= ${span.to} and (cleared_at is null or cleared_at >= ${span.from})))
    union all
    select oid, floor(extract(epoch from at) * 1000)::float8, null, family, null, code, level, module,
      in_the_sky, '{}'::jsonb
    from device_exception where flight_oid = ${span.flightOID}::uuid and hidden_at is null
    order by 2, 1 limit ${most}`.execute(db);
  return rows;
};

export interface RecordedControl {
  at: number;
  action: string;
  outcome: string;
  control: string | null;
  by: string | null;
  from: string | null;
  reason: string | null;
}

/** Who had control of dock and aircraft, stopped it or had it land where it was, as the audit log has it. */
export const recordedControl = async (db: DbOrTrx, span: RecordSpan): Promise<RecordedControl[]> => {
  const { rows } = await sql<RecordedControl>`
    select floor(extract(epoch from at) * 1000)::float8 as at, action, outcome, detail ->> 'control' as control,
      member.name as by, before.name as "from", detail ->> 'reason' as reason
    from audit_log
    left join member on member.oid = audit_log.member_oid
    left join member before on before.oid::text = detail ->> 'from'
    where audit_log.group_root = ${span.groupRoot}::uuid and audit_log.dock_oid = ${span.dockOID}::uuid
      and (action like 'lease.%' or action in ('drc.stop', 'drc.land')) and at between ${span.from} and ${span.to}
    order by at, chain_seq limit ${most}`.execute(db);
  return rows;
};

export type RecordedMedia = Omit<CataloguedFile, 'flightOID' | 'taskName' | 'dockName'> & {
  objectKey: string;
};

/** Files of the flight that are not in the bin. */
export const recordedMedia = async (db: DbOrTrx, flightOID: string): Promise<RecordedMedia[]> => {
  const { rows } = await sql<RecordedMedia>`
    select oid, name, kind, size::float8 as size, object_key as "objectKey",
      floor(extract(epoch from shot_at) * 1000)::float8 as "shotAt",
      floor(extract(epoch from created_at) * 1000)::float8 as "createdAt", lng, lat,
      absolute_altitude as "absoluteAltitude", relative_altitude as "relativeAltitude", gimbal_yaw as "gimbalYaw",
      width, height, lens, labels
    from media where flight_oid = ${flightOID}::uuid and deleted_at is null
    order by coalesce(shot_at, created_at), oid`.execute(db);
  return rows;
};
