import { sql, type Kysely } from 'kysely';

const statements = [
  // Which tab an order names, and until when a step that was claimed may still be on its way to the broker.
  `alter table command add column tab_id text, add column sending_until timestamptz`,
  `create index command_sending on command (dock_oid) where sending_until is not null`,
  // The holder's session uses this control from more than one tab: an order has to name its own.
  `alter table control_lease add column several_tabs boolean not null default false`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
