import { notificationCalls, notificationLevels, type NotificationRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { useReadAll } from './notification.queries.ts';
import { levelState, useNotificationWords } from './notification-words.ts';
import './notification.css';

function Message({ notification }: { notification: NotificationRecord }): ReactNode {
  const text = useText();
  const words = useNotificationWords();
  const unread = notification.readAt === null;
  return (
    <span className={unread ? 'notification notification-unread' : 'notification'}>
      <StateSymbol state={levelState[notification.level]} word={words(notification)} />
      {unread ? <span className="ey-hidden">{text('notification.unread')}</span> : null}
    </span>
  );
}

function ReadAll(): ReactNode {
  const text = useText();
  const { mutate, isPending } = useReadAll();
  return (
    <Allowed call={notificationCalls.read}>
      <Button loading={isPending} onClick={() => mutate()}>
        {text('notification.readAll')}
      </Button>
    </Allowed>
  );
}

const markRead = ({ oid }: NotificationRecord) => ({
  call: notificationCalls.read,
  request: { oids: [oid] },
});

const notificationList = listRoom({
  word: 'notification',
  title: 'notification.title',
  icon: 'bell',
  calls: { query: notificationCalls.query },
  filters: {
    unread: { kind: 'flag', label: 'notification.unread' },
    level: {
      kind: 'choice',
      label: 'notification.level',
      any: 'notification.anyLevel',
      options: choices(notificationLevels, 'notification.level'),
    },
  },
  none: 'notification.none',
  noneFound: 'notification.noneFound',
  nameOf: ({ kind }) => kind,
  head: () => <ReadAll />,
  actionsWidth: 124,
  columns: ({ text, figures }) => [
    {
      title: text('notification.message'),
      width: 240,
      render: (_, notification) => <Message notification={notification} />,
    },
    {
      title: text('notification.at'),
      fold: 1,
      width: 120,
      render: (_, { at }) => <time>{figures.time(at)}</time>,
    },
  ],
  actions: [
    {
      icon: 'eye',
      label: 'notification.show',
      fits: ({ link }) => link !== null,
      run: (notification, { change, navigate }) => {
        if (notification.readAt === null) change(markRead(notification));
        void navigate(notification.link ?? '');
      },
    },
    {
      icon: 'check',
      label: 'notification.readOne',
      call: notificationCalls.read,
      fits: ({ readAt }) => readAt === null,
      run: (notification, { change }) => change(markRead(notification)),
    },
    {
      icon: 'trash',
      label: 'app.delete',
      danger: true,
      call: notificationCalls.remove,
      run: ({ oid }, { change }) => change({ call: notificationCalls.remove, request: { oids: [oid] } }),
    },
  ],
});

/** Everything the member was told, newest first. */
export function NotificationList(): ReactNode {
  return (
    <div className="notifications">
      <ListView tab local room={notificationList} />
    </div>
  );
}
