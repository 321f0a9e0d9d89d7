import type { LinkOwner } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MemberRow } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';

/** Whether a link would sign in somebody else than who is signed in where it was opened. */
export const isOthers = (member: MemberRow, memberOID: string | undefined): boolean =>
  memberOID !== undefined && memberOID !== member.oid && member.enabled;

/** The refusal that names the owner of a link, which stays unspent. */
export async function otherAccount(
  organisation: Pick<OrganisationRoom, 'find'>,
  { account, name, groupRoot }: MemberRow,
): Promise<Refusal> {
  const organisationName = (await organisation.find(groupRoot))?.name ?? '';
  return new Refusal('otherAccount', { data: { account, name, organisationName } satisfies LinkOwner });
}
