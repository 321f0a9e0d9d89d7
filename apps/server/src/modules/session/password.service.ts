import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import { accountKey, requirePassword, type MemberRoom, type PasswordForm } from '../member/index.ts';
import { clearFailures, forgiveTry, reserveTry } from './login.store.ts';
import { addressKey } from './login-rule.ts';
import type { SessionService } from './session.service.ts';
import { spendCodesOf } from './session.store.ts';

export interface ChangeRequest {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface PasswordDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  member: MemberRoom;
  sessions: SessionService;
  /** Which form an organisation demands when members change their own password. */
  passwordForm(groupRoot: string): Promise<PasswordForm>;
}

export function createPasswordService(deps: PasswordDeps) {
  const { runtime, audit, member: members, sessions } = deps;
  const { db } = runtime;

  /** Guesses at the old password count like guesses at sign-in: a stolen session must not open the account. */
  async function requireOldPassword(context: CallContext, password: string, hash: string): Promise<void> {
    const key = accountKey(context.caller.account);
    const account = `account:${key}`;
    const address = `address:${addressKey(context.address)}`;
    const attempt = { account, address, accountKey: key, rawAddress: context.address, captchaSolved: true };
    const decision = await reserveTry(db, attempt, runtime.serverTime());
    if (decision.kind !== 'go')
      throw new Refusal('tooManyRequests', {
        retryAfterSeconds: Math.ceil(
          (decision.kind === 'wait' ? decision.wait : limits.login.failureWindow) / 1_000,
        ),
      });
    const right = await members.passwords.verify(password, hash).catch(async (error: unknown) => {
      await forgiveTry(db, [account, address]);
      throw error;
    });
    if (!right) throw invalidField('oldPassword', 'passwordWrong');
    await forgiveTry(db, [address]);
    await clearFailures(db, account);
  }

  /** Changes the caller's own password and ends every other session of the member. */
  async function change(request: ChangeRequest, context: CallContext): Promise<void> {
    const { caller } = context;
    const member = await members.byOid(db, caller.memberOID);
    if (!member) throw notFound();
    if (member.service) throw new Refusal('notAllowed');
    if (request.newPassword !== request.confirmPassword)
      throw new Refusal('passwordsDiffer', {
        issues: [{ path: 'confirmPassword', rule: 'passwordsDiffer', message: '' }],
      });
    requirePassword(request.newPassword, {
      form: await deps.passwordForm(caller.groupRoot),
      account: member.account,
      field: 'newPassword',
    });
    if (request.newPassword === request.oldPassword) throw invalidField('newPassword', 'passwordSame');
    await requireOldPassword(context, request.oldPassword, member.passwordHash);
    const passwordHash = await members.passwords.hash(request.newPassword);
    await db.transaction().execute(async (trx) => {
      await members.setPassword(trx, member.oid, { passwordHash, mustChange: false });
      await sessions.endAllOf(trx, member.oid, caller.sessionOID);
      await spendCodesOf(trx, member.oid, new Date(runtime.serverTime()));
      await sessions.tellMemberChanged(trx, member.oid);
      await audit.write(trx, { ...auditedCaller(context), action: 'member.changePassword', outcome: 'done' });
    });
  }

  return { change };
}
