import {
  openCommandsOf,
  openDeviceLimits,
  type OpenAlarms,
  type OpenCommand,
  type OpenCommandArguments,
  type OpenMode,
  type OpenProgress,
  type OpenRejection,
  type OpenState,
} from '@eyrie/domain';
import { localPlane, type LocalPlane, type Place, type PlanePoint } from '@eyrie/geometry';
import { seededRandom } from '../../platform/random.ts';
import { halt, moveToward, type Body } from '../flight/index.ts';
import { compass, rounded } from './figures.ts';
import type { OpenDeviceOptions, OpenMachine } from './options.ts';

const cruise = 1.5;
/** Percent a second: four hours of driving, two days of standing, two hours on charge. */
const drain = { driving: 100 / 14_400, standing: 100 / 172_800, charging: 100 / 7_200 } as const;
/** Percent at which it goes to be charged by itself, and below which it takes no task. */
const lowBattery = 15;
const enoughToDrive = 20;
const atBase = 1;

/** Something that is driven; a task of its own has no command. */
interface Task {
  id: string;
  name: string;
  command: string | null;
  points: PlanePoint[];
  /** Points that it had at first. */
  count: number;
}

export const robotFaults = {
  wheel: { 'zh-CN': '车轮打滑', en: 'A wheel slips', ar: 'عجلة تنزلق' },
  obstacle: { 'zh-CN': '前方有障碍物', en: 'An obstacle is ahead', ar: 'يوجد عائق في الأمام' },
  lidar: { 'zh-CN': '激光雷达无数据', en: 'The lidar gives no data', ar: 'لا بيانات من الليدار' },
} as const;
export type RobotFault = keyof typeof robotFaults;

/** A ground robot: it drives tasks one after the other and is charged at its base. Pure: knows neither wire nor clock. */
export class RobotMachine implements OpenMachine {
  readonly greeting: OpenMachine['greeting'] = {
    kind: 'robot',
    vendor: 'Eyrie',
    model: 'SIM-R1',
    firmware: '1.0.0',
    commands: [...openCommandsOf.robot],
  };
  readonly #plane: LocalPlane;
  readonly #height: number;
  readonly #body: Body;
  #percent: number;
  #mileage: number;
  #runningTime: number;
  #tasks: Task[] = [];
  #fault: RobotFault | null = null;
  #ended: OpenProgress[] = [];

  constructor(options: OpenDeviceOptions) {
    const random = seededRandom(options.seed ?? options.sn);
    this.#plane = localPlane(options);
    this.#height = options.height ?? 50;
    this.#percent = options.battery ?? 90;
    this.#mileage = Math.round(random.between(20_000, 400_000));
    this.#runningTime = Math.round(this.#mileage / cruise);
    const head = options.heading ?? 0;
    this.#body = { east: 0, north: 0, up: 0, pace: 0, speed: 0, climb: 0, head };
  }

  begin({ id, name, arguments: given }: OpenCommand): OpenRejection | null {
    if (name === 'stop') {
      this.#cancelAll();
      this.#ended.push({ id, state: 'done' });
      return null;
    }
    if (this.#fault) return 'fault';
    if (name === 'returnToBase') {
      this.#cancelAll();
      this.#tasks = [this.#toBase(id)];
      return null;
    }
    if (this.#percent < enoughToDrive) return 'notAble';
    if (this.#tasks.length > openDeviceLimits.queue) return 'busy';
    if (name === 'goTo') this.#queue(id, name, id, [given as OpenCommandArguments<'goTo'>]);
    else if (name === 'patrol') {
      const patrol = given as OpenCommandArguments<'patrol'>;
      this.#queue(id, patrol.name, id, patrol.points);
    } else return 'notAble';
    return null;
  }

  /** A patrol by its own plan, when it has nothing else to do. */
  patrolByItself(id: string, name: string, points: readonly Place[]): boolean {
    if (this.#tasks.length > 0 || this.#fault || this.#percent < 2 * enoughToDrive) return false;
    this.#queue(id, name, null, points);
    return true;
  }

  /** Switches a fault on or, by null, off. What was under way has failed and is not taken up again. */
  setFault(fault: RobotFault | null): void {
    this.#fault = fault;
    if (fault) this.#endAll('failed', robotFaults[fault].en);
  }

  advance(seconds: number): OpenProgress[] {
    const driving = this.#tasks.length > 0;
    if (driving) this.#drive(seconds);
    const use = driving ? -drain.driving : this.#charging ? drain.charging : -drain.standing;
    this.#percent = Math.min(100, Math.max(0, this.#percent + use * seconds));
    if (this.#percent <= lowBattery && this.#tasks.length > 0) this.#giveUp();
    return this.#ended.splice(0);
  }

  running(): OpenProgress | null {
    const task = this.#tasks[0];
    return task?.command ? { id: task.command, state: 'running', percent: percentOf(task) } : null;
  }

  state(): Omit<OpenState, 'at' | 'seq'> {
    const [task, ...queue] = this.#tasks.map((one) => ({
      id: one.id,
      name: one.name,
      percent: percentOf(one),
    }));
    return {
      mode: this.#mode,
      place: { ...this.#plane.toPlace(this.#body), height: this.#height },
      heading: rounded(compass(this.#body.head)),
      speed: Math.abs(this.#body.speed),
      percent: rounded(this.#percent),
      mileage: Math.round(this.#mileage),
      runningTime: Math.round(this.#runningTime),
      ...(task ? { task } : {}),
      queue,
      ...(this.#fault ? { fault: { code: this.#fault, text: robotFaults[this.#fault].en } } : {}),
    };
  }

  alarms(): OpenAlarms['list'] {
    return this.#fault ? [{ code: this.#fault, level: 2, text: robotFaults[this.#fault] }] : [];
  }

  linkLost(): void {
    this.#cancelAll();
  }

  get #charging(): boolean {
    return this.#atBase && this.#percent < 100;
  }

  get #atBase(): boolean {
    return Math.hypot(this.#body.east, this.#body.north) < atBase;
  }

  get #mode(): OpenMode {
    if (this.#fault) return 'fault';
    const task = this.#tasks[0];
    if (task) return task.name === 'returnToBase' ? 'returning' : 'working';
    return this.#charging ? 'charging' : 'idle';
  }

  #queue(id: string, name: string, command: string | null, points: readonly Place[]): void {
    const driven = points.map((point) => this.#plane.toPlane(point));
    this.#tasks.push({ id, name, command, points: driven, count: driven.length });
  }

  #toBase(command: string | null): Task {
    const id = command ?? 'returnToBase';
    return { id, name: 'returnToBase', command, points: [{ east: 0, north: 0 }], count: 1 };
  }

  /** An empty robot on its way would stay there: it leaves everything and drives to its base. */
  #giveUp(): void {
    if (this.#tasks[0]?.name === 'returnToBase') return;
    this.#endAll('failed', 'the battery is low');
    this.#tasks = [this.#toBase(null)];
  }

  #cancelAll(): void {
    this.#endAll('cancelled');
  }

  #endAll(state: 'cancelled' | 'failed', text?: string): void {
    for (const { command } of this.#tasks.splice(0))
      if (command) this.#ended.push({ id: command, state, ...(text === undefined ? {} : { text }) });
    halt(this.#body);
  }

  #drive(seconds: number): void {
    let left = seconds;
    while (left > 0) {
      const task = this.#tasks[0];
      const point = task?.points[0];
      if (!task) return;
      if (point) left = this.#driveTo(point, left);
      if (task.points.length > 0) continue;
      this.#tasks.shift();
      halt(this.#body);
      if (task.command) this.#ended.push({ id: task.command, state: 'done', percent: 100 });
    }
  }

  /** Drives towards the first point of the task; gives the seconds that are left, 0 while it is under way. */
  #driveTo(point: PlanePoint, seconds: number): number {
    const { east, north } = this.#body;
    const left = moveToward(this.#body, { ...point, up: 0, speed: cruise, stop: true }, seconds);
    const driven = Math.hypot(this.#body.east - east, this.#body.north - north);
    this.#mileage += driven;
    this.#runningTime += seconds - Math.max(0, left);
    if (left < 0) return 0;
    this.#tasks[0]?.points.shift();
    return left;
  }
}

const percentOf = ({ points, count }: Task): number => Math.round(((count - points.length) / count) * 100);
