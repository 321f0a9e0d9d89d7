import type { Generated } from 'kysely';
import type { BigInt8, Json, Made } from './columns.ts';

/** Every table, as queries know it: those of the platform, and those that each room adds in its `<word>.schema.ts`. */
export interface Database {
  instance: {
    instance_id: string;
    started_at: Date;
    seen_at: Date;
    processes: string[];
    claims_until: Date | null;
  };
  gateway_claim: {
    dock_oid: string;
    instance_id: string;
    fence: BigInt8;
    expires_at: Date;
    handed_over_fence: BigInt8 | null;
  };
  cluster_broker: {
    only_one: Generated<boolean>;
    id: string;
    embedded: boolean;
    address: string;
    set_at: Made;
  };
  broker_admission: {
    name: string;
    dock_oid: string;
    secret_hash: Buffer;
    relay: boolean;
    open: boolean;
    drone_sns: string[];
    admitted_at: Date;
  };
  server_secret: {
    name: string;
    value: string;
  };
  /** Named after the room that needed it first. */
  report_key: {
    only_one: Generated<boolean>;
    private_key: Buffer;
  };
  record_change: {
    record_oid: string;
    version: number;
    kind: string;
    group_root: string;
    member_oid: string;
    at: Made;
    changes: Json;
  };
}
