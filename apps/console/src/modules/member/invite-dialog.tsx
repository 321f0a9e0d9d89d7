import { invitationCalls, isPhone, limits, type Invitation } from '@eyrie/domain';
import { DataTable, Dialog, EmptyPage, type DataColumns } from '@eyrie/ui';
import { Button, Form, Input, InputNumber, Tabs } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useConfirmDeletion } from '../../platform/deletion.ts';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useInvitationRemove, useInvitations, useInvite } from './member.queries.ts';
import { RoleSelect } from './role-select.tsx';
import { SecretField } from './secret-dialog.tsx';
import './people.css';

/** Where an invitation is taken up. The code stands behind the hash, which browsers send to no server. */
const linkOf = (code: string): string => `${location.origin}${location.pathname}#/invitation?code=${code}`;
const usualDays = 7;

function NewInvitation({
  department,
  groupOID: start,
  groupName,
}: Omit<InviteDialogProps, 'onClose'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const [groupOID, setGroupOID] = useState(start);
  const [roleOIDs, setRoles] = useState<string[]>([]);
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [days, setDays] = useState(usualDays);
  const [made, setMade] = useState<{ code: string; expiresAt: number } | null>(null);
  const invite = useInvite();
  const wrongPhone = !isPhone(phone.trim());
  const send = (): void => {
    if (wrongPhone || invite.isPending) return;
    invite.mutate(
      { groupOID, roleOIDs, name: name.trim(), phone: phone.trim(), days },
      { onSuccess: setMade },
    );
  };
  if (made)
    return (
      <div className="member-import" role="status">
        <p>{text('member.inviteLinkHint', { time: figures.time(made.expiresAt) })}</p>
        <SecretField label={text('member.inviteLink')} value={linkOf(made.code)} />
        <Button onClick={() => setMade(null)}>{text('member.inviteNew')}</Button>
      </div>
    );
  return (
    <Form layout="vertical" onFinish={send} className="member-dialog">
      <Form.Item label={text('member.department')} htmlFor={`${id}department`} required>
        {department({
          id: `${id}department`,
          value: groupOID,
          name: groupName,
          onChange: (next) => {
            setGroupOID(next);
            setRoles([]);
          },
        })}
      </Form.Item>
      <Form.Item label={text('member.roles')} htmlFor={`${id}roles`}>
        <RoleSelect id={`${id}roles`} groupOID={groupOID} value={roleOIDs} onChange={setRoles} />
      </Form.Item>
      <Form.Item label={text('member.inviteName')} htmlFor={`${id}name`}>
        <Input
          id={`${id}name`}
          value={name}
          maxLength={limits.member.nameMax}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
      <Form.Item
        label={text('member.phone')}
        htmlFor={`${id}phone`}
        {...(wrongPhone ? { validateStatus: 'error', help: text('issue.phone') } : {})}
      >
        <Input
          id={`${id}phone`}
          dir="ltr"
          value={phone}
          maxLength={limits.member.phoneMax}
          onChange={({ target }) => setPhone(target.value)}
        />
      </Form.Item>
      <Form.Item label={text('member.inviteDays')} htmlFor={`${id}days`}>
        <InputNumber
          id={`${id}days`}
          min={1}
          max={limits.member.invitationDaysMost}
          precision={0}
          value={days}
          onChange={(next) => setDays(next ?? usualDays)}
        />
      </Form.Item>
      <Allowed call={invitationCalls.add}>
        <Button
          type="primary"
          htmlType="submit"
          loading={invite.isPending}
          disabled={wrongPhone}
          title={wrongPhone ? text('app.fillIn') : undefined}
        >
          {text('member.inviteMake')}
        </Button>
      </Allowed>
    </Form>
  );
}

const useColumns = (onRemove: (one: Invitation) => void): DataColumns<Invitation> => {
  const text = useText();
  const figures = useFigures();
  return [
    {
      title: text('member.name'),
      width: 120,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name || '–'}</bdi>,
    },
    {
      title: text('member.department'),
      width: 120,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    { title: text('member.state'), width: 90, render: (_, { state }) => text(`member.inviteState.${state}`) },
    {
      title: text('member.inviteExpires'),
      width: 170,
      render: (_, { expiresAt }) => <bdi>{figures.time(expiresAt)}</bdi>,
    },
    {
      title: text('member.inviteBy'),
      width: 110,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 90,
      render: (_, one) => (
        <Allowed call={invitationCalls.remove} record={one}>
          <RowAction
            icon="trash"
            danger
            label={text('member.inviteWithdraw')}
            onClick={() => onRemove(one)}
          />
        </Allowed>
      ),
    },
  ];
};

function Invitations(): ReactNode {
  const text = useText();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const { data, isPending } = useInvitations(page);
  const confirmDeletion = useConfirmDeletion();
  const remove = useInvitationRemove();
  const withdraw = async (one: Invitation): Promise<void> => {
    if (!(await confirmDeletion(text('member.inviteWithdrawTitle')))) return;
    remove.mutate([one.oid], { onSuccess: () => showToast('success', text('member.inviteWithdrawn')) });
  };
  const columns = useColumns((one) => void withdraw(one));
  return (
    <div className="member-invitations">
      <DataTable<Invitation>
        label={text('member.inviteList')}
        dense
        columns={columns}
        rows={data?.list ?? []}
        rowKey={(one) => one.oid}
        loading={isPending}
        minWidth={700}
        paging={{
          ...page,
          total: data?.total ?? 0,
          onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
        }}
        empty={<EmptyPage icon="person" sentence={text('member.inviteNone')} />}
      />
    </div>
  );
}

export interface InviteDialogProps {
  groupOID: string;
  groupName: string;
  /** Draws the choice of a department. */
  department: (field: {
    id: string;
    value: string;
    name: string;
    onChange: (oid: string) => void;
  }) => ReactNode;
  onClose: () => void;
}

/** Makes links with which people make their own accounts, and withdraws them. */
export function InviteDialog({ onClose, ...start }: InviteDialogProps): ReactNode {
  const text = useText();
  return (
    <Dialog open title={text('member.inviteTitle')} width={720} onClose={onClose}>
      <Tabs
        items={[
          { key: 'new', label: text('member.inviteNew'), children: <NewInvitation {...start} /> },
          { key: 'list', label: text('member.inviteList'), children: <Invitations /> },
        ]}
      />
    </Dialog>
  );
}
