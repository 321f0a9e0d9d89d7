import type { ReportFileState, ReportFormat, ReportState, SendingState } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Language } from '../../platform/http/endpoint.ts';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    inspection_report: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      month: string;
      state: Generated<ReportState>;
      step: Generated<number>;
      intro: Generated<string>;
      flights: Generated<string>;
      findings: Generated<string>;
      false_alarms: Generated<string>;
      orders: Generated<string>;
      conclusion: Generated<string>;
      figures: unknown;
      figures_before: unknown;
      figures_at: Date | null;
      approved_by: string | null;
      approved_at: Date | null;
      created_by: string;
      created_at: Made;
    };
    report_schedule: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      day: number;
      hour: number;
      format: ReportFormat;
      language: Language;
      recipient_oids: string[];
      enabled: Generated<boolean>;
      created_by: string;
      created_at: Made;
    };
    report_sending: {
      oid: string;
      group_root: string;
      group_oid: string;
      schedule_oid: string;
      month: string;
      due_at: Date;
      state: Generated<SendingState>;
      reason: string | null;
      report_oid: string | null;
      file_oid: string | null;
      is_empty: boolean | null;
      tried_at: Date | null;
      delayed_at: Date | null;
      sent_at: Date | null;
      recipients: Generated<string[]>;
      missed: Generated<string[]>;
    };
    inspection_report_file: {
      oid: string;
      group_root: string;
      report_oid: string;
      report_version: number;
      format: ReportFormat;
      language: Language;
      content: unknown;
      state: Generated<ReportFileState>;
      progress: Generated<number>;
      attempts: Generated<number>;
      claimed_at: Date | null;
      reason: string | null;
      object_key: string | null;
      size: string | null;
      sha256: string | null;
      manifest: string | null;
      signature: string | null;
      created_by: string;
      created_at: Date;
    };
  }
}
