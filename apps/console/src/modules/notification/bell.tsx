import { Drawer, Icon, loadStateOf } from '@eyrie/ui';
import { Suspense, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../platform/loading.ts';
import { useFigures } from '../../platform/figures.ts';
import { useDrawer } from '../../platform/list/use-drawer.ts';
import { useText } from '../../platform/text.tsx';
import { useNotificationsFollow, useUnreadCount } from './notification.queries.ts';
import './notification.css';

/** The header is there before any list is. */
const NotificationList = lazyPart(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

const shownMost = 99;

/** How much the member has not read, and the list of it all beside the page. */
export function Bell(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const drawer = useDrawer('bell');
  const open = drawer.open !== null;
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnreadCount();
  const load = loadStateOf(unread);
  const count = load.kind === 'current' ? (unread.data?.count ?? 0) : 0;
  const unknown = load.kind === 'failed' || load.kind === 'stale';
  useNotificationsFollow();
  const close = (): void => {
    drawer.close();
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
        onClick={() => (open ? close() : drawer.show('open'))}
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
        width={600}
        title={text('notification.title')}
        onClose={close}
        footer={
          <a
            href="#/personalInfo?tab=notifications"
            onClick={(event) => {
              event.preventDefault();
              void navigate('/personalInfo?tab=notifications');
            }}
          >
            {text('notification.settings')}
          </a>
        }
      >
        <Suspense fallback={null}>
          <NotificationList />
        </Suspense>
      </Drawer>
    </>
  );
}
