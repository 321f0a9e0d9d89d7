import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { signOut, useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';
import { useCameByLink } from './link-question.ts';
import './viewing-banner.css';

/** Names the account that a link signed in, until somebody has taken note: the link may have been made by anybody. */
export function LinkBanner(): ReactNode {
  const text = useText();
  const unread = useCameByLink((state) => state.unread);
  const user = useSession((session) => session.user);
  if (!unread || !user) return null;
  const read = (): void => useCameByLink.setState({ unread: false });
  const leave = async (): Promise<void> => {
    read();
    await signOut();
  };
  const { name, account, organisationName: organisation } = user;
  return (
    <div className="viewing-banner" role="status">
      <Icon name="person" size={16} />
      <span>{text('link.signedInAs', { name, account, organisation })}</span>
      <Button size="small" onClick={read}>
        {text('link.understood')}
      </Button>
      <Button size="small" onClick={() => void leave()}>
        {text('login.signOut')}
      </Button>
    </div>
  );
}
