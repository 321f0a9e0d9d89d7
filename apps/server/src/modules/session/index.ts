import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { MemberRoom, PasswordForm } from '../member/index.ts';
import { createCaptchaService } from './captcha.service.ts';
import { createLoginService } from './login.service.ts';
import { createPasswordService } from './password.service.ts';
import { sessionEndpoints } from './session.endpoints.ts';
import { createSessionService, type SessionService } from './session.service.ts';

export { hashToken } from './token.ts';

/** Who is signed in, and how they come in and go. A unit: it listens for revocations while started. */
export interface SessionRoom extends SessionService {
  endpoints: Endpoint[];
}

export interface SessionDeps {
  listen: Listen;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  /** Which form an organisation demands when members change their own password. */
  passwordForm(groupRoot: string): Promise<PasswordForm>;
}

export function createSession(runtime: Runtime, deps: SessionDeps): SessionRoom {
  const sessions = createSessionService(runtime, deps);
  const captchas = createCaptchaService(runtime);
  const logins = createLoginService({ runtime, sessions, captchas, ...deps });
  const passwords = createPasswordService({ runtime, sessions, ...deps });
  return {
    ...sessions,
    endpoints: sessionEndpoints({ runtime, sessions, captchas, logins, passwords, ...deps }),
  };
}
