import type { ColumnType, Generated } from 'kysely';

type Json<T = unknown> = ColumnType<T, string, string>;
type JsonDefault<T = unknown> = ColumnType<T, string | undefined, string>;
type Made = ColumnType<Date, Date | undefined, Date>;
type BigInt8 = ColumnType<string, number | string, number | string>;

export interface OrganisationTable {
  oid: string;
  name: string;
  first: Generated<boolean>;
  time_zone: Generated<string>;
  policy: JsonDefault<Record<string, unknown>>;
  created_at: Made;
}
export interface DepartmentTable {
  oid: string;
  group_root: string;
  parent_oid: string | null;
  name: string;
  type: Generated<'department' | 'leaderCockpit' | 'userCockpit'>;
  path: string[];
  created_at: Made;
  deleted_at: Date | null;
}
export interface MemberTable {
  oid: string;
  group_root: string;
  group_oid: string;
  account: string;
  name: string;
  phone: string | null;
  password_hash: string;
  must_change: Generated<boolean>;
  enabled: Generated<boolean>;
  service: Generated<boolean>;
  created_at: Made;
  password_changed_at: Made;
  deleted_at: Date | null;
  valid_until: Date | null;
}
export interface InvitationTable {
  oid: string;
  group_root: string;
  group_oid: string;
  code_hash: Buffer;
  name: string;
  phone: string;
  role_oids: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  accepted_at: Date | null;
  accepted_by: string | null;
}
export interface RoleTable {
  oid: string;
  group_root: string;
  parent_oid: string | null;
  name: string;
  type: 'group' | 'menu' | 'inspection';
  first_key: string | null;
  created_at: Made;
  group_oid: string;
  remark: Generated<string>;
  renamed: Generated<boolean>;
}
export interface RoleResourceTable {
  role_oid: string;
  resource: string;
}
export interface MemberRoleTable {
  member_oid: string;
  role_oid: string;
}
export interface SessionTable {
  oid: string;
  token_hash: Buffer;
  member_oid: string;
  remembered: boolean;
  created_at: Made;
  last_used_at: Made;
  expires_at: Date;
  ended_at: Date | null;
  address: string | null;
  user_agent: string | null;
  must_change: Generated<boolean>;
  must_set_up: Generated<boolean>;
}
export interface OneTimeCodeTable {
  code_hash: Buffer;
  purpose: string;
  member_oid: string;
  expires_at: Date;
  spent_at: Date | null;
  facts: JsonDefault;
}
export interface IntegrationKeyTable {
  oid: string;
  group_root: string;
  name: string;
  public_key: Json;
  created_by: string;
  created_at: Made;
  last_used_at: Date | null;
}
export interface SpentLoginInfoTable {
  key_oid: string;
  mark: string;
  expires_at: Date;
}
export interface OpenIdProviderTable {
  group_root: string;
  enabled: boolean;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  account_claim: string;
}
export interface OpenIdStartTable {
  state_hash: Buffer;
  group_root: string;
  browser_hash: Buffer;
  verifier: string;
  nonce: string;
  page: string | null;
  expires_at: Date;
}
export interface AuthenticatorTable {
  member_oid: string;
  secret: Buffer;
  begun_at: Date;
  confirmed_at: Date | null;
  last_step: ColumnType<string, number | undefined, number>;
}
export interface RecoveryCodeTable {
  member_oid: string;
  code_hash: Buffer;
  used_at: Date | null;
}
export interface AddressCallTable {
  subject: string;
  calls: number;
  window_started_at: Date;
}
export interface CaptchaTable {
  oid: string;
  answer_hash: Buffer;
  expires_at: Date;
}
export interface LoginFailureTable {
  subject: string;
  failures: number;
  window_started_at: Date;
}
export interface LiveCredentialTable {
  client_id: string;
  session_oid: string;
  password_hash: Buffer;
  expires_at: Date;
}
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
  outcome: 'done' | 'partly' | 'failed' | 'cancelled' | 'missed' | null;
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
export interface DeviceHealthTable {
  oid: string;
  group_root: string;
  group_oid: string;
  dock_oid: string;
  device: string;
  code: string;
  level: number;
  module: number | null;
  in_the_sky: boolean;
  args: JsonDefault;
  first_at: Date;
  last_at: Date;
  cleared_at: Date | null;
  note: string | null;
  heard_on: Generated<'dock' | 'drone' | 'driver'>;
  drone_oid: string | null;
  flight_oid: string | null;
  noted_by: string | null;
  noted_at: Date | null;
  hidden_at: Date | null;
}
export interface DeviceExceptionTable {
  oid: string;
  group_root: string;
  group_oid: string;
  dock_oid: string;
  drone_oid: string | null;
  flight_oid: string | null;
  command_oid: string | null;
  at: Date;
  family: 'error' | 'break' | 'outcome';
  code: string;
  source: 'command' | 'flight' | 'job' | 'video' | 'driver';
  method: string | null;
  level: number;
  module: number | null;
  in_the_sky: boolean;
  detail: JsonDefault<Record<string, unknown>>;
  note: string | null;
  noted_by: string | null;
  noted_at: Date | null;
  hidden_at: Date | null;
}
export interface DeviceMessageTable {
  oid: string;
  group_root: string;
  group_oid: string;
  dock_oid: string;
  drone_oid: string | null;
  flight_oid: string | null;
  device: 'dock' | 'drone';
  direction: 'up' | 'down';
  kind: string;
  method: string | null;
  tid: string | null;
  bid: string | null;
  need_reply: Generated<boolean>;
  result: number | null;
  size: number;
  payload: string | null;
  cut: Generated<boolean>;
  repeats: Generated<number>;
  at: Date;
  last_at: Date;
}
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

export interface Database {
  notification: NotificationTable;
  notification_preference: NotificationPreferenceTable;
  dictionary_group: DictionaryGroupTable;
  dictionary_code: DictionaryCodeTable;
  organisation: OrganisationTable;
  department: DepartmentTable;
  member: MemberTable;
  invitation: InvitationTable;
  role: RoleTable;
  role_resource: RoleResourceTable;
  member_role: MemberRoleTable;
  session: SessionTable;
  one_time_code: OneTimeCodeTable;
  integration_key: IntegrationKeyTable;
  spent_login_info: SpentLoginInfoTable;
  openid_provider: OpenIdProviderTable;
  openid_start: OpenIdStartTable;
  authenticator: AuthenticatorTable;
  recovery_code: RecoveryCodeTable;
  address_call: AddressCallTable;
  captcha: CaptchaTable;
  login_failure: LoginFailureTable;
  live_credential: LiveCredentialTable;
  dock: DockTable;
  drone: DroneTable;
  dock_snapshot: DockSnapshotTable;
  drone_telemetry: DroneTelemetryTable;
  dock_telemetry: DockTelemetryTable;
  route: RouteTable;
  task: TaskTable;
  flight: FlightTable;
  media: MediaTable;
  storage_credential: StorageCredentialTable;
  command: CommandTable;
  control_lease: ControlLeaseTable;
  challenge: ChallengeTable;
  gateway_claim: GatewayClaimTable;
  instance: InstanceTable;
  video_viewer: VideoViewerTable;
  device_health: DeviceHealthTable;
  device_exception: DeviceExceptionTable;
  device_message: DeviceMessageTable;
  server_secret: ServerSecretTable;
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  work: WorkTable;
  health_measure: HealthMeasureTable;
  appearance: AppearanceTable;
  appearance_image: AppearanceImageTable;
  map_tiles: MapTilesTable;
  map_tile: MapTileTable;
}
