import { Dialog } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { SignInForm } from '../modules/member/index.ts';
import { closeSession, useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';

/**
 * Over a page whose session was lost: what was typed stays in sight, and goes on after signing in again. Leaving it
 * loses that, so it is asked first.
 */
export function SessionEnded(): ReactNode {
  const text = useText();
  const ended = useSession((session) => session.status === 'ended');
  const account = useSession((session) => session.user?.account);
  return (
    <Dialog
      open={ended}
      title={text('shell.sessionEndedTitle')}
      onClose={() => closeSession('ended')}
      unsaved
      question={text('shell.sessionLeave')}
    >
      <p>{text('shell.sessionEndedText')}</p>
      <SignInForm {...(account === undefined ? {} : { account })} />
    </Dialog>
  );
}
