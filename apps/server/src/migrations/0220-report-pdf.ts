import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table inspection_report_file drop constraint inspection_report_file_format_check`,
  // What a file was, in the bytes that were signed; null: made by a release that signed nothing.
  `alter table inspection_report_file add column manifest text, add column signature text`,
  // One key for the installation, closed by its seal.
  `create table report_key (
    only_one boolean primary key default true check (only_one),
    private_key bytea not null
  )`,
  `alter table inspection_report_file add constraint inspection_report_file_format_check
    check (format in ('docx', 'pdf', 'html'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
