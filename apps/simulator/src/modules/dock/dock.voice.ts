import { healthList } from '../device-health/index.ts';
import { droneOsd, droneStates, isAirborne, type DroneModel, type DroneView } from '../drone/index.ts';
import { liveCapacity, type Capacity, type Scene } from '../video/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockBody } from './dock.body.ts';
import { osdA, osdB, osdC, topology, type DockView } from './dock.osd.ts';
import type { DockModel } from './models.ts';
import { Telemetry } from './telemetry.ts';

export interface VoiceParts {
  sn: string;
  droneSn: string;
  model: DockModel;
  droneModel: DroneModel;
  place: { lng: number; lat: number; height: number; heading: number };
  speedUp: number;
  clock: Clock;
  body: DockBody;
  wire: Wire;
  /** ms added to the machine's clock. */
  skew: () => number;
  streams: () => unknown[];
}

/** Everything a dock says of its own accord about itself and its aircraft. */
export class DockVoice {
  private readonly parts: VoiceParts;
  private readonly telemetry: Telemetry;
  private readonly started: number;
  private lastReason = 0;

  constructor(parts: VoiceParts) {
    this.parts = parts;
    this.started = parts.clock.mono();
    const { wire, sn, droneSn } = parts;
    this.telemetry = new Telemetry(parts.clock, {
      a: () => wire.osd(sn, osdA(this.dockView())),
      b: () => wire.osd(sn, osdB(this.dockView())),
      c: () => wire.osd(sn, osdC(this.dockView())),
      drone: () => {
        if (this.droneAudible) wire.osd(droneSn, droneOsd(this.droneView()));
      },
      health: () => this.health(),
    });
  }

  /** Seconds since the dock was started. */
  get uptime(): number {
    return (this.parts.clock.mono() - this.started) / 1000;
  }

  /** Is the aircraft on and in touch, so that it can be heard. */
  get droneAudible(): boolean {
    return this.parts.body.drone.powered && this.parts.body.state.linkUp;
  }

  /** Tells the topology and, once that is answered, begins to send telemetry. */
  async appear(): Promise<void> {
    await this.topology();
    const { wire, sn, model } = this.parts;
    this.telemetry.start();
    for (const state of [
      { firmware_version: model.firmware },
      { compatible_status: 0 },
      { firmware_upgrade_status: 0 },
      { wpmz_version: '1.0.6' },
      { rtcm_info: { mount_point: '', host: '', port: '', rtcm_device_type: 1, source_type: 1 } },
    ])
      wire.state(sn, state);
    this.live();
    if (this.droneAudible) this.droneAppears();
  }

  topology(): Promise<void> {
    return this.parts.wire.topology(topology(this.parts.model, this.radio()));
  }

  droneAppears(): void {
    const { wire, droneSn, place } = this.parts;
    wire.attach(droneSn);
    this.telemetry.startDrone();
    for (const state of droneStates(this.droneView(), place)) wire.state(droneSn, state);
  }

  droneFallsSilent(): void {
    this.telemetry.stopDrone();
  }

  silence(): void {
    this.telemetry.stop();
  }

  /** Capacity and status always come as a pair. */
  live(): void {
    const { wire, sn } = this.parts;
    wire.state(sn, { live_capacity: liveCapacity(this.capacity()) });
    wire.state(sn, { live_status: this.parts.streams() });
  }

  /** A changed reason is told at once, not with the next osd. */
  reason(): void {
    const { reason } = this.parts.body.drone;
    if (reason === this.lastReason || !this.droneAudible) return;
    this.lastReason = reason;
    this.parts.wire.state(this.parts.droneSn, { mode_code_reason: reason });
  }

  capacity(): Capacity {
    const { sn, droneSn, model, droneModel, body } = this.parts;
    return {
      dockSn: sn,
      insideCamera: model.insideCamera,
      drone: { sn: droneSn, model: droneModel, powered: body.drone.powered },
    };
  }

  scene(videoId: string): Omit<Scene, 'lens'> {
    const { sn, body, place } = this.parts;
    const { drone, state } = body;
    const own = videoId.startsWith(`${sn}/`);
    return {
      camera: own ? 'dock' : 'drone',
      label: videoId.replaceAll('/', ' '),
      lng: own ? place.lng : drone.lng,
      lat: own ? place.lat : drone.lat,
      elevation: own ? 0 : drone.elevation,
      head: drone.head,
      gimbalPitch: drone.gimbalPitch,
      speed: drone.speed,
      coverState: state.cover.state,
      droneInDock: state.droneInDock,
      light: state.light,
      rain: body.weather.rain,
      clockOffset: this.parts.skew(),
    };
  }

  private health() {
    const { wire, droneSn, model, droneModel, body } = this.parts;
    const up = isAirborne(body.drone);
    wire.event('hms', healthList(body.alarms, 3, model.key, up), { bare: true });
    if (this.droneAudible)
      wire.event('hms', healthList(body.alarms, 0, droneModel.key, up), { bare: true, sn: droneSn });
  }

  private radio() {
    const { droneSn, droneModel, body } = this.parts;
    return { sn: droneSn, model: droneModel, powered: body.drone.powered, linked: body.state.linkUp };
  }

  private dockView(): DockView {
    const { model, place, body } = this.parts;
    return {
      state: body.state,
      model,
      place,
      drone: this.radio(),
      battery: body.battery,
      weather: body.weather,
      uptime: this.uptime,
    };
  }

  private droneView(): DroneView {
    const { sn, droneSn, droneModel, place, body, speedUp } = this.parts;
    return {
      drone: body.drone,
      model: droneModel,
      sn: droneSn,
      dock: { sn, height: place.height },
      battery: body.battery,
      weather: body.weather,
      speedUp,
    };
  }
}
