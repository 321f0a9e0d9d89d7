import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { requirePassword, type MemberRoom, type PasswordForm } from '../member/index.ts';
import type { LoginTries } from './login-tries.ts';
import { createPasswordProof } from './password-proof.ts';
import type { SessionService } from './session.service.ts';
import { settleSessions } from './session.store.ts';

export interface ChangeRequest {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface PasswordDeps {
  tries: LoginTries;
  runtime: Pick<Runtime, 'db' | 'clock' | 'serverTime'>;
  audit: AuditLog;
  member: MemberRoom;
  sessions: SessionService;
  /** Which form an organisation demands when members change their own password. */
  passwordForm(groupRoot: string): Promise<PasswordForm>;
}

export function createPasswordService(deps: PasswordDeps) {
  const { runtime, audit, member: members, sessions } = deps;
  const { db } = runtime;
  const prove = createPasswordProof(deps);

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
    await prove(request.oldPassword, member.passwordHash, { context, field: 'oldPassword' });
    const passwordHash = await members.passwords.hash(request.newPassword);
    await db.transaction().execute(async (trx) => {
      const now = await members.lock(trx, member.oid);
      // Somebody ended all sessions while the password was looked at, such as by resetting it.
      if (now?.signInEpoch !== member.signInEpoch) throw new Refusal('notSignedIn');
      await members.setPassword(trx, member.oid, { passwordHash, mustChange: false });
      await sessions.endAllOf(trx, member.oid, caller.sessionOID);
      await settleSessions(trx, member.oid, 'must_change');
      await sessions.notifyMemberChanged(trx, member.oid);
      await audit.done(trx, context, 'member.changePassword');
    });
  }

  return { change };
}
