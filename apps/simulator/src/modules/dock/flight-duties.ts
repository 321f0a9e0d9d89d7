import { localPlane } from '@eyrie/geometry';
import type { FlightHost, Happening, RunningFlight } from '../flight/index.ts';
import type { MediaUpload, Shot } from '../media/index.ts';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import { windLimit } from './dock.body.ts';
import { storageTotal } from './dock.state.ts';
import { askAreas } from './flight-areas.ts';

/** What a dock does around a flight: lid, power, photos, the time after. */
export class FlightDuties implements FlightHost {
  readonly wire: Wire;
  private readonly core: DockCore;
  private readonly media: MediaUpload;
  private readonly launched = new Set<string>();
  private flying = false;

  constructor(core: DockCore, wire: Wire, media: MediaUpload) {
    this.core = core;
    this.wire = wire;
    this.media = media;
  }

  get clock() {
    return this.core.clock;
  }

  get random() {
    return this.core.random;
  }

  get place() {
    return this.core.place;
  }

  get drone() {
    return this.core.body.drone;
  }

  get steps() {
    return this.core.model.steps;
  }

  get firstGeneration() {
    return this.core.model.type === 1;
  }

  get speedUp() {
    return this.core.setup.speed;
  }

  now(): number {
    return this.core.clock.wall() + this.core.skew;
  }

  obstacle(phase: 'prepare' | 'execute'): number {
    const armed = this.core.failures.take(phase === 'prepare' ? 'rejectPrepare' : 'rejectExecute');
    return armed ? (armed.code ?? 319_016) : this.core.body.obstacle(phase);
  }

  endGoesUnsaid(): boolean {
    return this.core.failures.take('dropEnd') !== null;
  }

  readyGoesUnsaid(): boolean {
    return this.core.failures.take('readyUnsaid') !== null;
  }

  freeStorage(): number {
    return (storageTotal - this.core.body.state.storageUsed) / 1000;
  }

  surroundings() {
    const { body } = this.core;
    return {
      battery: body.battery.percent,
      returnPower: body.returnPower,
      wind: body.weather.wind,
      windLimit,
      linkUp: body.state.linkUp,
      coverOpen: body.state.cover.state === 1,
      droneOn: body.drone.powered,
      highest: Number(body.drone.settings['height_limit']),
    };
  }

  started(flight: RunningFlight): void {
    this.flying = true;
    Object.assign(this.core.body.state, { modeCode: 4, stepCode: 0 });
    this.core.setup.memory?.write({ open: { flightId: flight.id, trackId: flight.trackId } });
    this.core.log('flightStarted', { sn: this.core.setup.sn, flight: flight.id });
  }

  happened(happening: Happening, flight: RunningFlight): void {
    const { body } = this.core;
    switch (happening.kind) {
      case 'askAreas':
        askAreas(this.core, this.wire);
        void this.wire.request('offline_map_get', null);
        break;
      case 'powerOn':
        if (!body.drone.powered) body.setPower(true);
        break;
      case 'openCover':
        this.openCover(flight);
        break;
      case 'closeCover':
        body.closeCover();
        break;
      case 'airborne':
        this.launch(flight);
        break;
      case 'photo':
        flight.shots.push(this.shoot(happening, flight));
        break;
      case 'touchDown':
        body.state.stepCode = 2;
        body.drone.recordSeconds = 0;
        break;
      case 'finished':
        this.restore(flight, happening);
        break;
      default:
    }
  }

  private openCover(flight: RunningFlight) {
    const { body, model, failures } = this.core;
    if (model.rods) body.state.putter = 1;
    body.openCover(flight.machine.stage === 'preparing' && failures.take('coverFault') !== null);
  }

  private launch(flight: RunningFlight) {
    const { body, ledger } = this.core;
    ledger.stats.launches += 1;
    if (this.launched.has(flight.id)) ledger.stats.relaunches += 1;
    this.launched.add(flight.id);
    Object.assign(body.state, { stepCode: 1, droneInDock: false });
    body.drone.flown.sorties += 1;
  }

  private shoot(
    { waypoint, suffix, from, gimbalPitch }: Extract<Happening, { kind: 'photo' }>,
    flight: RunningFlight,
  ): Shot {
    const { lng, lat } = localPlane(this.place).toPlace(from);
    const elevation = from.up;
    return {
      flightId: flight.id,
      sequence: flight.shots.length + 1,
      waypoint,
      suffix,
      lng,
      lat,
      height: this.place.height + elevation,
      elevation,
      head: ((from.head + 540) % 360) - 180,
      gimbalPitch,
      at: Math.round(this.now()),
      repaired: this.core.repairs.all(),
    };
  }

  private restore(flight: RunningFlight, { status, result }: { status: string; result: number }) {
    const { core } = this;
    const { body } = core;
    const { state, drone } = body;
    this.flying = false;
    this.core.setup.memory?.write({ open: null });
    Object.assign(state, { modeCode: 0, stepCode: 5 });
    drone.flown.distance += flight.machine.flown;
    core.log('flightOver', {
      sn: core.setup.sn,
      flight: flight.id,
      status,
      result,
      photos: flight.shots.length,
    });
    if (this.launched.has(flight.id)) state.jobNumber += 1;
    core.afterSeconds(timing.droneOff - timing.finalProgress, () => {
      if (!this.flying) body.setPower(false);
    });
    if (state.cover.state === 3) core.afterSeconds(timing.faultClears, () => this.clearCoverFault());
    if (flight.shots.length === 0) return;
    const expected = flight.shots.length;
    this.media.add(flight.shots.map((shot) => ({ shot, expected })));
    core.afterSeconds(timing.mediaStart - timing.finalProgress, () => void this.media.run());
  }

  private clearCoverFault() {
    this.core.body.raise('coverOpening', false);
    this.core.body.closeCover();
  }
}
