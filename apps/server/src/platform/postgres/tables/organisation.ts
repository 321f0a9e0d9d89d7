/** What an organisation decides, and what the instance keeps of itself. */
import type { ColumnType, Generated } from 'kysely';
import type { BigInt8, Json, JsonDefault, Made } from './columns.ts';

export interface ServerSecretTable {
  name: string;
  value: string;
}
export interface AuditLogTable {
  seq: Generated<string>;
  group_root: string | null;
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
}
export interface AuditHeadTable {
  group_root: string;
  previous_hash: Buffer;
  hash: Buffer;
  seq: BigInt8;
}

export interface WorkTable {
  oid: string;
  group_root: string;
  owner_oid: string | null;
  kind: string;
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
  progress: Generated<number>;
  step: string | null;
  request: JsonDefault<Record<string, unknown>>;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  error: string | null;
  attempts: Generated<number>;
  instance_id: string | null;
  created_at: Made;
  started_at: Date | null;
  ended_at: Date | null;
  updated_at: Made;
}
export interface HealthMeasureTable {
  instance_id: string;
  part: string;
  state: string;
  figures: Json<Record<string, number | null>>;
  reason: string | null;
  measured_at: Date;
}

export interface AppearanceTable {
  oid: string;
  group_root: string;
  kind: 'console' | 'screen';
  version: number;
  look: Json;
  origin: 'edit' | 'last' | 'factory' | 'moved';
  member_oid: string | null;
  created_at: Made;
}
export interface AppearanceImageTable {
  id: string;
  group_root: string;
  object_key: string;
  content_type: string;
  size: number;
  created_at: Made;
}
export interface MapTilesTable {
  id: string;
  group_root: string;
  object_key: string;
  size: BigInt8;
  level_min: number;
  level_max: number;
  created_at: Made;
}
export interface MapTileTable {
  tiles_id: string;
  z: number;
  x: number;
  y: number;
  start: BigInt8;
  length: number;
  content_type: string;
}

export interface DictionaryGroupTable {
  oid: string;
  group_root: string;
  /** What forms and stored rows know the group by. */
  key: string;
  names: Json<Record<'zh' | 'en' | 'ar', string>>;
  remark: Generated<string>;
  created_at: Made;
}
export interface DictionaryCodeTable {
  oid: string;
  group_root: string;
  dictionary_group_oid: string;
  code: string;
  names: Json<Record<'zh' | 'en' | 'ar', string>>;
  position: number;
  enabled: Generated<boolean>;
  remark: Generated<string>;
  created_at: Made;
}
export interface NotificationTable {
  oid: string;
  group_root: string;
  member_oid: string;
  kind: string;
  level: 'info' | 'attention' | 'alarm';
  values: Json<Record<string, string | number>>;
  at: Date;
  read_at: Date | null;
  popup: boolean;
}
export interface NotificationPreferenceTable {
  member_oid: string;
  preferences: Json;
}
