import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table task_occurrence
    -- What somebody chose for it after it was missed.
    add column choice text check (choice in ('now', 'nextFree', 'leave')),
    add column chosen_by uuid references member (oid),
    add column chosen_at timestamptz,
    -- Until when it may begin as it was chosen; null: it does not wait for that.
    add column choice_until timestamptz,
    -- The key of its order where it is not its own: what was ordered before is not ordered again by it.
    add column start_key uuid unique,
    add constraint task_occurrence_chosen check ((choice is null) = (chosen_by is null)
      and (choice is null) = (chosen_at is null) and (choice_until is null or (state = 'missed' and choice <> 'leave')))`,
  `create index task_occurrence_chosen on task_occurrence (due_at) where choice_until is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
