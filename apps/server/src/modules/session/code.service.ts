import {
  cockpitEntry,
  limits,
  type CodeFacts,
  type ParsedRequestOf,
  type ResponseOf,
  type sessionCalls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { MemberRoom, MemberRow } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import type { LoginService } from './login.service.ts';
import { holdSession, insertCode, spendCode, unspentCode } from './code.store.ts';
import { isOthers, otherAccount } from './link-owner.ts';
import { browserMark, openIdCookie } from './openid-cookie.ts';
import { hashToken, newToken } from './token.ts';

export interface CodeDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  organisation: Pick<OrganisationRoom, 'find'>;
  logins: LoginService;
}

/** What a code keeps: beside the facts that its bearer is told, the hash of the browser that alone may spend it. */
type KeptFacts = CodeFacts & { browser?: string };

type Purpose = ParsedRequestOf<typeof sessionCalls.codeExchange>['purpose'];

/** @throws Refusal `noCockpit` for a member of another kind of department, or to whom that page is not permitted */
async function cockpitOf(
  department: DepartmentRoom,
  member: MemberRow,
  target: string,
  permitted: ReadonlySet<string>,
): Promise<CodeFacts['cockpit']> {
  const group = await department.find(member.groupOID);
  const entry =
    group && cockpitEntry({ oid: group.oid, type: group.type }, permitted.has(target) ? [target] : []);
  if (!entry) throw new Refusal('noCockpit');
  return entry;
}

const isFrom = (browser: string | undefined, context: CallContext): boolean =>
  browser === undefined || browser === browserMark(context.cookie(openIdCookie));

/** Codes that open a session once, within a minute, for what they were made for. */
export function createCodeService(deps: CodeDeps) {
  const { runtime, audit, department, member: members, organisation, logins } = deps;
  const { db } = runtime;

  async function mint(
    trx: DbOrTrx,
    memberOID: string,
    purpose: Purpose,
    facts: KeptFacts,
  ): Promise<{ code: string; expiresAt: number }> {
    const code = newToken();
    const expiresAt = Math.round(runtime.serverTime()) + limits.session.codeLife;
    const row = { codeHash: hashToken(code), purpose, memberOID, facts, expiresAt: new Date(expiresAt) };
    await insertCode(trx, row);
    return { code, expiresAt };
  }

  async function create(
    { purpose, target }: ParsedRequestOf<typeof sessionCalls.codeCreate>,
    context: CallContext,
  ): Promise<{ code: string; expiresAt: number }> {
    const member = await members.byOid(db, context.caller.memberOID);
    if (!member || member.service) throw new Refusal('notAllowed');
    const cockpit =
      purpose === 'cockpit'
        ? await cockpitOf(department, member, target ?? '', context.caller.resources)
        : null;
    return db.transaction().execute(async (trx) => {
      // Codes are spent when sessions end: none may be made by a session that ended meanwhile.
      await members.lock(trx, member.oid);
      if (!(await holdSession(trx, context.caller.sessionOID))) throw new Refusal('notSignedIn');
      const made = await mint(trx, member.oid, purpose, { target: target ?? null, cockpit });
      await audit.done(trx, context, 'login.codeCreate', { purpose, target });
      return made;
    });
  }

  /** @throws Refusal `codeSpent`, `otherAccount`, `tooManyRequests` */
  async function exchange(
    { code, purpose, memberOID }: ParsedRequestOf<typeof sessionCalls.codeExchange>,
    context: CallContext,
  ): Promise<ResponseOf<typeof sessionCalls.codeExchange>> {
    await logins.limitAddress(context);
    const codeHash = hashToken(code);
    const used = await db.transaction().execute(async (trx) => {
      const found = await unspentCode(trx, codeHash);
      // Held before the code is spent: whoever ends all sessions of the member either finds it or the session.
      const member = found && (await members.lock(trx, found.memberOID));
      const now = runtime.serverTime();
      const { target = null, cockpit = null, browser } = (found?.facts ?? {}) as Partial<KeptFacts>;
      const usable =
        found?.purpose === purpose && found.expiresAt.getTime() > now && isFrom(browser, context);
      if (usable && member && isOthers(member, memberOID)) return { member, others: true };
      const spent = await spendCode(trx, codeHash, new Date(now));
      if (!spent || !usable || !member) return { member };
      const signedIn = await logins.signIn(trx, member, { remembered: false, action: 'login.code' }, context);
      return { member, signedIn: signedIn && { ...signedIn, target, cockpit } };
    });
    if (used.signedIn) return used.signedIn;
    const refusal =
      used.others === true ? await otherAccount(organisation, used.member) : new Refusal('codeSpent');
    await audit.write(db, {
      groupRoot: used.member?.groupRoot ?? null,
      memberOID: used.member?.oid ?? null,
      address: context.address,
      correlationId: context.correlationId,
      action: 'login.code',
      outcome: 'refused',
      detail: { purpose, reason: refusal.reason },
    });
    throw refusal;
  }

  return { mint, create, exchange };
}
export type CodeService = ReturnType<typeof createCodeService>;
