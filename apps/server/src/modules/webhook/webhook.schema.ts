import type { Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them; triggers of other tables add deliveries. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    webhook: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      url: string;
      events: string[];
      enabled: Generated<boolean>;
      secret: Buffer;
      created_by: string;
      created_at: Made;
    };
    webhook_delivery: {
      oid: string;
      group_root: string;
      webhook_oid: string;
      event: string;
      data: Json;
      at: Date;
      state: Generated<'waiting' | 'done' | 'failed'>;
      attempts: Generated<number>;
      next_at: Date;
      claimed_until: Date | null;
      status: number | null;
      error: string | null;
      done_at: Date | null;
    };
  }
}
