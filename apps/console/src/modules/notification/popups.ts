import { notificationLink, type NotificationMessage, type NotificationRecord } from '@eyrie/domain';
import { create } from 'zustand';
import { soundAlarm } from '../../platform/alarm-sound.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { markSeen, unseenAlarms } from './notification.queries.ts';

export type Popup = Pick<NotificationRecord, 'oid' | 'kind' | 'level' | 'values' | 'at' | 'link'>;

/** What stands over every page until a person has put it away. */
export const usePopups = create<{ popups: readonly Popup[] }>(() => ({ popups: [] }));

const kept = 5;

const add = (fresh: readonly Popup[]): void =>
  usePopups.setState(({ popups }) => {
    const known = new Set(fresh.map((one) => one.oid));
    return {
      popups: [...fresh, ...popups.filter((one) => !known.has(one.oid))]
        .toSorted((a, b) => b.at - a.at)
        .slice(0, kept),
    };
  });

const drop = (oids: readonly string[] | null): void =>
  usePopups.setState(({ popups }) => ({
    popups: oids === null ? [] : popups.filter((one) => !oids.includes(one.oid)),
  }));

/** Puts one away here and, when the server can be reached, in the member's other windows. */
export const putAway = (oid: string): void => {
  drop([oid]);
  markSeen(oid).catch(() => undefined);
};

const heard = (told: NotificationMessage): void => {
  if (told.change === 'seen') {
    drop(told.oids);
    return;
  }
  if (told.popup) add([{ ...told, link: notificationLink(told.kind, told.values) }]);
  if (told.sound) soundAlarm();
};

/** Alarms from before this page was loaded are still to be seen. */
export const recallAlarms = (): void => {
  unseenAlarms(kept)
    .then(({ list }) => add(list))
    .catch(() => undefined);
};

/** Takes in notifications from the live connection; returns a function that stops it. */
export const collectPopups = (): (() => void) => {
  const stop = onLiveMessage((message) => {
    if (message.name === 'notification') heard(message.data as NotificationMessage);
  });
  recallAlarms();
  return () => {
    stop();
    usePopups.setState({ popups: [] });
  };
};
