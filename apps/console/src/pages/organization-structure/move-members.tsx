import type { MemberRecord } from '@eyrie/domain';
import { Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { DepartmentSelect } from '../../modules/department/index.ts';
import { useMemberMove } from '../../modules/member/administration/index.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
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
    if (groupOID === null) return;
    const callbacks = {
      onSuccess: () => {
        showToast('success', text('member.moved'));
        onDone();
      },
    };
    move.mutate({ groupOID, userOIDs: members.map((member) => member.oid) }, callbacks);
  };
  return (
    <FormDialog
      title={text('member.moveTitle', { count: members.length })}
      onClose={onClose}
      verb={text('department.moveDo')}
      ready={groupOID !== null}
      why={text('department.chooseTarget')}
      busy={move.isPending}
      onSubmit={go}
    >
      <Form.Item label={text('department.moveTo')} htmlFor={`${id}to`} extra={text('member.moveHint')}>
        <DepartmentSelect id={`${id}to`} value={groupOID} onChange={setGroupOID} />
      </Form.Item>
    </FormDialog>
  );
}
