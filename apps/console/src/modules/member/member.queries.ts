import {
  departmentCalls,
  invitationCalls,
  memberCalls,
  roleCalls,
  sessionCalls,
  type RequestOf,
} from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type MemberFilters = RequestOf<typeof departmentCalls.members>;

export const useMembers = (filters: MemberFilters, enabled: boolean) =>
  useQuery({
    queryKey: ['member', 'list', filters],
    queryFn: ({ signal }) => call(departmentCalls.members, filters, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

/** Roles that the member may give to others. */
export const useGrantableRoles = () =>
  useQuery({
    queryKey: ['role', 'grantable'],
    queryFn: ({ signal }) => call(memberCalls.grantableRoles, {}, { signal }),
  });

/** Roles that members of a department can hold. */
export const useDepartmentRoles = (groupOID: string | null) =>
  useQuery({
    queryKey: ['role', 'department', groupOID],
    queryFn: ({ signal }) => call(roleCalls.forDepartment, { groupOID: groupOID ?? '' }, { signal }),
    enabled: groupOID !== null,
  });

export const useInvitations = (filters: RequestOf<typeof invitationCalls.query>) =>
  useQuery({
    queryKey: ['member', 'invitations', filters],
    queryFn: ({ signal }) => call(invitationCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** A change of members shows in lists, in the counts of the tree, and with the roles they hold. */
const useMemberChange = <Request, Answer>(work: (request: Request) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async () => {
      await Promise.all(
        [['member'], ['department'], ['role']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
};

export const useMemberSave = () =>
  useMemberChange((request: RequestOf<typeof memberCalls.save>) =>
    call(memberCalls.save, request, { toast: false }),
  );
export const useMemberRemove = () => useMemberChange((oids: string[]) => call(memberCalls.remove, { oids }));
export const useMemberEnable = () =>
  useMemberChange((request: RequestOf<typeof memberCalls.setEnabled>) =>
    call(memberCalls.setEnabled, request),
  );
export const useMemberReset = () =>
  useMemberChange((oid: string) => call(memberCalls.resetPassword, { oid }));
/** For a member who has lost the authenticator app. */
export const useAuthenticatorReset = () =>
  useMemberChange((oid: string) => call(sessionCalls.authenticatorReset, { oid }));
export const useMemberMove = () =>
  useMemberChange((request: RequestOf<typeof departmentCalls.moveMembers>) =>
    call(departmentCalls.moveMembers, request),
  );
export const useInvite = () =>
  useMemberChange((request: RequestOf<typeof invitationCalls.add>) => call(invitationCalls.add, request));
export const useInvitationRemove = () =>
  useMemberChange((oids: string[]) => call(invitationCalls.remove, { oids }));

export const useOwnPhone = () =>
  useQuery({
    queryKey: ['member', 'phone'],
    queryFn: ({ signal }) => call(memberCalls.phone, {}, { signal }),
  });
export const usePhoneEdit = () =>
  useMemberChange((phone: string) => call(memberCalls.editPhone, { phone }, { toast: false }));
