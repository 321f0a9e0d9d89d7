import {
  droneModels,
  droneOsd,
  droneStates,
  gearOf,
  type DroneModel,
  type DroneView,
  eyeOf,
} from '../drone/index.ts';
import { liveCapacity, VideoStreams, type Capacity } from '../video/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { seededRandom } from '../../platform/random.ts';
import { timing } from '../../platform/timing.ts';
import { openWire, type Message, type Wire } from '../../platform/wire.ts';
import { controllerOsd, controllerTopology } from './controller.osd.ts';
import { HeldAircraft } from './held-aircraft.ts';
import { controllerModels, type ControllerModel } from './models.ts';
import type { SimulatedControllerOptions } from './options.ts';
import { Pilot } from './pilot.ts';

export type ControllerSetup = SimulatedControllerOptions &
  Record<'clock', Clock> &
  Record<'log', Log> & { seed: string; speed: number };

const code = { unknownMethod: 514_171, pilotControls: 316_023, notAirborne: 316_024 } as const;

/** A remote controller with an aircraft in the hand of its pilot. */
export class ControllerMachine {
  readonly pilot: Pilot;
  readonly wire: Wire;
  readonly aircraft: HeldAircraft;
  readonly services: string[] = [];
  percent: number;
  inHand = true;
  private readonly setup: ControllerSetup;
  private readonly model: ControllerModel;
  private readonly droneModel: DroneModel;
  private readonly video: VideoStreams;
  private readonly cancels: (() => void)[] = [];
  private cancelTelemetry = () => {};
  private lastTick: number;

  constructor(setup: ControllerSetup) {
    const model = controllerModels[setup.model ?? '2-174-0'];
    const droneModel = model && droneModels[setup.droneModel ?? model.usualDrone];
    if (!model || !droneModel) throw new RangeError(`no such controller or aircraft: ${setup.model ?? ''}`);
    const { clock, log } = setup;
    this.setup = setup;
    this.model = model;
    this.droneModel = droneModel;
    this.percent = setup.battery ?? 76;
    this.aircraft = new HeldAircraft({ ...setup, heading: 0 }, droneModel);
    this.wire = openWire({
      brokerUrl: setup.brokerUrl,
      sn: setup.sn,
      secret: setup.secret,
      status: 'thing',
      clock,
      random: seededRandom(setup.seed),
      skew: () => -300,
      online: () => void this.appear(),
      offline: () => this.silence(),
      service: (message) => void this.obey(message),
      property: (message) => this.wire.propertyReply(message, {}),
      fault: (error) => log('brokerFault', { sn: setup.sn, message: error.message }),
      tamper: (send) => send(),
    });
    this.pilot = new Pilot(this.wire, clock, { policy: setup.consent ?? 'gives', answerMs: setup.answerMs });
    this.video = new VideoStreams({
      clock,
      log,
      fallback: setup.fallbackVideo ?? null,
      capacity: () => this.capacity(),
      scene: (videoId) => this.scene(videoId),
      changed: () => this.live(),
    });
    this.lastTick = clock.mono();
    this.cancels.push(clock.every(timing.flightTickMs, () => this.tick()));
  }

  streams(): unknown[] {
    return this.video.status();
  }

  /** The aircraft was linked or let go. */
  setInHand(inHand: boolean): void {
    this.inHand = inHand;
    if (!inHand) {
      this.pilot.takesBack();
      this.video.endAll();
    }
    void this.topology();
    this.live();
  }

  async stop(): Promise<void> {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.silence();
    this.pilot.stop();
    this.video.endAll();
    await this.wire.stop();
  }

  private tick() {
    const now = this.setup.clock.mono();
    const seconds = ((now - this.lastTick) / 1000) * this.setup.speed;
    this.lastTick = now;
    this.aircraft.advance(seconds);
    this.percent = Math.max(0, this.percent - (100 / this.model.ratedSeconds) * seconds);
  }

  private async appear() {
    const { wire, setup } = this;
    await this.topology();
    wire.state(setup.sn, { firmware_version: this.model.firmware }, false);
    wire.state(setup.sn, { dongle_infos: [] }, false);
    this.live();
    if (this.inHand) {
      wire.attach(setup.droneSn);
      for (const state of droneStates(this.droneView(), setup)) wire.state(setup.droneSn, state);
    }
    this.cancelTelemetry();
    this.say();
    this.cancelTelemetry = setup.clock.every(timing.droneOsdMs, () => this.say());
  }

  private silence() {
    // A controller that lost its server gives the sticks back.
    this.pilot.takesBack();
    this.cancelTelemetry();
    this.cancelTelemetry = () => {};
  }

  private say() {
    const { wire, setup, percent, inHand } = this;
    wire.osd(setup.sn, controllerOsd({ percent, place: setup, inHand }));
    if (inHand) wire.osd(setup.droneSn, droneOsd(this.droneView()));
  }

  private topology(): Promise<void> {
    const drone = this.inHand ? { sn: this.setup.droneSn, model: this.droneModel } : null;
    return this.wire.topology(controllerTopology(this.model, drone));
  }

  private live() {
    this.wire.state(this.setup.sn, { live_capacity: liveCapacity(this.capacity()) }, false);
    this.wire.state(this.setup.sn, { live_status: this.streams() }, false);
  }

  private async obey(message: Message) {
    this.setup.log('service', { sn: this.setup.sn, method: message.method, tid: message.tid });
    this.services.push(message.method);
    this.wire.reply(message, { result: await this.carryOut(message) });
  }

  private carryOut(message: Message): number | Promise<number> {
    const { pilot, aircraft, video } = this;
    const moves = (did: () => boolean): number => {
      if (!this.model.returns) return code.unknownMethod;
      if (!pilot.consented) return code.pilotControls;
      return did() ? 0 : code.notAirborne;
    };
    switch (message.method) {
      case 'cloud_control_auth_request':
        return pilot.asked(message);
      case 'cloud_control_release':
        aircraft.goOn();
        return pilot.takesBack();
      case 'return_home':
        return moves(() => aircraft.returnHome());
      case 'return_home_cancel':
        return moves(() => aircraft.cancelReturn());
      case 'live_start_push':
        return video.start(message.data);
      case 'live_stop_push':
        return video.stop(message.data);
      case 'live_set_quality':
        return video.setQuality(message.data);
      default:
        return code.unknownMethod;
    }
  }

  private capacity(): Capacity {
    const { droneSn: sn } = this.setup;
    return { dockSn: null, insideCamera: false, drone: { sn, model: this.droneModel, powered: this.inHand } };
  }

  private scene(videoId: string) {
    const { drone } = this.aircraft;
    const { lng, lat, elevation, speed } = drone;
    return {
      camera: 'drone' as const,
      label: videoId.replaceAll('/', ' '),
      lng,
      lat,
      elevation,
      ...eyeOf(drone, videoId.includes(`/${this.droneModel.view}/`)),
      speed,
      coverState: 0,
      droneInDock: false,
      light: false,
      rain: 0 as const,
      clockOffset: 0,
      repaired: this.repaired(),
    };
  }

  private droneView(): DroneView {
    const { setup, aircraft } = this;
    return {
      drone: aircraft.drone,
      model: this.droneModel,
      gear: gearOf(setup.droneSn, this.droneModel),
      sn: setup.droneSn,
      dock: { sn: setup.sn, height: setup.height },
      battery: aircraft.battery,
      weather: { wind: 3, windFrom: 90, rain: 0, temperature: 22, humidity: 50 },
      speedUp: setup.speed,
      repaired: this.repaired(),
    };
  }

  private repaired(): readonly string[] {
    return this.setup.repairs?.all() ?? [];
  }
}
