/** What everybody is told for a while, and when the instance backs itself up. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, Made } from './columns.ts';

export interface NoticeTable {
  oid: string;
  kind: 'announcement' | 'maintenance';
  group_root: string | null;
  level: 'info' | 'attention';
  texts: Json<{ zh: string; en: string; ar: string }>;
  from_at: Date;
  until_at: Date;
  on_sign_in: boolean;
  created_by: string | null;
  created_at: Made;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  told_to: ColumnType<string | null, string | null | undefined, string | null>;
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
export interface NoticePutAwayTable {
  notice_oid: string;
  member_oid: string;
  at: Made;
}
export interface BackupPlanTable {
  single: Generated<boolean>;
  enabled: boolean;
  hour: number;
  time_zone: string;
  keep: number;
  group_root: string;
  due_at: Date;
}
