import { Dialog } from '@eyrie/ui';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { InvitationList } from './invitation-list.tsx';
import { NewInvitation, type NewInvitationProps } from './new-invitation.tsx';

export interface InviteDialogProps extends NewInvitationProps {
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
          { key: 'list', label: text('member.inviteList'), children: <InvitationList /> },
        ]}
      />
    </Dialog>
  );
}
