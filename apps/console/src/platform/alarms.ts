import type { NotificationMessage } from '@eyrie/domain';
import { create } from 'zustand';
import { onLiveMessage } from './telemetry.ts';

/** What this member was told and has not put away. Alarms stay until a person has seen them. */
export const useAlarms = create<{ alarms: readonly NotificationMessage[] }>(() => ({ alarms: [] }));

const kept = 5;

export const dismissAlarm = (oid: string): void =>
  useAlarms.setState(({ alarms }) => ({ alarms: alarms.filter((alarm) => alarm.oid !== oid) }));

/** Takes in notifications from the live connection; returns a function that stops it. */
export const collectAlarms = (): (() => void) =>
  onLiveMessage((message) => {
    if (message.name !== 'notification') return;
    const told = message.data as NotificationMessage;
    useAlarms.setState(({ alarms }) => ({
      alarms: [told, ...alarms.filter((alarm) => alarm.oid !== told.oid)].slice(0, kept),
    }));
  });
