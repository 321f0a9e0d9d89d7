import type { MemberRecord } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { DepartmentSelect } from '../../modules/department/index.ts';
import { useMemberMove } from '../../modules/member/administration/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

export interface MoveMembersProps {
  members: readonly MemberRecord[];
  onClose: () => void;
  onDone: () => void;
}

/** Moves members into another department. */
export function MoveMembers({ members, onClose, onDone }: MoveMembersProps): ReactNode {
  const text = useText();
  const id = useId();
  const [groupOID, setGroupOID] = useState<string | null>(null);
  const move = useMemberMove();
  const go = (): void => {
    if (groupOID === null || move.isPending) return;
    move.mutate(
      { groupOID, userOIDs: members.map((member) => member.oid) },
      {
        onSuccess: () => {
          showToast('success', text('member.moved'));
          onDone();
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={text('member.moveTitle', { count: members.length })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={groupOID === null}
            title={groupOID === null ? text('department.chooseTarget') : undefined}
            loading={move.isPending}
            onClick={go}
          >
            {text('department.moveDo')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={go}>
        <Form.Item label={text('department.moveTo')} htmlFor={`${id}to`} extra={text('member.moveHint')}>
          <DepartmentSelect id={`${id}to`} value={groupOID} onChange={setGroupOID} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
