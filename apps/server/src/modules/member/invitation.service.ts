import { createHash, randomBytes } from 'node:crypto';
import {
  invitationCalls,
  limits,
  type Invitation,
  type ParsedRequestOf,
  type ResponseOf,
} from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  countOpen,
  insertInvitation,
  invitationBehind,
  invitationList,
  isOpen,
  markAccepted,
  rolesStillGiven,
  tryInvitation,
} from './invitation.store.ts';
import { updateMembers } from './member.list.store.ts';
import { roleNames } from './member.record.ts';
import { requireAccount, requirePhone, withFreeAccount } from './member.rules.ts';
import { requireStanding, type MemberDeps } from './member.access.ts';
import { accountKey, insertMember } from './member.store.ts';
import { requirePassword } from './password-rule.ts';

const DAY = 86_400_000;
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Called for the first refusal of a minute. @throws Refusal `tooManyRequests` */
type Limit = (address: string, first?: () => Promise<void>) => Promise<void>;

export interface InvitationDeps extends MemberDeps {
  limitAddress: Limit;
  /** The same for those who only look. */
  limitReads: Limit;
  /** Roles that the caller sees and that members of a department can hold, with what each grants. */
  requireGivable(context: CallContext, groupOID: string, roleOIDs: readonly string[]): Promise<void>;
}

type ReadCall = (typeof invitationCalls)['look'];
type Request<Name extends keyof typeof invitationCalls> = ParsedRequestOf<(typeof invitationCalls)[Name]>;

type Visitor = Pick<CallContext, 'address' | 'correlationId'>;

async function addInvitation(deps: InvitationDeps, request: Request<'add'>, context: CallContext) {
  const { runtime, audit } = deps;
  const { caller } = context;
  const { groupOID, roleOIDs, name = '', phone = '', days } = request;
  requirePhone(phone);
  const code = randomBytes(32).toString('base64url');
  const oid = runtime.newOid();
  const createdAt = new Date(runtime.serverTime());
  const expiresAt = new Date(Math.round(createdAt.getTime()) + days * DAY);
  await runtime.db.transaction().execute(async (trx) => {
    await requireStanding(trx, caller, groupOID);
    await deps.requireGivable(context, groupOID, roleOIDs);
    if ((await countOpen(trx, caller.groupRoot, createdAt)) >= limits.member.invitationsOpen)
      throw invalidField('groupOID', 'tooMany', { max: limits.member.invitationsOpen });
    const { groupRoot, memberOID: createdBy } = caller;
    const made = { oid, groupRoot, groupOID, codeHash: hashOf(code), name, phone, roleOIDs };
    await insertInvitation(trx, { ...made, createdBy, createdAt, expiresAt });
    const detail = { oid, groupOID, roleOIDs, name, expiresAt: expiresAt.getTime() };
    await audit.done(trx, context, 'invitation.add', detail);
  });
  return { oid, code, expiresAt: expiresAt.getTime() };
}

/** Counted before anything is looked at, so that a code is no key to try account names with. */
async function openInvitation({ db }: Pick<Runtime, 'db'>, code: string, at: Date) {
  const invited = await tryInvitation(db, hashOf(code), at);
  if (!invited || invited.tries > limits.member.invitationTries) throw new Refusal('invitationSpent');
  return invited;
}

async function acceptInvitation(
  deps: InvitationDeps,
  request: Request<'accept'>,
  visitor: Visitor,
): Promise<{ account: string }> {
  const { runtime, audit, passwords } = deps;
  const { db } = runtime;
  const now = (): Date => new Date(runtime.serverTime());
  const { code, account, name, phone = '', password } = request;
  if (!(await isOpen(db, hashOf(code), now()))) throw new Refusal('invitationSpent');
  // The rules are the same for every account, and breaking one costs no try.
  requireAccount(account);
  requirePhone(phone);
  requirePassword(password, { form: 'strong', account, field: 'password' });
  const invited = await openInvitation(runtime, code, now());
  const passwordHash = await passwords.hash(password);
  const oid = runtime.newOid();
  await db.transaction().execute(async (trx) => {
    const { groupRoot, groupOID } = invited;
    const roles = await rolesStillGiven(trx, invited);
    if (!roles) throw new Refusal('invitationSpent');
    const member = { oid, groupRoot, groupOID, account, name, passwordHash };
    await withFreeAccount(insertMember(trx, { ...member, mustChange: false, service: false }, roles));
    await updateMembers(trx, [oid], { phone: phone || null });
    if (!(await markAccepted(trx, invited.oid, { memberOID: oid, at: now() })))
      throw new Refusal('invitationSpent');
    await audit.write(trx, {
      groupRoot,
      memberOID: oid,
      address: visitor.address,
      correlationId: visitor.correlationId,
      action: 'invitation.accept',
      outcome: 'done',
      detail: { oid: invited.oid, account: accountKey(account), groupOID, roles },
    });
  });
  return { account: accountKey(account) };
}

const createInvitations = (deps: InvitationDeps) =>
  createList<typeof invitationList, Invitation>(
    {
      list: invitationList,
      word: 'invitation',
      present(rows, { caller, language }) {
        const now = deps.runtime.serverTime();
        const allowed = allowedWords(caller.resources, [invitationCalls.remove]);
        return rows.map(({ acceptedAt, ...row }) => ({
          ...row,
          roles: roleNames(row.roles, language),
          state: acceptedAt === null ? (row.expiresAt <= now ? 'expired' : 'open') : 'accepted',
          allowed,
        }));
      },
      removed: (rows) => ({ invitations: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

/** Links with which people make their own accounts. */
export function invitationEndpoints(deps: InvitationDeps): Endpoint[] {
  const list = createInvitations(deps);
  const { runtime, audit } = deps;
  const { db } = runtime;
  const now = (): Date => new Date(runtime.serverTime());

  /** Tells nothing but what sending would tell, and costs no try. */
  async function look({ code }: Request<'look'>, visitor: Visitor): Promise<ResponseOf<ReadCall>> {
    await deps.limitReads(visitor.address);
    const behind = await invitationBehind(db, hashOf(code), now());
    if (behind?.state !== 'open') return { state: behind?.state ?? 'gone' };
    const stands = behind.tries < limits.member.invitationTries && (await rolesStillGiven(db, behind));
    return { state: stands ? 'open' : 'gone' };
  }

  async function accept(request: Request<'accept'>, visitor: Visitor): Promise<{ account: string }> {
    const { address, correlationId } = visitor;
    /** Nobody is signed in: only the invitation tells whose log it belongs to. */
    const refused = async ({ reason }: Refusal): Promise<void> => {
      const behind = await invitationBehind(db, hashOf(request.code), now());
      const detail = { reason, oid: behind?.oid, account: accountKey(request.account) };
      const entry = { address, correlationId, action: 'invitation.accept', outcome: 'refused', detail };
      await audit.write(db, { ...entry, groupRoot: behind?.groupRoot ?? null });
    };
    await deps.limitAddress(address, () => refused(new Refusal('tooManyRequests')));
    try {
      return await acceptInvitation(deps, request, visitor);
    } catch (error) {
      if (error instanceof Refusal) await refused(error);
      throw error;
    }
  }

  return serveList(invitationCalls, list, {
    query: ({ state, ...filter }, context) =>
      list.query({ ...filter, state: state && { state, now: now() } }, context),
    add: (request, context) => addInvitation(deps, request, context),
    look,
    accept,
  });
}
