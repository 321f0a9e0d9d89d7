import { openCommandsOf, type CommandMethod, type OpenCommandName, type OpenMode } from '@eyrie/domain';
import { dockAge, dockOnline, type DockLink } from '../dock/index.ts';
import { refusalOf } from './open-device.order.ts';

/** What may be ordered of a device of the open contract now, by its state alone. */
export interface OpenNow {
  online: boolean;
  ageMs: number | null;
  mode: OpenMode | null;
  orders: { method: CommandMethod; refusedFor: string | null }[];
}

const methods: Readonly<Record<OpenCommandName, readonly CommandMethod[]>> = {
  goTo: ['robotGoTo'],
  patrol: ['robotPatrol'],
  returnToBase: ['robotReturn'],
  startJob: ['startJob'],
  returnHome: ['returnHome'],
  coverOpen: ['coverOpen'],
  coverClose: ['coverClose'],
  stop: [],
};

export const openNow = (link: DockLink, now: number): OpenNow | null => {
  if (!link.open) return null;
  const kind = link.dock.kind === 'robot' ? 'robot' : 'dock';
  const online = dockOnline(link, now);
  const stop = kind === 'robot' ? (['robotStop'] as const) : (['hover', 'forceEndJob'] as const);
  const orders = openCommandsOf[kind].flatMap((name) =>
    (name === 'stop' ? stop : methods[name]).map((method) => ({
      method,
      refusedFor: online ? (refusalOf(link, name)?.reason ?? null) : 'dockOffline',
    })),
  );
  return { online, ageMs: dockAge(link, now), mode: online ? (link.open.state?.mode ?? null) : null, orders };
};
