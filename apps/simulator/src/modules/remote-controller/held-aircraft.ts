import { bearing, destination, distance } from '@eyrie/geometry';
import { advanceBattery, type Battery } from '../battery/index.ts';
import { isAirborne, mode, modeReason, standingDrone, type Drone, type DroneModel } from '../drone/index.ts';

const radius = 60;
const elevation = 40;
const speed = 5;
const climb = 3;
/** Nearer than this it is there, m. */
const near = 1;

interface Home {
  lng: number;
  lat: number;
  heading: number;
}

/** An aircraft that its pilot flies round himself, until it is called home. Advanced in simulated seconds. */
export class HeldAircraft {
  readonly drone: Drone;
  readonly battery: Battery = { percent: 88, temperature: 24, charging: false, cycles: 17, charged: 0 };
  private readonly home: Home;
  private readonly model: DroneModel;
  private angle = 0;

  constructor(home: Home, model: DroneModel) {
    this.home = home;
    this.model = model;
    const start = destination(home, 0, radius);
    this.drone = {
      ...standingDrone(home),
      ...start,
      powered: true,
      mode: mode.hover,
      elevation,
      gimbalPitch: -35,
    };
  }

  advance(seconds: number): void {
    const { drone } = this;
    if (drone.mode === mode.returning || drone.mode === mode.landing) this.goHome(seconds);
    else if (isAirborne(drone) && drone.reason !== modeReason.returnCancelled) this.circle(seconds);
    else drone.speed = drone.climb = 0;
    drone.homeDistance = distance(this.home, drone);
    const load = isAirborne(drone) ? 'flying' : 'on';
    advanceBattery(this.battery, seconds, {
      load,
      ratedSeconds: this.model.ratedSeconds,
      wind: 3,
      ambient: 22,
    });
  }

  /** @returns false: it is not in the air */
  returnHome(): boolean {
    if (!isAirborne(this.drone)) return false;
    Object.assign(this.drone, { mode: mode.returning, reason: modeReason.none });
    return true;
  }

  /** It stays where it is. @returns false: it does not return */
  cancelReturn(): boolean {
    if (this.drone.mode !== mode.returning) return false;
    Object.assign(this.drone, { mode: mode.hover, reason: modeReason.returnCancelled });
    return true;
  }

  /** The pilot has the sticks again and flies on. */
  goOn(): void {
    if (this.drone.reason === modeReason.returnCancelled) this.drone.reason = modeReason.none;
  }

  private circle(seconds: number) {
    const { drone } = this;
    this.angle = (this.angle + ((speed * seconds) / radius) * (180 / Math.PI)) % 360;
    Object.assign(drone, destination(this.home, this.angle, radius));
    Object.assign(drone, { head: (this.angle + 90) % 360, speed, climb: 0, pitch: -4 });
  }

  private goHome(seconds: number) {
    const { drone, home } = this;
    const left = distance(home, drone);
    if (left > near) {
      const head = bearing(drone, home);
      Object.assign(drone, destination(drone, head, Math.min(left, speed * seconds)));
      Object.assign(drone, { head, speed, climb: 0 });
      return;
    }
    const landed = drone.elevation <= climb * seconds;
    Object.assign(drone, {
      mode: landed ? mode.standby : mode.landing,
      elevation: landed ? 0 : drone.elevation - climb * seconds,
      speed: 0,
      climb: landed ? 0 : -climb,
    });
  }
}
