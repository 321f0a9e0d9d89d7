import { sql, type Kysely } from 'kysely';

const statements = [
  // What a provider says of the next days, by the hour.
  `create table weather_forecast (
    provider text not null,
    cell text not null,
    hours jsonb,
    read_at timestamptz,
    tried_at timestamptz not null,
    failure text,
    primary key (provider, cell)
  )`,
  // How a timed task would fly, as it was found last: its ways, its battery, the ground below.
  `create table flight_look (
    task_oid uuid primary key references task (oid) on delete cascade,
    arrangement jsonb not null,
    checksum text,
    judged jsonb,
    made_at timestamptz not null
  )`,
  // The verdict on each run that comes soon.
  `create table run_verdict (
    task_oid uuid not null references task (oid) on delete cascade,
    wall_time text not null,
    due_at timestamptz not null,
    made_at timestamptz not null,
    standing text not null check (standing in ('clear', 'open', 'blocked')),
    items jsonb not null,
    -- What failed when it was notified last.
    notified text not null default '',
    primary key (task_oid, wall_time)
  )`,
  `create index run_verdict_due on run_verdict (due_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
