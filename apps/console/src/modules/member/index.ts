export { ChangePasswordForm } from './change-password-form.tsx';
export { SignInForm } from './sign-in-form.tsx';
export { ImportDialog } from './import-dialog.tsx';
export { InviteDialog } from './invite-dialog.tsx';
export { MemberForm } from './member-form.tsx';
export { MemberTable } from './member-table.tsx';
export {
  useDepartmentRoles,
  useMemberEnable,
  useMemberMove,
  useMemberRemove,
  useMemberReset,
  useMembers,
  type MemberFilters,
} from './member.queries.ts';
export { PhoneForm } from './phone-form.tsx';
export { SecretDialog } from './secret-dialog.tsx';
