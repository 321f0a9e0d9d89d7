import {
  limits,
  openCommandsOf,
  type OpenAlarms,
  type OpenCommand,
  type OpenCommandArguments,
  type OpenMode,
  type OpenProgress,
  type OpenRejection,
  type OpenState,
} from '@eyrie/domain';
import { localPlane, type LocalPlane } from '@eyrie/geometry';
import { advanceBattery, returnHomePower, type Battery } from '../battery/index.ts';
import { advanceCover, closeCover, closedCover, haltCover, openCover, type Cover } from '../dock/index.ts';
import { droneModels } from '../drone/index.ts';
import type { Happening } from '../flight/index.ts';
import { createWeather, type Weather } from '../weather/index.ts';
import { compass, rounded } from './figures.ts';
import type { OpenDeviceOptions, OpenMachine } from './options.ts';
import { OwnFlight } from './own-flight.ts';

const covers = ['closed', 'open', 'halfOpen', 'abnormal'] as const;
const rains = ['none', 'light', 'moderate', 'heavy'] as const;
const windLimit = 12;
/** What its aircraft can do. */
const flier = { maxSpeed: 15, ratedSeconds: droneModels['0-91-1']?.ratedSeconds ?? 3_000 };

/** A dock with its aircraft, as another vendor would build it. Pure but for the file that it fetches. */
export class OpenDockMachine implements OpenMachine {
  readonly greeting: OpenMachine['greeting'];
  readonly #place: { lng: number; lat: number; height: number; heading: number };
  readonly #plane: LocalPlane;
  readonly #weather: (seconds: number) => Weather;
  readonly #battery: Battery;
  readonly #cover: Cover = closedCover();
  #seconds = 0;
  #flight: OwnFlight | null = null;
  /** The commands that go on, by what they do. */
  #running: { id: string; name: 'startJob' | 'returnHome' | 'cover' } | null = null;
  #ended: OpenProgress[] = [];

  constructor(options: OpenDeviceOptions) {
    const { sn, lng, lat, height = 50, heading = 0, seed = sn } = options;
    this.#place = { lng, lat, height, heading };
    this.#plane = localPlane(options);
    const weather = createWeather(seed);
    this.#weather = (seconds) => weather(seconds, {});
    this.#battery = {
      percent: options.battery ?? 95,
      temperature: 24,
      charging: true,
      cycles: 12,
      charged: 0,
    };
    this.greeting = {
      kind: 'dock',
      vendor: 'Eyrie',
      model: 'SIM-D1',
      firmware: '1.0.0',
      commands: [...openCommandsOf.dock],
      aircraft: { sn: `${sn.slice(0, 60)}-UAV`, model: 'SIM-A1' },
    };
  }

  begin({ id, name, arguments: given }: OpenCommand): OpenRejection | null {
    if (name === 'stop') return this.#halt(id);
    if (name === 'returnHome') return this.#returnHome(id);
    if (name === 'startJob') return this.#startJob(id, given as OpenCommandArguments<'startJob'>);
    if (name === 'coverOpen' || name === 'coverClose') return this.#moveCover(id, name);
    return 'notAble';
  }

  advance(seconds: number): OpenProgress[] {
    this.#seconds += seconds;
    if (advanceCover(this.#cover, seconds) !== null && this.#running?.name === 'cover') this.#end('done');
    this.#fly(seconds);
    this.#useBattery(seconds);
    return this.#ended.splice(0);
  }

  running(): OpenProgress | null {
    if (!this.#running) return null;
    return {
      id: this.#running.id,
      state: 'running',
      ...(this.#flight ? { percent: this.#flight.percent } : {}),
    };
  }

  state(): Omit<OpenState, 'at' | 'seq'> {
    const { wind, rain, temperature } = this.#weather(this.#seconds);
    const flight = this.#flight;
    return {
      mode: this.#mode,
      place: this.#place,
      ...(flight ? { task: { id: flight.job.flightId, name: 'flight', percent: flight.percent } } : {}),
      dock: {
        cover: covers[this.#cover.state],
        aircraftInside: !flight?.airborne,
        wind: rounded(wind),
        rainfall: rains[rain],
        temperature: rounded(temperature),
      },
      ...(flight?.droneOn ? { aircraft: this.#aircraft(flight) } : {}),
    };
  }

  alarms(): OpenAlarms['list'] {
    if (this.#weather(this.#seconds).wind < windLimit) return [];
    return [
      { code: 'wind', level: 1, text: { 'zh-CN': '风速过大', en: 'The wind is strong', ar: 'الرياح قوية' } },
    ];
  }

  /** The aircraft flies on as it was ordered; what moves on the ground stands still. */
  linkLost(): void {
    if (this.#running?.name !== 'cover') return;
    haltCover(this.#cover);
    this.#end('cancelled');
  }

  get #mode(): OpenMode {
    if (this.#cover.state === 3) return 'fault';
    if (this.#flight?.held) return 'paused';
    if (this.#flight) return this.#flight.returning ? 'returning' : 'working';
    return this.#cover.moving ? 'working' : 'idle';
  }

  #aircraft(flight: OwnFlight): OpenState['aircraft'] {
    const body = flight.machine?.body;
    if (!body) return undefined;
    const place = this.#plane.toPlace(body);
    return {
      airborne: flight.airborne,
      place: { ...place, height: this.#place.height + body.up },
      elevation: rounded(body.up),
      heading: rounded(compass(body.head)),
      speed: flight.held ? 0 : rounded(Math.hypot(body.speed, body.climb)),
      percent: rounded(this.#battery.percent),
    };
  }

  #halt(id: string): null {
    haltCover(this.#cover);
    if (this.#flight?.airborne) this.#flight.held = true;
    else {
      this.#flight?.drop();
      this.#flight = null;
    }
    this.#end('cancelled');
    this.#ended.push({ id, state: 'done' });
    return null;
  }

  #returnHome(id: string): OpenRejection | null {
    if (!this.#flight?.airborne || !this.#flight.goHome()) return 'notAble';
    this.#end('cancelled');
    this.#running = { id, name: 'returnHome' };
    return null;
  }

  #startJob(id: string, job: OpenCommandArguments<'startJob'>): OpenRejection | null {
    if (this.#flight || this.#running) return 'busy';
    if (this.#cover.state === 3) return 'fault';
    if (this.#battery.percent < limits.gate.batteryStartPercent) return 'notAble';
    if (this.#weather(this.#seconds).wind >= windLimit) return 'unsafe';
    this.#flight = new OwnFlight(job, this.#place);
    this.#running = { id, name: 'startJob' };
    return null;
  }

  #moveCover(id: string, name: 'coverOpen' | 'coverClose'): OpenRejection | null {
    // An aircraft that comes home finds the cover as its flight left it.
    if (this.#flight) return 'unsafe';
    if (this.#running) return 'busy';
    if (this.#cover.state === 3) return 'fault';
    if (name === 'coverOpen') openCover(this.#cover, false);
    else closeCover(this.#cover);
    this.#running = { id, name: 'cover' };
    if (!this.#cover.moving) this.#end('done');
    return null;
  }

  #fly(seconds: number): void {
    const flight = this.#flight;
    if (!flight) return;
    const body = flight.machine?.body;
    const homeDistance = body ? Math.hypot(body.east, body.north) : 0;
    const happened = flight.advance(seconds, {
      battery: this.#battery.percent,
      returnPower: returnHomePower(homeDistance, flier.maxSpeed, flier.ratedSeconds),
      wind: this.#weather(this.#seconds).wind,
      windLimit,
      linkUp: true,
      coverOpen: this.#cover.state === 1,
    });
    for (const one of happened) this.#react(one);
    if (flight.failed !== null) this.#finish('failed', flight.failed);
  }

  #react(happening: Happening): void {
    if (happening.kind === 'openCover') openCover(this.#cover, false);
    if (happening.kind === 'closeCover') closeCover(this.#cover);
    if (happening.kind !== 'finished') return;
    // A return that was ordered has done what it should, although the route was left.
    const done = happening.status === 'ok' || this.#running?.name === 'returnHome';
    this.#finish(done ? 'done' : 'failed', done ? undefined : `the flight broke off (${happening.result})`);
  }

  #finish(state: 'done' | 'failed', text?: string): void {
    this.#flight = null;
    this.#end(state, text);
  }

  #end(state: 'done' | 'failed' | 'cancelled', text?: string): void {
    if (!this.#running) return;
    const { id } = this.#running;
    this.#ended.push({ id, state, ...(text === undefined ? {} : { text }) });
    this.#running = null;
  }

  #useBattery(seconds: number): void {
    const load = this.#flight?.airborne ? 'flying' : this.#flight?.droneOn ? 'on' : 'off';
    this.#battery.charging = load === 'off' && this.#battery.percent < 96;
    const { wind, temperature } = this.#weather(this.#seconds);
    advanceBattery(this.#battery, seconds, {
      load,
      ratedSeconds: flier.ratedSeconds,
      wind,
      ambient: temperature,
    });
  }
}
