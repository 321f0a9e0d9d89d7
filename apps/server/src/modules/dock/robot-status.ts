import type { OpenTask, RobotStatus } from '@eyrie/domain';
import { dockAge, dockOnline, type DockLink } from './dock.link.ts';

/** Age of what was never received: older than every limit. */
const never = Number.MAX_SAFE_INTEGER;

const taskOf = ({ id, name, percent }: OpenTask) => ({ id, name, percent: percent ?? null });

/** A robot as its consoles know it. Offline, what moves and drains is gone; where it was last stays, with its age. */
export const robotStatusOf = (link: DockLink, now: number): RobotStatus => {
  const online = dockOnline(link, now);
  const state = link.open?.state ?? null;
  const live = online ? state : null;
  const { lng = null, lat = null, height = null } = state?.place ?? {};
  const { task, queue = [] } = live ?? {};
  return {
    sn: link.dock.sn,
    name: link.dock.name,
    online,
    mode: live?.mode ?? null,
    lng,
    lat,
    height,
    heading: state?.heading ?? null,
    speed: live?.speed ?? null,
    percent: live?.percent ?? null,
    mileage: state?.mileage ?? null,
    runningTime: state?.runningTime ?? null,
    task: task ? taskOf(task) : null,
    queue: queue.map(taskOf),
    fault: live?.fault ?? null,
    alarms: link.hms.dock.map(({ code, level, text }) => ({ code, level, text })),
    alarmsHeard: link.open?.alarms !== null,
    commands: link.open?.hello?.commands ?? null,
    ageMs: dockAge(link, now) ?? never,
  };
};
