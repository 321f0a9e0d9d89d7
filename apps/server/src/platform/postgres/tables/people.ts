/** Organisations, departments, members, roles, and how people sign in. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonDefault, Made } from './columns.ts';

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
  display: JsonDefault;
  sign_in_epoch: Generated<number>;
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
export interface LoginTryTable {
  oid: string;
  account: string;
  address: string;
  begun_at: Date;
}
export interface LiveCredentialTable {
  client_id: string;
  session_oid: string;
  password_hash: Buffer;
  expires_at: Date;
}
