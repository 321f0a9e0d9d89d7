import type {
  OrganisationTable,
  DepartmentTable,
  MemberTable,
  InvitationTable,
  RoleTable,
  RoleResourceTable,
  MemberRoleTable,
  SessionTable,
  OneTimeCodeTable,
  IntegrationKeyTable,
  SpentLoginInfoTable,
  OpenIdProviderTable,
  OpenIdStartTable,
  AuthenticatorTable,
  RecoveryCodeTable,
  AddressCallTable,
  CaptchaTable,
  LoginFailureTable,
  LoginTryTable,
  LiveCredentialTable,
} from './tables/people.ts';
import type {
  DockTable,
  DroneTable,
  DockSnapshotTable,
  DroneTelemetryTable,
  DockTelemetryTable,
  RouteTable,
  TaskTable,
  FlightTable,
  MediaTable,
  StorageCredentialTable,
  CommandTable,
  ControlLeaseTable,
  ChallengeTable,
  GatewayClaimTable,
  InstanceTable,
  VideoViewerTable,
} from './tables/devices.ts';
import type { DeviceHealthTable, DeviceExceptionTable, DeviceMessageTable } from './tables/device-logs.ts';
import type {
  ServerSecretTable,
  AuditLogTable,
  AuditHeadTable,
  WorkTable,
  HealthMeasureTable,
  AppearanceTable,
  AppearanceImageTable,
  MapTilesTable,
  MapTileTable,
  DictionaryGroupTable,
  DictionaryCodeTable,
  NotificationTable,
  NotificationPreferenceTable,
} from './tables/organisation.ts';
import type { BackupPlanTable, NoticePutAwayTable, NoticeTable } from './tables/notices.ts';

/** Every table, as queries know it. */
export interface Database {
  notice: NoticeTable;
  notice_put_away: NoticePutAwayTable;
  backup_plan: BackupPlanTable;
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
  login_try: LoginTryTable;
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
