import { healthList } from '../device-health/index.ts';
import { droneOsd, droneStates, eyeOf, isAirborne, type DroneView } from '../drone/index.ts';
import { liveCapacity, type Capacity, type SceneBefore } from '../video/index.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import { osdA, osdB, osdC, topology, type DockView } from './dock.osd.ts';
import { Telemetry } from './telemetry.ts';

/** What other parts of the dock are at. */
export interface Shown {
  streams(): unknown[];
  /** Payloads of others on the aircraft. */
  payloads(): unknown[];
}

/** Everything a dock says of its own accord about itself and its aircraft. */
export class DockVoice {
  private readonly core: DockCore;
  private readonly wire: Wire;
  private readonly shows: Shown;
  private readonly telemetry: Telemetry;
  private readonly started: number;
  private lastReason = 0;

  constructor(core: DockCore, wire: Wire, shows: Shown) {
    this.core = core;
    this.wire = wire;
    this.shows = shows;
    this.started = core.clock.mono();
    const { sn, droneSn } = core.setup;
    this.telemetry = new Telemetry(core.clock, {
      a: () => {
        wire.osd(sn, osdA(this.dockView()));
        core.ledger.stats.reports += 1;
      },
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
    return (this.core.clock.mono() - this.started) / 1000;
  }

  /** Is the aircraft on and in touch, so that it can be heard. */
  get droneAudible(): boolean {
    return this.core.body.drone.powered && this.core.body.state.linkUp;
  }

  /** Tells the topology and, once that is answered, begins to send telemetry. */
  async appear(): Promise<void> {
    await this.topology();
    const { core, wire } = this;
    const { sn } = core.setup;
    this.telemetry.start();
    for (const state of [
      { firmware_version: core.firmware.dock },
      { compatible_status: 0 },
      { firmware_upgrade_status: core.firmware.upgrading ? 1 : 0 },
      { wpmz_version: '1.0.6' },
      { rtcm_info: { mount_point: '', host: '', port: '', rtcm_device_type: 1, source_type: 1 } },
    ])
      wire.state(sn, state);
    wire.state(sn, { dongle_infos: core.body.state.cards.dock });
    this.live();
    if (this.droneAudible) this.droneAppears();
  }

  topology(): Promise<void> {
    return this.wire.topology(topology(this.core.model, this.radio()));
  }

  droneAppears(): void {
    const { wire } = this;
    const { place, setup } = this.core;
    const { droneSn } = setup;
    wire.attach(droneSn);
    this.telemetry.startDrone();
    for (const state of droneStates(this.droneView(), place)) wire.state(droneSn, state);
    wire.state(droneSn, { dongle_infos: this.core.body.state.cards.drone });
    this.payloads();
  }

  /** What the aircraft carries of others, with its controls: said by the dock while the aircraft is heard. */
  payloads(): void {
    if (this.droneAudible) this.wire.state(this.core.setup.sn, { psdk_widget_values: this.shows.payloads() });
  }

  /** What the modules for mobile data are now. */
  cards(): void {
    const { setup, body } = this.core;
    this.wire.state(setup.sn, { dongle_infos: body.state.cards.dock });
    if (this.droneAudible) this.wire.state(setup.droneSn, { dongle_infos: body.state.cards.drone });
  }

  upgrading(): void {
    const { setup, firmware } = this.core;
    this.wire.state(setup.sn, { firmware_upgrade_status: firmware.upgrading ? 1 : 0 });
  }

  /** Real time passes between touch-down and the switch-off; in quick motion the pace of the aircraft's messages misses it. */
  droneSwitchesOff(): void {
    const { body, setup } = this.core;
    if (body.state.linkUp) this.wire.osd(setup.droneSn, droneOsd(this.droneView()));
  }

  droneFallsSilent(): void {
    this.telemetry.stopDrone();
  }

  silence(): void {
    this.telemetry.stop();
  }

  /** Capacity and status always come as a pair. */
  live(): void {
    const { wire } = this;
    const { sn } = this.core.setup;
    wire.state(sn, { live_capacity: liveCapacity(this.capacity()) });
    wire.state(sn, { live_status: this.shows.streams() });
  }

  /** A changed reason is told at once, not with the next osd. */
  reason(): void {
    const { reason } = this.core.body.drone;
    if (reason === this.lastReason || !this.droneAudible) return;
    this.lastReason = reason;
    this.wire.state(this.core.setup.droneSn, { mode_code_reason: reason });
  }

  capacity(): Capacity {
    const { setup, model, droneModel, body } = this.core;
    const { sn, droneSn } = setup;
    return {
      dockSn: setup.lacks?.includes('cameras') ? null : sn,
      insideCamera: model.insideCamera,
      drone: { sn: droneSn, model: droneModel, powered: body.drone.powered },
    };
  }

  scene(videoId: string): SceneBefore {
    const { setup, body, place } = this.core;
    const { sn } = setup;
    const { drone, state } = body;
    const own = videoId.startsWith(`${sn}/`);
    return {
      camera: own ? 'dock' : 'drone',
      label: videoId.replaceAll('/', ' '),
      lng: own ? place.lng : drone.lng,
      lat: own ? place.lat : drone.lat,
      elevation: own ? 0 : drone.elevation,
      ...eyeOf(drone, videoId.includes(`/${this.core.droneModel.view}/`)),
      speed: drone.speed,
      coverState: state.cover.state,
      droneInDock: state.droneInDock,
      light: state.light,
      rain: body.weather.rain,
      clockOffset: this.core.skew,
      repaired: this.core.repairs.all(),
    };
  }

  private health() {
    const { wire } = this;
    const { setup, model, droneModel, body } = this.core;
    const up = isAirborne(body.drone);
    wire.event('hms', healthList(body.complaints, 3, model.key, up), { bare: true });
    if (this.droneAudible)
      wire.event('hms', healthList(body.complaints, 0, droneModel.key, up), {
        bare: true,
        sn: setup.droneSn,
      });
  }

  private radio() {
    const { setup, droneModel, body } = this.core;
    return { sn: setup.droneSn, model: droneModel, powered: body.drone.powered, linked: body.state.linkUp };
  }

  private dockView(): DockView {
    const { model, place, body } = this.core;
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
    const { setup, droneModel, place, body } = this.core;
    return {
      drone: body.drone,
      model: droneModel,
      sn: setup.droneSn,
      dock: { sn: setup.sn, height: place.height },
      battery: body.battery,
      gear: body.gear,
      firmware: this.core.firmware.drone,
      weather: body.weather,
      speedUp: setup.speed,
      repaired: this.core.repairs.all(),
    };
  }
}
