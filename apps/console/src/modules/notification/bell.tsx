import { Drawer, Icon, loadStateOf } from '@eyrie/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotificationsFollow, useUnreadCount } from './notification.queries.ts';
import './notification.css';

const shownMost = 99;

/** How much the member has not read, and the list of it all beside the page. */
export function Bell(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnreadCount();
  const load = loadStateOf(unread);
  const count = load.kind === 'current' ? (unread.data?.count ?? 0) : 0;
  const unknown = load.kind === 'failed' || load.kind === 'stale';
  useNotificationsFollow();
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const label = unknown ? text('notification.bellUnknown') : text('notification.bell', { count });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="header-button bell"
        aria-label={label}
        aria-expanded={open}
        title={label}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        {unknown ? (
          <span className="bell-count bell-unknown" aria-hidden>
            ?
          </span>
        ) : null}
        {count > 0 ? (
          <span className="bell-count" aria-hidden>
            {figures.amount(Math.min(count, shownMost), undefined, 0)}
            {count > shownMost ? '+' : null}
          </span>
        ) : null}
      </button>
      <span className="ey-hidden" role="status">
        {label}
      </span>
      <Drawer
        open={open}
        width={420}
        title={text('notification.title')}
        onClose={close}
        footer={
          <a href="#/personalInfo?tab=notifications" onClick={() => setOpen(false)}>
            {text('notification.settings')}
          </a>
        }
      >
        <NotificationList onLeave={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
