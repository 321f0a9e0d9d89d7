import type { ProgrammeKind } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    maintenance_programme: {
      oid: string;
      group_root: string;
      name: string;
      kind: ProgrammeKind;
      model: Generated<string>;
      warn_percent: Generated<number>;
      days: number | null;
      flights: number | null;
      hours: number | null;
      kilometres: number | null;
      landings: number | null;
      jobs: number | null;
      running_hours: number | null;
      cycles: number | null;
      total_cycles: number | null;
      stored_days: number | null;
      temperature: number | null;
      replace_cycles: number | null;
      replace_stored_days: number | null;
      replace_spread: number | null;
      remark: Generated<string>;
      created_at: Made;
      deleted_at: Date | null;
    };
  }
}
