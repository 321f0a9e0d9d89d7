import type { LogFault, LogModule, LogState, LogStep } from '@eyrie/domain';
import type { Generated, JSONColumnType } from 'kysely';
import type { ListedModule } from '@eyrie/dji';
import type { BigInt8 } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    dock_log: {
      oid: string;
      group_root: string;
      dock_oid: string;
      command_oid: string;
      module: LogModule;
      object_key: string;
      state: LogState;
      percent: number | null;
      step: LogStep | null;
      size: BigInt8 | null;
      boot_indexes: number[];
      start_time: Date | null;
      end_time: Date | null;
      fault: LogFault | null;
      code: number | null;
      said_done: Generated<boolean>;
      asked_by: string;
      created_at: Date;
      heard_at: Date | null;
      changed_at: Date;
      deleted_at: Date | null;
      cleared: Generated<boolean>;
    };
    dock_log_listing: {
      command_oid: string;
      dock_oid: string;
      listed_at: Date;
      modules: JSONColumnType<ListedModule[]>;
    };
  }
}
