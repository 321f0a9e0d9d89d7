import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

const statements = [
  // The same thing seen from several photos and on several days. What it is made of stands in its sightings.
  `create table defect (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    class text not null,
    lng double precision, lat double precision, radius double precision,
    first_at timestamptz not null,
    last_at timestamptz not null,
    sightings integer not null,
    created_at timestamptz not null
  )`,
  `create index defect_group on defect (group_oid, lat)`,
  // A confirmed finding with its place on the ground.
  `create table defect_sighting (
    outcome_oid uuid primary key references detection_outcome (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    defect_oid uuid references defect (oid),
    media_oid uuid not null references media (oid) on delete cascade,
    class text not null,
    lng double precision, lat double precision, radius double precision,
    seen_at timestamptz not null,
    -- A mark that a person gave: sightings with the same one are one defect, with different ones are not.
    hand uuid
  )`,
  `create index defect_sighting_defect on defect_sighting (defect_oid)`,
  `create index defect_sighting_place on defect_sighting (group_oid, class, lat)`,
  `create index defect_sighting_media on defect_sighting (media_oid)`,
  `create index defect_sighting_hand on defect_sighting (hand) where hand is not null`,
  // What people merged and split, with the marks before and after, so that it can be taken back.
  `create table defect_change (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    kind text not null check (kind in ('merge', 'split')),
    member_oid uuid not null references member (oid),
    at timestamptz not null,
    outcome_oids uuid[] not null,
    hands_before uuid[] not null,
    hands_after uuid[] not null,
    undone_at timestamptz
  )`,
  `create index defect_change_group on defect_change (group_oid, at desc)`,
  // The version of a finding as which it was taken into the defects.
  `alter table detection_outcome add column sighted_version integer`,
  `create index detection_outcome_unsighted on detection_outcome (created_at, oid)
    where sighted_version is distinct from version and (verdict = 'confirmed' or sighted_version is not null)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
