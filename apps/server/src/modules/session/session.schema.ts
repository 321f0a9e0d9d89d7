import type { ColumnType, Generated } from 'kysely';
import type { JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    session: {
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
    };
    one_time_code: {
      code_hash: Buffer;
      purpose: string;
      member_oid: string;
      expires_at: Date;
      spent_at: Date | null;
      facts: JsonDefault;
    };
    authenticator: {
      member_oid: string;
      secret: Buffer;
      begun_at: Date;
      confirmed_at: Date | null;
      last_step: ColumnType<string, number | undefined, number>;
    };
    recovery_code: {
      member_oid: string;
      code_hash: Buffer;
      used_at: Date | null;
    };
    address_call: {
      subject: string;
      calls: number;
      window_started_at: Date;
    };
    captcha: {
      oid: string;
      answer_hash: Buffer;
      expires_at: Date;
    };
    login_failure: {
      subject: string;
      failures: number;
      window_started_at: Date;
    };
    login_try: {
      oid: string;
      account: string;
      address: string;
      begun_at: Date;
    };
    live_credential: {
      client_id: string;
      session_oid: string;
      password_hash: Buffer;
      expires_at: Date;
    };
  }
}
