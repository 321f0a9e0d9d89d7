import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { SignInForm } from '../modules/member/index.ts';
import { closeSession, useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';

/**
 * Over a page whose session was lost: what was typed stays, and goes on after signing in again. The one dialog
 * with an overlay, because nothing on the page can work without a session.
 */
export function SessionEnded(): ReactNode {
  const text = useText();
  const ended = useSession((session) => session.status === 'ended');
  const account = useSession((session) => session.user?.account);
  return (
    <Modal
      open={ended}
      title={text('shell.sessionEndedTitle')}
      width={420}
      centered
      footer={null}
      closable
      keyboard={false}
      mask={{ closable: false }}
      onCancel={() => closeSession('ended')}
      destroyOnHidden
    >
      <p>{text('shell.sessionEndedText')}</p>
      <SignInForm {...(account === undefined ? {} : { account })} />
    </Modal>
  );
}
