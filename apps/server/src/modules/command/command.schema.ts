import type { ColumnType } from 'kysely';
import type { Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    command: {
      oid: string;
      group_root: string;
      dock_oid: string;
      flight_oid: string | null;
      method: string;
      idempotency_key: string;
      arguments: Json<Record<string, unknown>>;
      arguments_hash: Buffer;
      issued_by: string;
      session_oid: string | null;
      /** From where it was given; null: by the server itself. */
      address: string | null;
      lease_epoch: ColumnType<string | null, number | null, number | null>;
      nonce_hash: Buffer | null;
      issued_at: Date;
      expires_at: Date;
      state: string;
      tid: string | null;
      bid: string | null;
      ack_code: number | null;
      reason: string | null;
      detail: string | null;
      history: JsonDefault<{ at: number; state: string; detail: string | null }[]>;
      sent_at: Date | null;
      tab_id: string | null;
      /** A step was claimed and may be on its way to the broker until then. */
      sending_until: Date | null;
      updated_at: Made;
      created_at: Made;
    };
    challenge: {
      nonce_hash: Buffer;
      member_oid: string;
      dock_oid: string;
      method: string;
      expires_at: Date;
    };
  }
}
