import type { AuditChain } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { BigInt8, Json } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    audit_log: {
      seq: Generated<string>;
      group_root: string | null;
      chain: AuditChain;
      chain_seq: BigInt8;
      at: Date;
      member_oid: string | null;
      session_oid: string | null;
      address: string | null;
      dock_oid: string | null;
      action: string;
      outcome: string;
      code: number | null;
      lease_epoch: ColumnType<string | null, number | null, number | null>;
      detail: Json<Record<string, unknown>>;
      correlation_id: string | null;
      previous_hash: Buffer;
      hash: Buffer;
    };
    audit_head: {
      group_root: string;
      chain: AuditChain;
      previous_hash: Buffer;
      hash: Buffer;
      seq: BigInt8;
    };
  }
}
