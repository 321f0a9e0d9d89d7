/** What administers members. Apart from index.ts, which comes with the sign-in page and must stay small. */
export { ImportDialog } from '../import-dialog.tsx';
export { InviteDialog } from '../invite-dialog.tsx';
export { LicencesOf, OwnLicences } from '../licences.tsx';
export { MemberForm } from '../member-form.tsx';
export { MemberState } from '../member-state.tsx';
export { useDepartmentRoles, useMemberMove } from '../member.queries.ts';
export { PhoneForm } from '../phone-form.tsx';
export { SecretDialog } from '../secret-dialog.tsx';
