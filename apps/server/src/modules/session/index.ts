import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createSeal } from '../../platform/seal.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { MemberRoom } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { createAuthenticators } from './authenticator.service.ts';
import { createCaptchaService } from './captcha.service.ts';
import { createCodeService } from './code.service.ts';
import { createLoginInfoService } from './login-info.service.ts';
import { createLoginService } from './login.service.ts';
import { createLoginTries } from './login-tries.ts';
import { createOnlineService } from './online.service.ts';
import { createOpenIdService, type OpenIdService } from './openid.service.ts';
import { createPasswordService } from './password.service.ts';
import { sessionEndpoints } from './session.endpoints.ts';
import { createSessionService, type SessionService } from './session.service.ts';

export { createAccessHolds } from './access-holds.ts';
export { createAddressLimiter } from './address-limiter.ts';
export { credentialOf, insertCredential } from './credential.store.ts';
export { isFirstFromAddress } from './known-address.store.ts';
export { openIdCookie } from './openid-cookie.ts';
export { memberAlone } from './session.store.ts';
export { hashToken, newToken } from './token.ts';
export { addressKey } from './login-rule.ts';

/** Who is signed in, and how they come in and go. A unit: it listens for revocations while started. */
export interface SessionRoom extends SessionService {
  endpoints: Endpoint[];
  /** Ends a sign-in that comes back from an OpenID provider. @returns the page to go to, behind the hash. */
  openIdReturn: OpenIdService['finish'];
}

export interface SessionDeps {
  listen: Listen;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  organisation: OrganisationRoom;
  /** Where OpenID providers send people back to. */
  redirectUrl?: () => string;
  /** Whether an OpenID provider may be on this machine, without TLS. */
  loopback?: boolean;
}

const nowhere = (): string => '';

export function createSession(runtime: Runtime, deps: SessionDeps): SessionRoom {
  const { redirectUrl = nowhere, loopback = false } = deps;
  const sessions = createSessionService(runtime, deps);
  const captchas = createCaptchaService(runtime);
  const base = { runtime, sessions, tries: createLoginTries(runtime), ...deps };
  const authenticators = createAuthenticators({ ...base, seal: createSeal(runtime.db) });
  const logins = createLoginService({ ...base, captchas, authenticators });
  const codes = createCodeService({ ...base, logins });
  const openIds = createOpenIdService({ ...base, codes, logins, redirectUrl, loopback });
  const { passwordForm } = deps.organisation;
  return {
    ...sessions,
    openIdReturn: openIds.finish,
    endpoints: sessionEndpoints({
      ...base,
      captchas,
      logins,
      codes,
      openIds,
      authenticators,
      loginInfos: createLoginInfoService({ ...base, logins }),
      online: createOnlineService(base),
      passwords: createPasswordService({ ...base, passwordForm }),
    }),
  };
}
