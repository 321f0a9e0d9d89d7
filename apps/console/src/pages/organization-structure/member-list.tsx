import {
  departmentCalls,
  licenceCalls,
  memberCalls,
  sessionCalls,
  type DepartmentRecord,
  type MemberRecord,
} from '@eyrie/domain';
import { FilterChoice, loadStateOf, type DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  LicencesOf,
  MemberForm,
  MemberState,
  SecretDialog,
  useDepartmentRoles,
} from '../../modules/member/administration/index.ts';
import {
  choices,
  listRoom,
  type BeginAction,
  type BulkAction,
  type CellTools,
  type ListDialog,
  type RecordAction,
} from '../../platform/list/index.ts';
import { currentSession } from '../../platform/session.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { departmentField } from './department-field.tsx';
import { MoveMembers } from './move-members.tsx';

type Show = (dialog: ListDialog) => void;

const secretDialog = (name: string, password: string): ListDialog => ({
  title: 'member.title',
  bare: true,
  content: (onClose) => <SecretDialog {...{ name, password, onClose }} />,
});

/** The form of a member, null: of a new one. The password that was made for one is shown after it. */
const memberForm = (
  member: MemberRecord | null,
  { oid, name }: DepartmentRecord,
  show: Show,
): ListDialog => ({
  title: 'member.title',
  bare: true,
  content: (onClose) => (
    <MemberForm
      member={member}
      groupOID={oid}
      groupName={name}
      department={departmentField}
      onClose={onClose}
      onDone={(saved) => {
        onClose();
        if (saved.initialPassword) show(secretDialog(saved.name, saved.initialPassword));
      }}
    />
  ),
});

export const beginMember = (department: DepartmentRecord): BeginAction => ({
  icon: 'plus',
  label: 'member.add',
  call: memberCalls.save,
  run: ({ dialog }) => dialog(memberForm(null, department, dialog)),
});

interface RoleFilterProps {
  groupOID: string;
  value: string | null;
  onChange: (oid: string | null) => void;
}

function RoleFilter({ groupOID, value, onChange }: RoleFilterProps): ReactNode {
  const text = useText();
  const roles = useDepartmentRoles(groupOID);
  return (
    <FilterChoice
      label={text('member.roles')}
      any={text('member.anyRole')}
      width={170}
      value={value}
      load={loadStateOf(roles)}
      options={(roles.data ?? []).map((one) => ({ value: one.oid, label: one.name }))}
      onChange={onChange}
    />
  );
}

/** Two lines before anything is cut: beside the tree of departments the columns are narrow. */
const words = (shown: string, title = shown): ReactNode => (
  <bdi className="member-words" title={title}>
    {shown}
  </bdi>
);

const oidsOf = (members: readonly MemberRecord[]): string[] => members.map(({ oid }) => oid);

/** Enables members at once; disables them after asking, as it ends what they are doing. */
const setEnabled = (members: readonly MemberRecord[], enabled: boolean, text: TextOf) => ({
  call: memberCalls.setEnabled,
  request: { oids: oidsOf(members), enabled },
  done: enabled ? ('member.enabled' as const) : ('member.disabled' as const),
  ...(enabled
    ? {}
    : {
        ask: {
          title:
            members.length === 1
              ? text('member.disableTitle', { name: members[0]?.name ?? '' })
              : text('member.disableManyTitle', { count: members.length }),
          content: text('member.disableHint'),
          verb: text('member.disable'),
        },
      }),
});

/** Nobody changes themselves, nor whoever has more rights. */
const because = ({ oid }: MemberRecord) =>
  oid === currentSession().user?.oid ? ('refusal.ownRights' as const) : ('refusal.superior' as const);

const memberColumns = ({
  text,
  figures,
  rows,
}: CellTools & { rows: readonly MemberRecord[] }): DataColumns<MemberRecord> => [
  { title: text('member.name'), width: 100, render: (_, { name }) => words(name) },
  { title: text('field.account'), width: 112, render: (_, { account }) => words(account) },
  {
    title: text('member.state'),
    width: 118,
    render: (_, member) => <MemberState member={member} />,
  },
  {
    title: text('member.roles'),
    fold: 1,
    width: 114,
    render: (_, { roles }) => {
      const names = roles.map((role) => role.name);
      return words(names.join(' · ') || '–', names.join('\n'));
    },
  },
  {
    title: text('field.department'),
    fold: 3,
    width: 102,
    render: (_, { groupName }) => words(groupName),
  },
  {
    title: text('member.phone'),
    fold: 4,
    width: 106,
    render: (_, { phone }) => <bdi dir="ltr">{phone || '–'}</bdi>,
  },
  {
    // Few members end on a day.
    hidden: rows.every(({ validUntil }) => validUntil === null),
    title: text('field.validUntil'),
    fold: 2,
    width: 170,
    render: (_, { validUntil }) => <bdi>{figures.time(validUntil)}</bdi>,
  },
];

/** The licences with which a member flies. */
const licences: RecordAction<MemberRecord> = {
  icon: 'calendar',
  label: 'licence.title',
  call: licenceCalls.query,
  run: ({ oid, name }, { dialog, text }) =>
    dialog({
      title: 'licence.title',
      width: 560,
      content: () => <LicencesOf memberOID={oid} label={text('licence.of', { name })} />,
    }),
};

/** What may be done with one of them. */
const memberActions = (department: DepartmentRecord): RecordAction<MemberRecord>[] => [
  {
    icon: 'edit',
    label: 'member.edit',
    call: memberCalls.save,
    because,
    run: (member, { dialog }) => dialog(memberForm(member, department, dialog)),
  },
  licences,
  {
    icon: 'pause',
    label: 'member.disable',
    call: memberCalls.setEnabled,
    because,
    fits: ({ enabled }) => enabled,
    run: (member, { change, text }) => change(setEnabled([member], false, text)),
  },
  {
    icon: 'play',
    label: 'member.enable',
    call: memberCalls.setEnabled,
    because,
    fits: ({ enabled }) => !enabled,
    run: (member, { change, text }) => change(setEnabled([member], true, text)),
  },
  {
    icon: 'key',
    label: 'member.reset',
    call: memberCalls.resetPassword,
    because,
    run: ({ oid, name }, { change, dialog, text }) =>
      change({
        call: memberCalls.resetPassword,
        request: { oid },
        ask: {
          title: text('member.resetTitle', { name }),
          content: text('member.resetHint'),
          verb: text('member.reset'),
          danger: false,
        },
        after: ({ initialPassword }) => {
          if (initialPassword) dialog(secretDialog(name, initialPassword));
        },
      }),
  },
  {
    icon: 'lock',
    label: 'member.authenticatorReset',
    danger: true,
    call: sessionCalls.authenticatorReset,
    because,
    fits: ({ authenticator }) => authenticator,
    run: ({ oid, name }, { change, text }) =>
      change({
        call: sessionCalls.authenticatorReset,
        request: { oid },
        done: 'member.authenticatorGone',
        ask: {
          title: text('member.authenticatorTitle', { name }),
          content: text('member.authenticatorHint'),
          verb: text('member.authenticatorReset'),
        },
      }),
  },
  {
    icon: 'trash',
    label: 'member.delete',
    danger: true,
    call: memberCalls.remove,
    because,
    run: (member, { remove }) => remove(member),
  },
];

/** What may be done with several at once, beside their deletion. */
const memberBulk: BulkAction<MemberRecord>[] = [
  {
    icon: 'group',
    label: 'member.move',
    call: departmentCalls.moveMembers,
    because,
    run: (members, { dialog, clear }) =>
      dialog({
        title: 'member.move',
        bare: true,
        content: (onClose) => (
          <MoveMembers
            members={members}
            onClose={onClose}
            onDone={() => {
              onClose();
              clear();
            }}
          />
        ),
      }),
  },
  ...[true, false].map((enabled): BulkAction<MemberRecord> => ({
    icon: enabled ? 'play' : 'pause',
    label: enabled ? 'member.enable' : 'member.disable',
    call: memberCalls.setEnabled,
    because,
    run: (members, { change, text, clear }) =>
      change({ ...setEnabled(members, enabled, text), after: clear }),
  })),
];

/** People of a department, with everything that may be done with them. */
export const memberList = (department: DepartmentRecord) =>
  listRoom({
    word: 'member',
    also: ['department', 'role'],
    within: { oid: department.oid },
    title: 'member.title',
    icon: 'person',
    calls: { query: departmentCalls.members, remove: memberCalls.remove },
    filters: {
      keyword: { kind: 'search', label: 'member.search' },
      state: {
        kind: 'choice',
        label: 'member.state',
        any: 'list.anyState',
        options: choices(['enabled', 'disabled'], 'member.state'),
        asks: (state) => ({ enabled: state === 'enabled' }),
      },
      role: {
        kind: 'own',
        field: (field) => <RoleFilter groupOID={department.oid} {...field} />,
        asks: (roleOID) => ({ roleOID }),
      },
      below: { kind: 'flag', label: 'member.below', begun: true },
    },
    none: 'member.none',
    noneFound: 'member.noneFound',
    nameOf: ({ name }) => name,
    begin: beginMember(department),
    actionsWidth: 138,
    columns: memberColumns,
    actions: memberActions(department),
    bulk: memberBulk,
    removal: { title: 'member.deleteTitle', done: 'member.deleted' },
  });
