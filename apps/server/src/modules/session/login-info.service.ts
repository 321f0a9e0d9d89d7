import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';
import { z } from 'zod';
import {
  limits,
  oid as oidShape,
  type ParsedRequestOf,
  type sessionCalls,
  type SignedIn,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MemberRoom } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { isOthers, otherAccount } from './link-owner.ts';
import type { LoginService } from './login.service.ts';

export interface LoginInfoDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  member: MemberRoom;
  organisation: Pick<OrganisationRoom, 'find' | 'integrationKey' | 'isMarkSpent' | 'spendMark'>;
  logins: LoginService;
}

const { loginInfoLife, loginInfoSkew } = limits.session;

/** What another system says of the person it hands over. `iat` and `exp` are seconds. */
const claims = z.object({
  account: z.string().min(1).max(64),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(8).max(128),
  /** A page of the console. */
  page: z
    .string()
    .max(300)
    .regex(/^\/(?!\/)/)
    .optional(),
});

/** Signed payloads of other systems. Whatever is wrong with one, the answer is the same. */
export function createLoginInfoService({ runtime, audit, member, organisation, logins }: LoginInfoDeps) {
  const { db } = runtime;

  /** @throws Error whatever is wrong */
  async function verify(loginInfo: string) {
    // The key is found by its id among ours. Keys and addresses of keys in the header itself are not looked at.
    const { kid } = decodeProtectedHeader(loginInfo);
    const key = await organisation.integrationKey(db, oidShape.parse(kid));
    if (!key) throw new Error('unknown key');
    const publicKey = await importJWK(key.publicKey as JWK, 'EdDSA');
    const { payload } = await jwtVerify(loginInfo, publicKey, {
      algorithms: ['EdDSA'],
      audience: key.groupRoot,
      requiredClaims: ['iat', 'exp', 'jti', 'aud'],
      currentDate: new Date(runtime.serverTime()),
    });
    const claim = claims.parse(payload);
    const issuedAt = claim.iat * 1_000;
    const expiresAt = claim.exp * 1_000;
    if (expiresAt - issuedAt > loginInfoLife) throw new Error('lives too long');
    if (issuedAt > runtime.serverTime() + loginInfoSkew) throw new Error('comes from the future');
    return { key, claim, expiresAt: new Date(expiresAt) };
  }

  async function refuse(context: CallContext, error: unknown, groupRoot: string | null): Promise<never> {
    const known = error instanceof Error ? error.name : 'unknown';
    await audit.write(db, {
      groupRoot,
      address: context.address,
      correlationId: context.correlationId,
      action: 'login.loginInfo',
      outcome: 'refused',
      detail: error instanceof Refusal ? { reason: error.reason } : { error: known },
    });
    throw error instanceof Refusal ? error : new Refusal('codeSpent');
  }

  /** @throws Refusal `codeSpent`, `otherAccount`, `tooManyRequests` */
  async function exchange(
    { loginInfo, memberOID }: ParsedRequestOf<typeof sessionCalls.loginInfoExchange>,
    context: CallContext,
  ): Promise<SignedIn & { page: string | null }> {
    await logins.limitAddress(context);
    const proved = await verify(loginInfo).catch((error: unknown) => refuse(context, error, null));
    const { key, claim, expiresAt } = proved;
    const found = await member.byAccount(db, claim.account);
    const good = found?.groupRoot === key.groupRoot && found.enabled && !found.service;
    if (!found || !good) return refuse(context, new Error('no such member'), key.groupRoot);
    if (isOthers(found, memberOID)) {
      // A payload that was used names nobody.
      if (await organisation.isMarkSpent(db, { keyOID: key.oid, mark: claim.jti }))
        return refuse(context, new Error('used before'), key.groupRoot);
      const refusal = await otherAccount(organisation, found);
      return refuse(context, refusal, key.groupRoot);
    }
    const signedIn = await db.transaction().execute(async (trx) => {
      const use = { keyOID: key.oid, mark: claim.jti, now: new Date(runtime.serverTime()), expiresAt };
      if (!(await organisation.spendMark(trx, use))) return null;
      return logins.signIn(trx, found, { remembered: false, action: 'login.loginInfo' }, context);
    });
    if (!signedIn) return refuse(context, new Error('used before, or changed meanwhile'), key.groupRoot);
    return { ...signedIn, page: claim.page ?? null };
  }

  return { exchange };
}
export type LoginInfoService = ReturnType<typeof createLoginInfoService>;
