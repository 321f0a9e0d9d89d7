import { departmentCalls, invitationCalls, memberCalls, roleCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

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

/** A change of members shows in lists, in the counts of the tree, and with the roles they hold. */
const useMemberChange = <Request, Answer>(work: (request: Request) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async () => {
      await Promise.all(
        [['member'], ['invitation'], ['department'], ['role']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
};

export const useMemberMove = () =>
  useMemberChange((request: RequestOf<typeof departmentCalls.moveMembers>) =>
    call(departmentCalls.moveMembers, request),
  );
export const useInvite = () =>
  useMemberChange((request: RequestOf<typeof invitationCalls.add>) => call(invitationCalls.add, request));

export const useOwnPhone = () =>
  useQuery({
    queryKey: ['member', 'phone'],
    queryFn: ({ signal }) => call(memberCalls.phone, {}, { signal }),
  });
export const usePhoneEdit = () =>
  useMemberChange((phone: string) => call(memberCalls.editPhone, { phone }, { toast: false }));
