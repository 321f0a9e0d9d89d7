import { limits, notificationLink, type NotificationMessage } from '@eyrie/domain';
import { create } from 'zustand';
import { soundAlarm } from '../../platform/alarm-sound.ts';
import { useLink } from '../../platform/live.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { markSeen, unseen } from './notification.queries.ts';
import type { Popup } from './popup-fold.ts';

/** What stands over every page until a person has put it away. */
export const usePopups = create<{ popups: readonly Popup[] }>(() => ({ popups: [] }));

/** As many as are asked for at once: those behind the ones that show come up when these are put away. */
const kept = limits.notification.page;

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

/** Puts some away here and, when the server can be reached, in the member's other windows. */
export const putAway = (oids: readonly string[]): void => {
  drop(oids);
  markSeen(oids).catch(() => undefined);
};

const heard = (notification: NotificationMessage): void => {
  if (notification.change === 'seen') {
    drop(notification.oids);
    return;
  }
  if (notification.popup)
    add([{ ...notification, link: notificationLink(notification.kind, notification.values) }]);
  if (notification.sound) soundAlarm();
};

/** Rows that were there when this page was loaded. */
let before: ReadonlySet<string> | null = null;

/**
 * What was told while nobody listened: alarms from before this page was loaded, and everything that was to stand over
 * the page while the link was down.
 */
async function recall(): Promise<void> {
  const { list } = await unseen();
  const known = before ?? new Set(list.map((one) => one.oid));
  before = known;
  add(list.filter((one) => one.popup && (one.level === 'alarm' || !known.has(one.oid))));
}
const tryRecall = (): void => void recall().catch(() => undefined);

/** Takes in notifications from the live connection; returns a function that stops it. */
export const collectPopups = (): (() => void) => {
  const stopListening = onLiveMessage((message) => {
    if (message.name === 'notification') heard(message.data as NotificationMessage);
  });
  const stopWatching = useLink.subscribe((now, then) => {
    if (now.state === 'up' && then.state !== 'up') tryRecall();
  });
  tryRecall();
  return () => {
    stopListening();
    stopWatching();
    before = null;
    usePopups.setState({ popups: [] });
  };
};
