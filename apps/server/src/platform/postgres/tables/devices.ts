/** Docks, aircraft, what they fly, and the orders to them. */
import type { FlightPhase } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { BigInt8, Json, JsonDefault, Made } from './columns.ts';

export interface DockTable {
  oid: string;
  group_root: string;
  group_oid: string;
  name: string;
  sn: string;
  model: string;
  vendor: 'DJI' | 'own';
  secret_hash: Buffer;
  wind_limit: Generated<number>;
  firmware: string | null;
  insurance_company: string | null;
  policy_number: string | null;
  insurance_until: Date | null;
  maintenance: Generated<'none' | 'awaiting' | 'under'>;
  created_at: Made;
  deleted_at: Date | null;
}
export interface DroneTable {
  oid: string;
  group_root: string;
  group_oid: string;
  name: string;
  sn: string;
  model: string;
  dock_oid: string | null;
  created_at: Made;
  deleted_at: Date | null;
}
export interface DockSnapshotTable {
  dock_oid: string;
  online: boolean;
  work_state: string | null;
  lng: number | null;
  lat: number | null;
  height: number | null;
  last_seen_at: Date | null;
  drone_online: Generated<boolean>;
  drone_airborne: Generated<boolean>;
  dock_values: JsonDefault<Record<string, unknown>>;
  drone_values: JsonDefault<Record<string, unknown>>;
  drone_last_seen_at: Date | null;
  live_capacity: ColumnType<unknown, string | null, string | null>;
  written_at: Made;
}
export interface DroneTelemetryTable {
  drone_oid: string;
  at: Date;
  flight_oid: string | null;
  lng: number | null;
  lat: number | null;
  height: number | null;
  elevation: number | null;
  speed_h: number | null;
  speed_v: number | null;
  head: number | null;
  percent: number | null;
  mode_code: number | null;
  payload: ColumnType<unknown, string | null, string | null>;
}
export interface DockTelemetryTable {
  dock_oid: string;
  at: Date;
  payload: Json;
}
export interface RouteTable {
  oid: string;
  group_root: string;
  group_oid: string;
  name: string;
  type: string;
  creation_method: string;
  object_key: string;
  checksum: string;
  waypoint_count: number;
  length: number;
  duration: number;
  speed: number;
  height_mode: string;
  max_height: number;
  take_off_security_height: number;
  finish_action: string;
  drone_model: string | null;
  warnings: Json;
  waypoints: Json;
  remark: Generated<string>;
  created_by: string;
  created_at: Made;
  deleted_at: Date | null;
}
export interface TaskTable {
  oid: string;
  group_root: string;
  group_oid: string;
  name: string;
  type: 'manual' | 'single' | 'repeat';
  paused: Generated<boolean>;
  remark: Generated<string>;
  created_by: string;
  created_at: Made;
  deleted_at: Date | null;
}
export interface FlightTable {
  oid: string;
  group_root: string;
  group_oid: string;
  task_oid: string;
  route_oid: string;
  dock_oid: string;
  drone_oid: string | null;
  state: Generated<'created' | 'inFlight' | 'over'>;
  outcome: 'done' | 'partly' | 'failed' | 'cancelled' | 'missed' | 'unknown' | null;
  outcome_reason: string | null;
  paused: Generated<boolean>;
  route_checksum: string;
  waypoint_count: number;
  return_altitude: number;
  lost_action: 'return' | 'continue';
  clarity: string;
  executor_oid: string;
  gate: ColumnType<unknown, string | null, string | null>;
  object_key: string | null;
  file_md5: string | null;
  percent: number | null;
  step: number | null;
  mission_state: number | null;
  phase: FlightPhase | null;
  progress: number | null;
  seconds_left: number | null;
  current_waypoint: number | null;
  break_point: ColumnType<unknown, string | null, string | null>;
  distance: Generated<number>;
  duration: Generated<number>;
  media_expected: number | null;
  progress_at: Date | null;
  confirmed_at: Date | null;
  created_at: Made;
  start_time: Date | null;
  end_time: Date | null;
  deleted_at: Date | null;
}
export interface MediaTable {
  oid: string;
  group_root: string;
  group_oid: string;
  dock_oid: string | null;
  flight_oid: string | null;
  object_key: string;
  name: string;
  kind: 'photo' | 'video' | 'other';
  size: BigInt8;
  lng: number | null;
  lat: number | null;
  absolute_altitude: number | null;
  relative_altitude: number | null;
  gimbal_yaw: number | null;
  shot_at: Date | null;
  metadata: JsonDefault;
  created_at: Made;
}
export interface StorageCredentialTable {
  access_key_id: string;
  secret: string;
  session_token: string;
  dock_oid: string;
  bucket: string;
  prefix: string;
  expires_at: Date;
}
export interface CommandTable {
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
}
export interface ControlLeaseTable {
  dock_oid: string;
  control: 'flight' | 'payload';
  epoch: ColumnType<string, number | undefined, number>;
  holder_oid: string | null;
  session_oid: string | null;
  tab_id: string | null;
  expires_at: Made;
  asker_oid: string | null;
  asker_session_oid: string | null;
  asker_tab_id: string | null;
  asker_until: Date | null;
  lost_told: Generated<boolean>;
  several_tabs: Generated<boolean>;
}
export interface ChallengeTable {
  nonce_hash: Buffer;
  member_oid: string;
  dock_oid: string;
  method: string;
  expires_at: Date;
}
export interface GatewayClaimTable {
  dock_oid: string;
  instance_id: string;
  fence: BigInt8;
  expires_at: Date;
}
export interface InstanceTable {
  instance_id: string;
  started_at: Date;
  seen_at: Date;
  processes: string[];
}
export interface VideoViewerTable {
  dock_oid: string;
  video_id: string;
  session_oid: string;
  seen_at: Date;
}
