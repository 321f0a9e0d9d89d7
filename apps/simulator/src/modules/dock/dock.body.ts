import { limits } from '@eyrie/domain';
import {
  advanceBattery,
  decideCharging,
  returnHomePower,
  reportedPercent,
  type Battery,
} from '../battery/index.ts';
import { alarms, type Alarm, type AlarmName } from '../device-health/index.ts';
import {
  gearOf,
  isAirborne,
  mode,
  modeReason,
  standingDrone,
  type Drone,
  type DroneModel,
  type Gear,
  type Refit,
} from '../drone/index.ts';
import { powerOnSeconds } from '../flight/index.ts';
import { createWeather, type Weather, type WeatherOrder } from '../weather/index.ts';
import { advanceAir } from './air-conditioner.ts';
import { advanceCover, closeCover, openCover } from './cover.ts';
import { idleDock, type DockState } from './dock.state.ts';

export type BodyEvent = 'droneOn' | 'droneOff' | 'coverOpened' | 'coverClosed' | 'coverJammed';

/** Wind from which dock and aircraft refuse or go home, m/s. */
export const windLimit = 12;
const powerOffSeconds = 3;

/** The box and the aircraft as things: lid, battery, weather, power. No messages here. */
export class DockBody {
  readonly state: DockState;
  readonly drone: Drone;
  readonly droneModel: DroneModel;
  readonly battery: Battery;
  gear: Gear;
  readonly alarms = new Set<AlarmName>();
  /** Alarms that somebody ordered, by code, beside those that the state brings about. */
  readonly ordered = new Map<string, Alarm>();
  order: WeatherOrder = {};
  weather: Weather;
  private readonly forecast: (seconds: number, order: WeatherOrder) => Weather;
  private power: { on: boolean; seconds: number } | null = null;

  constructor(options: {
    seed: string;
    place: { lng: number; lat: number; heading: number };
    droneModel: DroneModel;
    droneSn: string;
    battery: number;
    refit: Refit;
    /** Its modules for mobile data have an eSIM; null: the dock has none. */
    esim: boolean | null;
  }) {
    const { droneSn, droneModel, refit } = options;
    this.state = idleDock(options.esim);
    this.droneModel = droneModel;
    this.drone = standingDrone(options.place);
    this.battery = { percent: options.battery, temperature: 24, charging: false, cycles: 58, charged: 0 };
    this.gear = gearOf(droneSn, droneModel, refit);
    this.putIn(refit);
    this.forecast = createWeather(options.seed);
    this.weather = this.forecast(0, this.order);
  }

  get busy(): boolean {
    return this.state.modeCode === 4 || this.power !== null || this.state.cover.moving !== null;
  }

  get returnPower(): number {
    return returnHomePower(this.drone.homeDistance, this.droneModel.maxSpeed, this.droneModel.ratedSeconds);
  }

  setPower(on: boolean): void {
    if (this.drone.powered !== on || this.power)
      this.power = { on, seconds: on ? powerOnSeconds : powerOffSeconds };
  }

  /** A person at the dock changes what the aircraft carries; only while it lies there, off. @returns false: not now */
  refit(order: Refit): boolean {
    const { drone, state } = this;
    if (this.busy || drone.powered || !state.droneInDock) return false;
    const { batteries, gimbal, behind } = this.gear;
    this.gear = {
      batteries: order.batteries ?? batteries,
      gimbal: order.gimbal ?? gimbal,
      behind: order.behind ?? behind,
    };
    this.putIn(order);
    return true;
  }

  private putIn({ cycles, percent, temperature }: Refit): void {
    const { battery } = this;
    if (cycles !== undefined) Object.assign(battery, { cycles, charged: 0 });
    battery.percent = percent ?? battery.percent;
    battery.temperature = temperature ?? battery.temperature;
  }

  openCover(jams: boolean): void {
    openCover(this.state.cover, jams);
  }

  closeCover(): void {
    closeCover(this.state.cover);
  }

  /** `seconds` are simulated; `uptime` is real, because weather is not accelerated. */
  advance(seconds: number, uptime: number): BodyEvent[] {
    const events: BodyEvent[] = [];
    this.weather = this.forecast(uptime, this.order);
    const cover = advanceCover(this.state.cover, seconds);
    if (cover === 'opened') events.push('coverOpened');
    if (cover === 'closed') events.push('coverClosed');
    if (cover === 'jammed') events.push('coverJammed');
    const power = this.advancePower(seconds);
    if (power) events.push(power);
    this.advanceBattery(seconds);
    advanceAir(this.state.air, seconds);
    this.state.careSeconds = Math.max(0, this.state.careSeconds - seconds);
    this.raiseWeatherAlarms();
    return events;
  }

  /** Device code that forbids a flight now; 0 when nothing does. */
  obstacle(phase: 'prepare' | 'execute'): number {
    const { state, weather } = this;
    if (state.emergencyStop) return 514_121;
    if (state.modeCode === 2) return phase === 'prepare' ? 319_036 : 514_146;
    if (state.modeCode === 4) return 319_016;
    if (state.careSeconds > 0) return 514_138;
    if (state.cover.state === 3) return 514_107;
    if (reportedPercent(this.battery) < limits.gate.batteryStartPercent) return 316_009;
    if (weather.wind >= windLimit) return 514_135;
    return weather.rain >= 3 ? 514_134 : 0;
  }

  private advancePower(seconds: number): BodyEvent | null {
    const { power } = this;
    if (!power) return null;
    power.seconds -= seconds;
    if (power.seconds > 0) return null;
    this.power = null;
    if (this.drone.powered === power.on) return null;
    this.drone.powered = power.on;
    Object.assign(this.drone, { mode: mode.standby, reason: modeReason.none });
    return power.on ? 'droneOn' : 'droneOff';
  }

  private advanceBattery(seconds: number) {
    const { drone, battery, state, weather } = this;
    const load = isAirborne(drone) ? 'flying' : drone.powered ? 'on' : 'off';
    const inPlace = state.droneInDock && !drone.powered && this.power === null && state.modeCode === 0;
    decideCharging(battery, state.storeMode, inPlace);
    const { ratedSeconds } = this.droneModel;
    advanceBattery(battery, seconds, {
      load,
      ratedSeconds,
      wind: weather.wind,
      ambient: weather.temperature,
    });
    if (load !== 'flying') return;
    drone.flown.time += seconds;
    if (drone.recording) drone.recordSeconds += seconds;
  }

  private raiseWeatherAlarms() {
    this.raise('wind', this.weather.wind >= windLimit);
    this.raise('rain', this.weather.rain >= 3);
    this.raise('strongWind', isAirborne(this.drone) && this.weather.wind >= windLimit);
    this.raise('lowBattery', isAirborne(this.drone) && this.battery.percent <= this.returnPower);
    this.raise('emergencyStop', this.state.emergencyStop);
  }

  /** Everything that is wrong now. */
  get complaints(): readonly Alarm[] {
    return [...[...this.alarms].map((name): Alarm => alarms[name]), ...this.ordered.values()];
  }

  raise(alarm: AlarmName, on: boolean): void {
    if (on) this.alarms.add(alarm);
    else this.alarms.delete(alarm);
  }
}
