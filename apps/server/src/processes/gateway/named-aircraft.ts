import { limits } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DockQueues } from './dock-queues.ts';

export interface NamedAircraftDependencies {
  clock: Pick<Clock, 'mono'>;
  inOrder: DockQueues['inOrder'];
  /** Makes the aircraft the dock's own. */
  bind(link: DockLink, sn: string, key: string | null): Promise<void>;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * A dock names its aircraft in its own state, again and again. Where the message that said so first could not be stored,
 * this heals it: without it the aircraft would stay unseen until the dock connects anew.
 */
export const createNamedAircraft = ({ clock, inOrder, bind }: NamedAircraftDependencies) => {
  const tried = new WeakMap<DockLink, { sn: string; at: number }>();
  return (link: DockLink): void => {
    const sub = link.dockSnapshot.values['sub_device'] as Record<string, unknown> | undefined;
    const sn = textOf(sub?.['device_sn']);
    if (sn === null || sub?.['device_online_status'] !== 1 || sn === link.dock.droneSn) return;
    const before = tried.get(link);
    const now = clock.mono();
    // One that belongs to somebody else is named as often, and stays theirs.
    if (before?.sn === sn && now - before.at < limits.gateway.bindAgain) return;
    tried.set(link, { sn, at: now });
    const work = async (): Promise<void> => {
      if (sn !== link.dock.droneSn) await bind(link, sn, textOf(sub['device_model_key']));
    };
    inOrder(link, work, { paced: false });
  };
};
