import { origin } from '../../modules/world/index.ts';
import { namedIn, type DemoLanguage, type DemoRoom, type DemoWorld, type Names } from '../demo-room.ts';
import { patrolReturn } from '../demo.patrol.ts';
import { demoDocks } from './dock.ts';
import { withoutAnswer, type Provided } from './own-device.ts';
import { demoRoutes } from './route.ts';

/** The clocks of the land in which the demo lies. */
const timeZone = 'Asia/Shanghai';
/** Minutes that a run waits for its dock, which the patrols use as well. */
const busyMinutes = 60;

export interface DemoTask {
  /** By which the demo knows it, whatever it is called. */
  key: string;
  names: Names;
  /** Key of what it flies. */
  route: string;
  when: Readonly<Record<string, unknown>>;
}

/** What the organisation of the demo has planned for the weeks to come: each kind of repetition once. */
export const demoTasks: readonly DemoTask[] = [
  {
    key: 'turbinesWeekly',
    names: { 'zh-CN': '风机工作日巡检', en: 'Turbines on workdays', ar: 'توربينات أيام العمل' },
    route: 'turbines30',
    when: { frequency: 'week', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'], time: '08:30' },
  },
  {
    key: 'roadDaily',
    names: { 'zh-CN': '日落前道路巡查', en: 'Road before sunset', ar: 'الطريق قبل الغروب' },
    route: 'road',
    when: {
      frequency: 'day',
      every: 2,
      time: '00:00',
      sun: { event: 'sunset', offsetMinutes: -60, lng: origin.lng, lat: origin.lat },
    },
  },
  {
    key: 'powerLineMonthly',
    names: { 'zh-CN': '集电线路月检', en: 'Power line each month', ar: 'خط الكهرباء كل شهر' },
    route: 'powerLine',
    when: { frequency: 'month', nthWeekdays: [{ nth: 1, weekday: 'TU' }], time: '10:00' },
  },
];

interface Row {
  name: string;
}

const today = (now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/**
 * Its record under the name of the language, unless a person gave it another. One that a person deleted stays deleted.
 * @returns null: not now
 */
export async function provideTask(
  { calls, book, clock, log }: Pick<DemoWorld, 'calls' | 'book' | 'clock' | 'log'>,
  { key, name, route, when }: DemoTask & { name: string },
): Promise<Provided<true>> {
  const known = book.task(key);
  if (known) {
    if (known.name === name) return true;
    const { oid } = known;
    const found = await calls.get<Row>('/nebula-five/uavtask/get.rest', { oid });
    if (!found.ok) return found.status === 404 ? true : withoutAnswer(found);
    if (found.data.name !== known.name) return true;
    const edited = await calls.post('/nebula-five/uavtask/edit.rest', { oid, name });
    if (!edited.ok) return withoutAnswer(edited);
    book.putTask(key, { oid, name });
    return true;
  }
  const of = demoRoutes.find((one) => one.key === route);
  const routeOID = book.route(route)?.oid;
  const dockOID = of && book.dock(demoDocks[of.dock]?.prefix ?? '')?.oid;
  if (routeOID === undefined || dockOID === undefined) return 'refused';
  const added = await calls.post<{ oid: string }>('/nebula-five/uavtask/add.rest', {
    name,
    type: 'repeat',
    schedule: { timeZone, from: today(clock.wall()), ...when },
    arrangement: {
      routeOID,
      dockOID,
      returnAltitude: patrolReturn,
      lostAction: 'return',
      clarity: 'sd',
      busyDock: 'wait',
      busyMinutes,
    },
  });
  if (added.ok) {
    book.putTask(key, { oid: added.data.oid, name });
    return true;
  }
  log('taskRefused', { name, reason: added.reason, message: added.message });
  // A refusal stays one; without an answer it is tried again.
  return added.status >= 400 && added.status < 500 ? 'refused' : null;
}

export const demo: DemoRoom = {
  async fill(world, language: DemoLanguage) {
    for (const task of namedIn(demoTasks, language))
      await world.insist('task', () => provideTask(world, task));
  },
};
