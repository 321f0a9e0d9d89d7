import { Dialog } from '@eyrie/ui';
import { Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { InvitationList } from './invitation-list.tsx';
import { NewInvitation, type NewInvitationProps } from './new-invitation.tsx';

export interface InviteDialogProps extends Omit<NewInvitationProps, 'onKept'> {
  onClose: () => void;
}

/** Makes links with which people make their own accounts, and withdraws them. */
export function InviteDialog({ onClose, ...start }: InviteDialogProps): ReactNode {
  const text = useText();
  const [kept, setKept] = useState(true);
  return (
    <Dialog
      open
      title={text('member.inviteTitle')}
      width={720}
      unsaved={!kept}
      question={text('member.inviteNotCopied')}
      onClose={onClose}
    >
      <Tabs
        items={[
          {
            key: 'new',
            label: text('member.inviteNew'),
            children: <NewInvitation {...start} onKept={setKept} />,
          },
          { key: 'list', label: text('member.inviteList'), children: <InvitationList /> },
        ]}
      />
    </Dialog>
  );
}
