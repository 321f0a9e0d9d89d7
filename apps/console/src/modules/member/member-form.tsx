import { memberCalls, type MemberRecord, type SavedMember } from '@eyrie/domain';
import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useOrganisationZone } from '../../platform/display.ts';
import {
  DayInput,
  lastDay,
  RecordForm,
  type OwnField,
  type RecordFormRoom,
} from '../../platform/list/index.ts';
import { serverTime } from '../../platform/server-time.ts';
import type { DepartmentChoice } from './department-choice.ts';
import { account, password, phone, trimmed, unlessEmpty } from './member-form.rules.ts';
import { RoleSelect } from './role-select.tsx';

export interface MemberFormProps {
  /** Null: a new one. */
  member: MemberRecord | null;
  /** Department of a new one. */
  groupOID: string;
  groupName: string;
  department: DepartmentChoice;
  onClose: () => void;
  onDone: (saved: SavedMember) => void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function PasswordInput({ id, value, onChange }: OwnField): ReactNode {
  return (
    <Input.Password
      id={id}
      value={text(value)}
      autoComplete="new-password"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The form of a member; `zone` is that of the organisation, in which the last day lies. */
const formOf = (
  { member, groupName, department }: MemberFormProps,
  zone: string,
  until: ReturnType<typeof lastDay>,
): RecordFormRoom => ({
  word: 'member',
  also: ['invitation', 'department', 'role'],
  saved: 'member.saved',
  refusals: { accountTaken: 'account', roleElsewhere: 'roleOIDs', grantBeyondOwn: 'roleOIDs' },
  history: memberCalls.history,
  labels: { enabled: 'member.enabled' },
  fields: {
    name: { label: 'member.name', required: true },
    account: {
      label: 'field.account',
      hint: 'member.accountHint',
      dir: 'auto',
      required: true,
      check: account,
    },
    groupOID: {
      label: 'field.department',
      required: true,
      field: ({ id, value, onChange }) =>
        department({ id, value: text(value), name: member?.groupName ?? groupName, onChange }),
    },
    roleOIDs: {
      label: 'member.roles',
      // Roles reach a department: with another one they are judged anew.
      sentWith: 'groupOID',
      field: ({ id, value, values, onChange }) => (
        <RoleSelect
          id={id}
          groupOID={text(values['groupOID'])}
          value={Array.isArray(value) ? value : []}
          held={member?.roles ?? []}
          onChange={onChange}
        />
      ),
    },
    phone: { label: 'member.phone', hint: 'member.phoneHint', dir: 'ltr', check: phone, sends: trimmed },
    password: {
      label: 'field.password',
      hint: member ? 'member.passwordEditHint' : 'member.passwordNewHint',
      check: password,
      sends: unlessEmpty,
      field: (field) => <PasswordInput {...field} />,
    },
    validUntil: {
      label: 'field.validUntil',
      hint: ['member.validUntilHint', { zone }],
      check: until.check,
      sends: until.sends,
      field: (field) => <DayInput {...field} />,
    },
  },
});

/** Makes a member or changes one. */
export function MemberForm(props: MemberFormProps): ReactNode {
  const { member, groupOID, onClose, onDone } = props;
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  const until = lastDay(zone, now);
  return (
    <RecordForm
      form={formOf(props, zone, until)}
      title={member ? ['member.editTitle', { name: member.name }] : 'member.addTitle'}
      call={memberCalls.save}
      {...(member ? { record: member } : {})}
      begun={{
        groupOID: member?.groupOID ?? groupOID,
        roleOIDs: member?.roles.map(({ oid }) => oid) ?? [],
        password: '',
        validUntil: until.shown(member?.validUntil),
      }}
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
