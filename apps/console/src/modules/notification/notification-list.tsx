import { notificationCalls, type NotificationRecord } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { useNotifications, useRead, useRemove, type NotificationFilter } from './notification.queries.ts';
import { levelState, useNotificationWords } from './notification-words.ts';
import './notification.css';

const filters = {
  all: {},
  unread: { unread: true },
  alarm: { level: 'alarm' },
} as const satisfies Record<string, NotificationFilter>;
type FilterName = keyof typeof filters;

interface ItemProps {
  notification: NotificationRecord;
  onLeave: () => void;
}

function Item({ notification, onLeave }: ItemProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useNotificationWords();
  const read = useRead();
  const removal = useRemove();
  const unread = notification.readAt === null;
  const markRead = (): void => {
    if (unread) read.mutate([notification.oid]);
  };
  return (
    <li className={unread ? 'notification notification-unread' : 'notification'}>
      <StateSymbol state={levelState[notification.level]} word={words(notification)} />
      {unread ? <span className="ey-hidden">{text('notification.unread')}</span> : null}
      <div className="notification-foot">
        <time>{figures.time(notification.at)}</time>
        {notification.link ? (
          <a
            href={`#${notification.link}`}
            onClick={() => {
              markRead();
              onLeave();
            }}
          >
            {text('notification.show')}
          </a>
        ) : null}
        <span className="notification-space" />
        {unread ? (
          <Allowed call={notificationCalls.read} record={notification}>
            <RowAction icon="check" label={text('notification.readOne')} onClick={markRead} />
          </Allowed>
        ) : null}
        <Allowed call={notificationCalls.remove} record={notification}>
          <RowAction
            icon="trash"
            danger
            label={text('app.delete')}
            onClick={() => removal.mutate([notification.oid])}
          />
        </Allowed>
      </div>
    </li>
  );
}

/** A page that slid down while new ones came brings some twice. */
const once = (rows: readonly NotificationRecord[]): NotificationRecord[] => [
  ...new Map(rows.map((row) => [row.oid, row])).values(),
];

/** Everything the member was told, newest first. */
export function NotificationList({ onLeave }: { onLeave: () => void }): ReactNode {
  const text = useText();
  const [name, setName] = useState<FilterName>('all');
  const answer = useNotifications(filters[name]);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = answer;
  const read = useRead();
  const rows = once((data?.pages ?? []).flatMap((one) => one.list));
  return (
    <>
      <div className="notification-head">
        <Segmented<FilterName>
          aria-label={text('notification.title')}
          value={name}
          onChange={setName}
          options={[
            { value: 'all', label: text('notification.all') },
            { value: 'unread', label: text('notification.unread') },
            { value: 'alarm', label: text('notification.level.alarm') },
          ]}
        />
        <Allowed call={notificationCalls.read}>
          <Button size="small" loading={read.isPending} onClick={() => read.mutate(null)}>
            {text('notification.readAll')}
          </Button>
        </Allowed>
      </div>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          rows.length === 0 ? (
            <EmptyPage
              icon="bell"
              sentence={text(name === 'unread' ? 'notification.noneUnread' : 'notification.none')}
            />
          ) : null
        }
      </Loaded>
      <ul className="notifications" aria-label={text('notification.title')}>
        {rows.map((notification) => (
          <Item key={notification.oid} notification={notification} onLeave={onLeave} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('notification.more')}
        </Button>
      ) : null}
    </>
  );
}
