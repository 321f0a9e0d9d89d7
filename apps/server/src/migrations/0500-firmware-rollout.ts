import { sql, type Kysely } from 'kysely';

/** The release before upgrades docks one by one, and leaves rollouts as they are. */
export const additive = true;

const statements = [
  // An upgrade of several docks in waves, or of one that a second person has to approve.
  `create table firmware_rollout (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    package_oid uuid references firmware_package (oid) on delete set null,
    device text not null check (device in ('dock', 'drone')),
    model text not null,
    target text not null,
    first_wave smallint not null check (first_wave between 1 and 50),
    wave_size smallint not null check (wave_size between 1 and 50),
    note text not null,
    state text not null check (state in ('asked', 'running', 'stopped', 'done', 'rejected', 'ended')),
    asked_by uuid not null references member (oid),
    created_at timestamptz not null,
    decided_by uuid references member (oid),
    decided_at timestamptz,
    reason text not null default '',
    notified text,
    changed_at timestamptz not null,
    -- Whatever a server believes, nobody approves what they asked for.
    constraint firmware_rollout_by_another check (decided_by <> asked_by),
    constraint firmware_rollout_decided check ((decided_by is null) = (decided_at is null))
  )`,
  `create index firmware_rollout_of_department on firmware_rollout (group_oid, created_at desc, oid)`,
  `create index firmware_rollout_open on firmware_rollout (changed_at) where state in ('running', 'stopped', 'ended')`,
  `create index firmware_rollout_unnotified on firmware_rollout (oid) where notified is distinct from state`,
  `create table firmware_rollout_dock (
    -- Key of the order of this dock, so that it has one.
    oid uuid primary key,
    rollout_oid uuid not null references firmware_rollout (oid) on delete cascade,
    dock_oid uuid not null references dock (oid),
    sn text not null,
    place smallint not null check (place between 1 and 200),
    wave smallint not null check (wave between 1 and 200),
    state text not null check (state in ('waiting', 'ordered', 'done', 'failed')),
    command_oid uuid,
    reason text,
    changed_at timestamptz not null,
    unique (rollout_oid, dock_oid),
    constraint firmware_rollout_dock_ordered check (state <> 'ordered' or command_oid is not null)
  )`,
  `create index firmware_rollout_dock_ordered on firmware_rollout_dock (rollout_oid) where state = 'ordered'`,
  `create index firmware_rollout_dock_of_dock on firmware_rollout_dock (dock_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
